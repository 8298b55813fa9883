import { DurableObject } from "cloudflare:workers";
import { type Bindings, readSettings } from "../platform/env.ts";
import { hashPassword, type PasswordCheck, verifyPassword } from "./password-hash.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    PASSWORD_HASHER: DurableObjectNamespace<PasswordHasher>;
  }
}

const WAITING_MAX = 8;

/** Too many calls are waiting; the caller should retry. */
export type Busy = { busy: true };

/**
 * Hashes passwords outside the isolates that serve requests, because scrypt is synchronous and blocks its thread for
 * tenths of a second. One call runs at a time; eight may wait, further ones are refused.
 */
export class PasswordHasher extends DurableObject<Bindings> {
  /** The number of calls, running and waiting. */
  #inLine = 0;
  #last: Promise<unknown> = Promise.resolve();

  hash(password: string): Promise<{ busy: false; hash: string } | Busy> {
    return this.#inTurn(() => ({ busy: false as const, hash: hashPassword(password, ...this.#secrets()) }));
  }

  verify(password: string, stored: string): Promise<({ busy: false } & PasswordCheck) | Busy> {
    return this.#inTurn(() => ({ busy: false as const, ...verifyPassword(password, stored, ...this.#secrets()) }));
  }

  /** A health probe, answered at once however many calls are waiting. */
  isThere(): true {
    return true;
  }

  async #inTurn<T>(work: () => T): Promise<T | Busy> {
    if (this.#inLine > WAITING_MAX) return { busy: true };
    this.#inLine += 1;
    // The pause lets calls that arrived during the last hash be counted before the next one starts.
    const result = this.#last.then(() => scheduler.wait(0)).then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#inLine -= 1;
    }
  }

  #secrets() {
    const { PASSWORD_PEPPERS, PASSWORD_COST } = readSettings(this.env);
    return [PASSWORD_PEPPERS, PASSWORD_COST] as const;
  }
}
