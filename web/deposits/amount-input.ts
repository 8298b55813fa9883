import { DEPOSIT } from "../../worker/contract/limits.ts";
import { type Cents, cents } from "../../worker/contract/money.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/** More than the maximum has, so that a slip is seen and corrected, not swallowed. */
const WHOLE_DIGITS_MAX = 7;

/**
 * Keeps of what was typed or pasted what an amount can have: digits, one point, two decimals.
 * `$1,234.567` becomes `1234.56`.
 */
export function cleanAmount(typed: string): string {
  const [whole = "", ...rest] = typed.replace(/[^\d.]/g, "").split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, WHOLE_DIGITS_MAX);
  return rest.length === 0 ? digits : `${digits || "0"}.${rest.join("").slice(0, 2)}`;
}

/**
 * The amount in a cleaned text.
 * @returns cents, or what is wrong, in the words of the specification's section 5
 */
export function readAmount(text: string): { amountCents: Cents } | { warning: string } {
  if (!/\d/.test(text)) return { warning: DEPOSIT_TEXT.amountMissing };
  const amountCents = cents(Math.round(Number(text) * 100));
  if (amountCents < DEPOSIT.amountCentsMin) return { warning: DEPOSIT_TEXT.amountTooSmall };
  if (amountCents > DEPOSIT.amountCentsMax) return { warning: DEPOSIT_TEXT.amountTooLarge };
  return { amountCents };
}
