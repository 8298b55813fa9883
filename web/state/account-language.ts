import type { User } from "./api.ts";
import { BUILD_LANGUAGE } from "./build-language.ts";

/** Whether an account has another language than this document. A log-in stores it for the documents that follow. */
export function isInOtherLanguage(person: User | null): boolean {
  const language = person?.language ?? BUILD_LANGUAGE;
  return language !== BUILD_LANGUAGE;
}
