import { dollarsFromCents } from "../../worker/contract/money.ts";
import { formatSignedMoney, formatSignedPrice } from "../ui/format.ts";
import { replayText } from "./replay-text.ts";

/** `−1.7R`; null without a known risk. @param milliR thousandths */
export function rText(milliR: number | null): string | null {
  return milliR === null ? null : replayText.r(formatSignedPrice(milliR / 1_000, 1));
}

/** `−$40.00` */
export function centsText(cents: number): string {
  return formatSignedMoney(dollarsFromCents(cents));
}
