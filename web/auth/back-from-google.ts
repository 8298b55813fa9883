import { GOOGLE_REFUSALS, type GoogleRefusal } from "../../worker/contract/google-refusals.ts";

/** The report of the redirect back from Google, in the query string of the log-in page. */
export type BackFromGoogle = { refusal: GoogleRefusal | null; wantsCode: boolean };

/**
 * Parses the query string of the log-in page; unknown values are ignored.
 * @param search `location.search`
 */
export function backFromGoogle(search: string): BackFromGoogle {
  const query = new URLSearchParams(search);
  const refusal = GOOGLE_REFUSALS.find((reason) => reason === query.get("google")) ?? null;
  return { refusal, wantsCode: query.get("step") === "code" };
}
