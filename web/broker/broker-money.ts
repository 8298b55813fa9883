import type { Decimal } from "../../worker/contract/broker/decimal.ts";
import { formatPrice, formatSignedPrice } from "../ui/format.ts";

/** Signs that stand before amounts. Other currencies have their code behind them. */
const SIGNS: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£" };
/** How many decimals are shown, where these are not two. */
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, MBTC: 5, BTC: 8, XBT: 8, ETH: 8, BNB: 8 };

/** An amount of a currency as it is shown: `$1,284.66`, `0.00120 mBTC`. @param as `result` has its sign, also above zero */
export function moneyText(amount: Decimal | number, currency: string, as: "plain" | "result" = "plain"): string {
  const decimals = DECIMALS[currency.toUpperCase()] ?? 2;
  const number = Number(amount);
  const digits = as === "result" ? formatSignedPrice(number, decimals) : formatPrice(number, decimals);
  const sign = SIGNS[currency];
  return sign === undefined ? `${digits} ${currency}` : digits.replace(/(?=\d)/, sign);
}

const POINT = /^(-?)(\d+)(?:\.(\d+))?$/;

/** A price or a quantity with all of its digits, thousands apart: `48,377.4`, `0.00000073`. */
export function digitsText(number: string, decimalsMin = 0): string {
  const [, sign = "", whole = "", fraction = ""] = POINT.exec(number) ?? [];
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const decimals = fraction.padEnd(decimalsMin, "0");
  return `${sign === "" ? "" : "−"}${grouped}${decimals === "" ? "" : `.${decimals}`}`;
}
