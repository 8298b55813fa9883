import type { Language } from "../../worker/contract/languages.ts";
import { answer, api, type User } from "./api.ts";
import { BUILD_LANGUAGE } from "./build-language.ts";

/**
 * Stores the language of the account and loads this page in it.
 * @throws ApiError | NetworkError
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await answer(api.auth.language.$post({ json: { language } }));
  location.reload();
}

/** Whether an account has another language than this document. A log-in stores it for the documents that follow. */
export function isInOtherLanguage(person: User | null): boolean {
  const language = person?.language ?? BUILD_LANGUAGE;
  return language !== BUILD_LANGUAGE;
}
