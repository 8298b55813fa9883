import { GOOGLE_REFUSALS, type GoogleRefusal } from "../../worker/contract/google-refusals.ts";

/** What the way back from Google says to the log-in page in its address. */
export type BackFromGoogle = { refusal: GoogleRefusal | null; wantsCode: boolean };

/** @param search the address's query; what is not ours says nothing */
export function backFromGoogle(search: string): BackFromGoogle {
  const query = new URLSearchParams(search);
  const refusal = GOOGLE_REFUSALS.find((reason) => reason === query.get("google")) ?? null;
  return { refusal, wantsCode: query.get("step") === "code" };
}
