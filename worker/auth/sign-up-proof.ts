import type { Statement } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { AppError } from "../contract/errors.ts";
import { isSolution, type Proof } from "../contract/proof-of-work.ts";
import { countWhileWithinIf } from "../platform/counter-store.ts";
import { counterKey, LIMITS, SIGN_UP_PROOF, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { AUTH_TEXT } from "./auth-answers.ts";

/**
 * A flood of sign-ups, from however many addresses: above a number of them in a window, each needs a proof of work. A
 * challenge is a signed text, so nothing is stored for who never answers it; its proof is counted once.
 */

const PURPOSE = "sign-up-proof";

/**
 * The statements that count a sign-up: among those without a proof, or as the one use of a proof. They refuse their batch as
 * `proof_needed` above the limit, and for a proof that was used. One that is wrong or expired counts as none.
 */
export async function countSignUp(scope: Scope, proof: Proof | undefined): Promise<readonly [Statement, Statement]> {
  const { query } = scope.db;
  const isProven = proof !== undefined && (await isRight(scope, proof));
  const [key, limit] = isProven
    ? [await counterKey("signupProof", proof.nonce), { max: 1, windowMs: SIGN_UP_PROOF.lifetimeMs }]
    : ["signupWithoutProof", scaled(LIMITS.signupWithoutProof, scope.settings.ADDRESS_LIMIT_FACTOR)];
  return [countWhileWithinIf(query, key, limit, scope.now()), mustHaveChangedOne(query, "proof_needed")];
}

async function isRight(scope: Scope, { nonce, answer }: Proof): Promise<boolean> {
  // The signature first: only who asked for a challenge makes the Worker compute.
  return (await readSigned(scope, PURPOSE, nonce)) !== null && isSolution({ nonce, ...SIGN_UP_PROOF }, answer);
}

/** The refusal of a sign-up without the proof that it needs, with a new challenge. */
export async function proofNeeded(scope: Scope): Promise<AppError> {
  const { iterations, zeroBits, lifetimeMs } = SIGN_UP_PROOF;
  const nonce = await signText(scope, PURPOSE, { jti: randomToken() }, lifetimeMs / 1_000);
  const challenge = { nonce, iterations, zeroBits, task: TASK };
  return new AppError("proof_needed", AUTH_TEXT.proofNeeded, { challenge });
}

/** For the authors of clients. */
const TASK =
  "Find a whole number whose decimal digits, as the password of PBKDF2-HMAC-SHA-256 with the bytes of the nonce as salt, give a key that begins with zeroBits zero bits. Send the same body again with proof: {nonce, answer}, within five minutes and once.";
