import { DurableObject } from "cloudflare:workers";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { type Bindings, readSettings } from "../env.ts";
import type { Scope } from "../http/scope.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

const SHARDS = 4;
const WAITING_MAX = 8;

type Busy = { busy: true };

/**
 * Hashes passwords away from the isolates that serve requests: scrypt runs synchronously and holds its thread for
 * tenths of a second. One at a time; eight may wait, a further one is told to come back.
 */
export class PasswordHasher extends DurableObject<Bindings> {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  hash(password: string): Promise<{ busy: false; hash: string } | Busy> {
    return this.#inTurn(() => ({ busy: false as const, hash: hashPassword(password, this.#peppers()) }));
  }

  verify(password: string, stored: string): Promise<{ busy: false; matches: boolean; isOutdated: boolean } | Busy> {
    return this.#inTurn(() => ({ busy: false as const, ...verifyPassword(password, stored, this.#peppers()) }));
  }

  async #inTurn<T>(work: () => T): Promise<T | Busy> {
    if (this.#waiting >= WAITING_MAX) return { busy: true };
    this.#waiting += 1;
    // The pause lets calls that came in during the last hash be counted before the next one starts.
    const turn = this.#last.then(() => scheduler.wait(0)).then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  #peppers() {
    return readSettings(this.env).PASSWORD_PEPPERS;
  }
}

/** Hashes a new password. @throws AppError `busy` with Retry-After when too many wait */
export async function hashWithHasher(scope: Scope, password: string): Promise<string> {
  return notBusy(await hasher(scope).hash(password)).hash;
}

/** Checks a password. @throws AppError `busy` with Retry-After when too many wait */
export async function verifyWithHasher(scope: Scope, password: string, stored: string) {
  return notBusy(await hasher(scope).verify(password, stored));
}

function hasher({ bindings }: Scope) {
  return bindings.PASSWORD_HASHER.getByName(`shard-${Math.floor(Math.random() * SHARDS)}`);
}

function notBusy<T extends { busy: boolean }>(reply: T): Exclude<T, Busy> {
  if (reply.busy) throw new AppError("busy", ERROR_TEXT.service_down, { retryAfterS: 2 });
  // What is not busy is the other member of the union, which the compiler cannot see through the generic.
  return reply as Exclude<T, Busy>;
}
