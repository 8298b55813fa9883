import { decimalsOfCurrency } from "../../worker/contract/broker/broker-limits.ts";
import type { Decimal } from "../../worker/contract/broker/decimal.ts";
import { unitOf } from "../trade-accounts/account-unit.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { formatAmount, formatMoney, formatSignedMoney } from "../ui/format.ts";

/** An amount of a file, as a person decides on it: `$1,284.66`, `0.00120 mBTC`. */
export function moneyText(amount: Decimal | number, currency: string): string {
  return formatMoney(Number(amount), "always", unitOf({ currency, decimals: decimalsOfCurrency(currency) }));
}

/** The same with its sign, also above zero. */
export function resultText(amount: Decimal | number, currency: string): string {
  return formatSignedMoney(Number(amount), "always", unitOf({ currency, decimals: decimalsOfCurrency(currency) }));
}

/** A quantity with all of its digits, and two decimals at least: `0.10`, `0.00000073`. */
export function quantityText(quantity: string): string {
  return /\.\d{3}/.test(quantity) ? digitsText(quantity) : formatAmount(Number(quantity));
}
