import { DEPOSIT } from "../../worker/contract/limits.ts";
import { type Cents, cents } from "../../worker/contract/money.ts";
import { MONEY, numberIn, wholeSteps } from "../../worker/contract/read-number.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/**
 * Reads the amount that is typed. What is not understood of it is said by its field.
 * @returns cents, or the warning to show (text from section 5 of the specification)
 */
export function readAmount(text: string): { amountCents: Cents } | { warning: string } {
  const number = numberIn(text, MONEY);
  const amountCents = number === null ? null : wholeSteps(number, 2);
  if (amountCents === null) return { warning: DEPOSIT_TEXT.amountMissing };
  if (amountCents < DEPOSIT.amountCentsMin) return { warning: DEPOSIT_TEXT.amountTooSmall };
  if (amountCents > DEPOSIT.amountCentsMax) return { warning: DEPOSIT_TEXT.amountTooLarge };
  return { amountCents: cents(amountCents) };
}
