import { asciiOf } from "./ascii.ts";

/**
 * The number of a withdrawal as people read, say and search it: `WD-2275`. It is the reference of its payment at the bank
 * too.
 */
export function withdrawalNumber(number: number): string {
  return `WD-${number}`;
}

/** Numbers begin above a thousand. The bound is far below that of exact integers. */
const TYPED = /^(?:wd[\s-]*)?([1-9]\d{3,11})$/i;

/** Reads a typed number: `WD-2275`, `wd2275` or `2275`, in the digits of any script; null for any other text. */
export function readWithdrawalNumber(typed: string): number | null {
  const [, digits] = TYPED.exec(asciiOf(typed).trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
