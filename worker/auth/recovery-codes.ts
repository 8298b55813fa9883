import { SECOND_FACTOR } from "../contract/limits.ts";
import { randomCharacters, sha256Hex } from "../platform/secrets.ts";

/** The recovery codes for a lost authenticator: generating, formatting, parsing and hashing them. */

/** Crockford's base 32: no I, L, O or U, so that a code can be copied from paper without mistakes. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits: neither the code nor its hash can be brute-forced. */
const LENGTH = 12;
const GROUP = /.{4}(?=.)/g;

/** Ten new codes as their owner sees them, once: `7K2M-Q9XA-40TB`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: SECOND_FACTOR.recoveryCodes }, () =>
    randomCharacters(LENGTH, ALPHABET).replace(GROUP, "$&-"),
  );
}

/**
 * Parses a typed code: any case, with or without dashes and spaces, O as 0, I and L as 1. @returns null when it is no
 * code
 */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((char) => ALPHABET.includes(char)) ? code : null;
}

/** The stored form of a code. @param code as {@link readRecoveryCode} returns it */
export function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return sha256Hex(`recovery-code:${userId}:${code}`);
}
