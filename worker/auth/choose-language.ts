import type { Language } from "../contract/languages.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { setChoices } from "../platform/user-store.ts";

/** Stores the caller's language. @throws AppError `not_signed_in` | `too_many_requests` */
export async function chooseLanguage(scope: Scope, language: Language): Promise<void> {
  const { query } = scope.db;
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "themeByAccount", callerId, scope.now()),
    setChoices(query, callerId, { language }),
  ]);
}
