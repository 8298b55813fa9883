import { DEPOSIT } from "../../worker/contract/limits.ts";
import { type Cents, cents } from "../../worker/contract/money.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/**
 * Reads the amount from sanitized input.
 * @returns cents, or the warning to show (text from section 5 of the specification)
 */
export function readAmount(text: string): { amountCents: Cents } | { warning: string } {
  if (!/\d/.test(text)) return { warning: DEPOSIT_TEXT.amountMissing };
  const amountCents = cents(Math.round(Number(text) * 100));
  if (amountCents < DEPOSIT.amountCentsMin) return { warning: DEPOSIT_TEXT.amountTooSmall };
  if (amountCents > DEPOSIT.amountCentsMax) return { warning: DEPOSIT_TEXT.amountTooLarge };
  return { amountCents };
}
