import { type Challenge, isSolution, type Proof } from "../../worker/contract/proof-of-work.ts";

/** As many as a phone has fast cores; each runs beside the page. */
const AT_ONCE = 4;

/** Solves a challenge by trying one number after the other. @param signal stops it */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<Proof> {
  for (let first = 0; ; first += AT_ONCE) {
    if (signal.aborted) throw signal.reason;
    const answers = Array.from({ length: AT_ONCE }, (_, place) => first + place);
    const areRight = await Promise.all(answers.map((answer) => isSolution(challenge, answer)));
    const answer = answers[areRight.indexOf(true)];
    if (answer !== undefined) return { nonce: challenge.nonce, answer };
  }
}
