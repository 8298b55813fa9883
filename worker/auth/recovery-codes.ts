import { SECOND_FACTOR } from "../contract/limits.ts";
import { randomCharacters, sha256Hex } from "../platform/secrets.ts";

/** The codes that stand in for a lost authenticator: how they are made, written, read and kept. */

/** Crockford's base 32: no I, L, O or U, so that a code survives being copied from paper. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits: nobody guesses one, and its hash gives none away. */
const LENGTH = 12;
const GROUP = /.{4}(?=.)/g;

/** Ten new codes as their owner sees them, once: `7K2M-Q9XA-40TB`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: SECOND_FACTOR.recoveryCodes }, () =>
    randomCharacters(LENGTH, ALPHABET).replace(GROUP, "$&-"),
  );
}

/** What was typed as the code that it means: in any case, with or without dashes and spaces, O for 0, I and L for 1. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((char) => ALPHABET.includes(char)) ? code : null;
}

/** How a code is kept. @param code as {@link readRecoveryCode} gives it */
export function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return sha256Hex(`recovery-code:${userId}:${code}`);
}
