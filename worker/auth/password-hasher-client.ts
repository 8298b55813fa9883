import { NO_PASSWORD } from "../../db/no-password.ts";
import { AppError } from "../contract/errors.ts";
import type { Busy } from "../passwords/hash-queue.ts";
import type Passwords from "../passwords/index.ts";
import type { Checked, NewHash } from "../passwords/password-hasher.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { counted } from "../platform/services/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { AUTH_TEXT } from "./auth-answers.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    PASSWORDS: Service<typeof Passwords>;
  }
}

/** The client of the Worker that hashes passwords. */

/** Above the longest wait in a hasher's queue, so only a Worker that is away reaches it. */
const TIMEOUT_MS = 10_000;

/**
 * Hashes a new password.
 * @throws AppError with Retry-After: `busy` when too many are waiting, `service_down` when no hasher answers
 */
export async function requestPasswordHash({ bindings }: Scope, password: string): Promise<string> {
  const { hash } = await replyOf<NewHash>(bindings.PASSWORDS.hash(password));
  return hash;
}

/**
 * Checks a password. When none is stored (`NO_PASSWORD`), or the stored value is not a valid hash, no password matches,
 * at the cost of a real check.
 * @throws AppError with Retry-After: `busy` when too many are waiting, `service_down` when no hasher answers
 */
export async function requestPasswordCheck({ bindings }: Scope, password: string, stored: string) {
  const hash = stored === NO_PASSWORD ? null : stored;
  const { isBroken, ...check } = await replyOf<Checked>(bindings.PASSWORDS.verify(password, hash));
  if (isBroken) logFault(new Error("a stored password hash is not of our form"));
  return check;
}

/** The refusal of a password that {@link requestPasswordCheck} found to be wrong. */
export function notYourPassword(): AppError {
  return new AppError("invalid_input", AUTH_TEXT.notYourPassword, { field: "password" });
}

/** Awaits a hasher's reply and counts how the call went. */
async function replyOf<T extends { busy: false }>(call: Promise<T | Busy>): Promise<T> {
  return counted("passwords", withTimeLimit(call, TIMEOUT_MS).then(notBusy<T>, notThere));
}

function notBusy<T extends { busy: false }>(reply: T | Busy): T {
  if (reply.busy) throw new AppError("busy", ERROR_TEXT.service_down);
  return reply;
}

function notThere(error: unknown): never {
  throw Object.assign(new AppError("service_down", ERROR_TEXT.service_down), { cause: error });
}
