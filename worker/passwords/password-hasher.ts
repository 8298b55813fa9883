import { DurableObject } from "cloudflare:workers";
import { type Busy, HashQueue } from "./hash-queue.ts";
import { dummyHash, hashPassword, type PasswordCheck, verifyPassword } from "./password-hash.ts";
import { readPasswordSettings } from "./password-settings.ts";

export type NewHash = { busy: false; hash: string };

/** The result of a check that was made. */
export type Checked = { busy: false } & PasswordCheck;

/**
 * Hashes passwords outside the isolates that serve requests, because scrypt is synchronous and blocks its thread for
 * tenths of a second. One call runs at a time, and the time that others wait is limited (`hash-queue.ts`).
 */
export class PasswordHasher extends DurableObject {
  readonly #queue = new HashQueue();

  hash(password: string): Promise<NewHash | Busy> {
    const { PASSWORD_PEPPERS, PASSWORD_COST } = readPasswordSettings(this.env);
    return this.#queue.run(() => ({ busy: false, hash: hashPassword(password, PASSWORD_PEPPERS, PASSWORD_COST) }));
  }

  /** @param stored null when the account has no password, or does not exist: then none matches, at the same cost */
  verify(password: string, stored: string | null): Promise<Checked | Busy> {
    const { PASSWORD_PEPPERS, PASSWORD_COST } = readPasswordSettings(this.env);
    const hash = stored ?? dummyHash(PASSWORD_PEPPERS, PASSWORD_COST);
    return this.#queue.run(() => ({
      busy: false,
      ...verifyPassword(password, hash, PASSWORD_PEPPERS, PASSWORD_COST),
    }));
  }

  /**
   * A health probe, answered at once however many calls are waiting.
   * @throws Error when a setting is missing
   */
  isThere(): true {
    readPasswordSettings(this.env);
    return true;
  }
}
