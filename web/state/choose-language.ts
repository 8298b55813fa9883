import type { Language } from "../../worker/contract/languages.ts";
import { answer, api } from "./api.ts";

/**
 * Stores the language of the account and loads this page in it.
 * @throws ApiError | NetworkError
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await answer(api.auth.language.$post({ json: { language } }));
  location.reload();
}
