import { Buffer } from "node:buffer";
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { PASSWORD } from "../contract/limits.ts";

/**
 * Password hashing: scrypt, then HMAC-SHA-256 with a pepper that is not in the database, as a PHC string
 * `$scrypt$v=<pepper version>$ln=15,r=8,p=3$<salt>$<hash>`.
 * Source of the parameters: `security.md` section 3, rule 2 (OWASP's set for 32 MiB).
 */

/** A secret mixed into the hash. The first of a list is used for new hashes, the others for old ones. */
export type Pepper = { version: number; key: Uint8Array };

const BLOCKS_AND_LANES = { r: 8, p: 3 };
type Cost = { ln: number; r: number; p: number };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** The maximum memory for a stored hash: a planted row must not be able to stall the Worker. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** The production runtime refuses a larger N * r * p. Source: `security.md` section 3, rule 2 */
const WORK_MAX = 2 ** 20;

const PHC = /^\$scrypt\$v=(\d+)\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes a password.
 * @param password in NFC, 10 to 128 code points, validated before
 * @param ln the base-two logarithm of scrypt's N, here and below
 * @returns a PHC string
 */
export function hashPassword(password: string, peppers: readonly Pepper[], ln: number = PASSWORD.cost): string {
  const pepper = peppers[0];
  if (!pepper) throw new Error("no pepper is configured");
  const salt = randomBytes(SALT_BYTES);
  const cost = { ln, ...BLOCKS_AND_LANES };
  const hash = derive(password, salt, cost, pepper.key);
  return `$scrypt$v=${pepper.version}$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * The result of a check. @property isOutdated the hash should be computed again with the current parameters and pepper
 * @property isBroken the stored hash is not one of this application: an operator must check its row
 */
export type PasswordCheck = { matches: boolean; isOutdated: boolean; isBroken: boolean };

/**
 * Checks a password against a stored hash. A broken hash matches no password, at the cost of a real check, so that
 * neither status nor timing distinguishes its account.
 */
export function verifyPassword(
  password: string,
  stored: string,
  peppers: readonly Pepper[],
  ln: number = PASSWORD.cost,
): PasswordCheck {
  const [, version, storedLn, r, p, salt = "", hash = ""] = PHC.exec(stored) ?? [];
  const pepper = peppers.find((one) => one.version === Number(version));
  const cost = { ln: Number(storedLn), r: Number(r), p: Number(p) };
  if (!pepper || !isPossible(cost)) {
    const dummy = verifyPassword(password, dummyHash(peppers, ln), peppers);
    return { ...dummy, matches: false, isBroken: true };
  }
  const expected = Buffer.from(hash, "base64");
  const actual = derive(password, Buffer.from(salt, "base64"), cost, pepper.key);
  return {
    matches: expected.length === actual.length && timingSafeEqual(expected, actual),
    isOutdated:
      pepper !== peppers[0] || cost.ln !== ln || cost.r !== BLOCKS_AND_LANES.r || cost.p !== BLOCKS_AND_LANES.p,
    isBroken: false,
  };
}

/** Returns true if scrypt accepts these parameters and they are within the limits. */
function isPossible({ ln, r, p }: Cost): boolean {
  const n = 2 ** ln;
  return ln >= 1 && r >= 1 && p >= 1 && 128 * n * r <= MEMORY_BYTES_MAX && n * r * p <= WORK_MAX;
}

/** A hash that no password matches, for accounts that do not exist: checking it costs as much as a real check. */
export function dummyHash(peppers: readonly Pepper[], ln: number = PASSWORD.cost): string {
  if (!peppers[0]) throw new Error("no pepper is configured");
  const { r, p } = BLOCKS_AND_LANES;
  const [salt, hash] = [Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES)];
  return `$scrypt$v=${peppers[0].version}$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function derive(password: string, salt: Uint8Array, cost: Cost, pepper: Uint8Array): Buffer {
  const key = scryptSync(password.normalize("NFC"), salt, KEY_BYTES, {
    N: 2 ** cost.ln,
    r: cost.r,
    p: cost.p,
    maxmem: MEMORY_BYTES_MAX,
  });
  return createHmac("sha256", pepper).update(key).digest();
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
