import { DurableObject } from "cloudflare:workers";
import { type Bindings, readSettings } from "../platform/env.ts";
import { hashPassword, type PasswordCheck, verifyPassword } from "./password-hash.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    PASSWORD_HASHER: DurableObjectNamespace<PasswordHasher>;
  }
}

const WAITING_MAX = 8;

/** Too many are waiting: come back in a moment. */
export type Busy = { busy: true };

/**
 * Hashes passwords away from the isolates that serve requests: scrypt runs synchronously and holds its thread for
 * tenths of a second. One at a time; eight may wait, a further one is told to come back.
 */
export class PasswordHasher extends DurableObject<Bindings> {
  /** The one at work and those that wait. */
  #inLine = 0;
  #last: Promise<unknown> = Promise.resolve();

  hash(password: string): Promise<{ busy: false; hash: string } | Busy> {
    return this.#inTurn(() => ({ busy: false as const, hash: hashPassword(password, ...this.#secrets()) }));
  }

  verify(password: string, stored: string): Promise<({ busy: false } & PasswordCheck) | Busy> {
    return this.#inTurn(() => ({ busy: false as const, ...verifyPassword(password, stored, ...this.#secrets()) }));
  }

  /** Answers at once, whatever is in line. */
  isThere(): true {
    return true;
  }

  async #inTurn<T>(work: () => T): Promise<T | Busy> {
    if (this.#inLine > WAITING_MAX) return { busy: true };
    this.#inLine += 1;
    // The pause lets calls that came in during the last hash be counted before the next one starts.
    const turn = this.#last.then(() => scheduler.wait(0)).then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#inLine -= 1;
    }
  }

  #secrets() {
    const { PASSWORD_PEPPERS, PASSWORD_COST } = readSettings(this.env);
    return [PASSWORD_PEPPERS, PASSWORD_COST] as const;
  }
}
