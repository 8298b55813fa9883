import { DEPOSIT } from "../../worker/contract/limits.ts";
import { type Cents, cents } from "../../worker/contract/money.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

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
