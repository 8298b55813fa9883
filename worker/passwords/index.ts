import { WorkerEntrypoint } from "cloudflare:workers";
import type { PasswordHasher } from "./password-hasher.ts";

export { PasswordHasher } from "./password-hasher.ts";

type PasswordBindings = { PASSWORD_HASHER: DurableObjectNamespace<PasswordHasher> };

const SHARDS = 4;

/**
 * The entry point of the Worker that hashes passwords. It has no address: the product's Worker calls it through a
 * binding. The hashing itself is done by objects, since an entry point runs on the thread of its caller.
 */
export default class Passwords extends WorkerEntrypoint<PasswordBindings> {
  /** @see PasswordHasher.hash */
  hash(password: string) {
    return this.#anyHasher().hash(password);
  }

  /** @see PasswordHasher.verify */
  verify(password: string, stored: string | null) {
    return this.#anyHasher().verify(password, stored);
  }

  /** @see PasswordHasher.isThere */
  isThere() {
    return this.env.PASSWORD_HASHER.getByName("shard-0").isThere();
  }

  #anyHasher() {
    return this.env.PASSWORD_HASHER.getByName(`shard-${Math.floor(Math.random() * SHARDS)}`);
  }
}
