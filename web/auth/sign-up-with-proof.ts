import { type Challenge, isSolution, type Proof } from "../../worker/contract/proof-of-work.ts";
import { ApiError } from "../state/api.ts";
import { type SignUp, signUp } from "./auth-calls.ts";

/** Loaded when the API asks for a proof. */

/** A challenge may expire while a phone sleeps, and its answer may get lost with a response. */
const PROOFS_MAX = 3;
/** As many as a phone has fast cores; each runs beside the page. */
const AT_ONCE = 4;

/** Signs up with a proof of work. A proof that is refused has a new challenge. @param signal stops the solving */
export async function signUpWithProof(details: SignUp, challenge: Challenge, signal: AbortSignal): Promise<string> {
  let next = challenge;
  for (let proofsLeft = PROOFS_MAX; ; proofsLeft -= 1) {
    try {
      return await signUp(details, await solve(next, signal));
    } catch (error) {
      if (!(error instanceof ApiError) || !error.challenge || proofsLeft === 1) throw error;
      next = error.challenge;
    }
  }
}

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
