import { NO_PASSWORD } from "../../db/no-password.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { counted } from "../platform/service-calls.ts";
import { dummyHash } from "./password-hash.ts";
import type { Busy } from "./password-hasher.ts";

/** The client of the password hashers. Separate from the class itself, which only the platform's runtime can load. */

const SHARDS = 4;

/** Hashes a new password. @throws AppError `busy` with Retry-After when too many are waiting */
export async function requestPasswordHash(scope: Scope, password: string): Promise<string> {
  return (
    await counted(
      "passwords",
      hasher(scope)
        .hash(password)
        .then((reply) => notBusy(reply)),
    )
  ).hash;
}

/**
 * Checks a password. When none is stored (`NO_PASSWORD`), or the stored value is not a valid hash, no password matches,
 * at the cost of a real check.
 * @throws AppError `busy` with Retry-After when too many are waiting
 */
export async function requestPasswordCheck(scope: Scope, password: string, stored: string) {
  const { PASSWORD_PEPPERS, PASSWORD_COST } = scope.settings;
  const hash = stored === NO_PASSWORD ? dummyHash(PASSWORD_PEPPERS, PASSWORD_COST) : stored;
  const { isBroken, ...check } = await counted(
    "passwords",
    hasher(scope)
      .verify(password, hash)
      .then((reply) => notBusy(reply)),
  );
  if (isBroken) logFault(new Error("a stored password hash is not of our form"));
  return check;
}

function hasher({ bindings }: Scope) {
  return bindings.PASSWORD_HASHER.getByName(`shard-${Math.floor(Math.random() * SHARDS)}`);
}

function notBusy<T extends { busy: boolean }>(reply: T): Exclude<T, Busy> {
  if (reply.busy) throw new AppError("busy", ERROR_TEXT.service_down);
  // A reply that is not busy is the other member of the union, which the compiler cannot infer through the generic.
  return reply as Exclude<T, Busy>;
}
