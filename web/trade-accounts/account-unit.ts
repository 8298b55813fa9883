import { DOLLARS, type MoneyUnit } from "../ui/format.ts";

/** What names the currency of an account with another broker, and the decimals that its results have. */
type AccountCurrency = { currency: string; decimals: number };

const units = new Map<string, MoneyUnit>();

/**
 * How amounts of an account with another broker are written: the sign of a national currency stands before them, any other
 * name of a currency after them, as the broker's files have it: `$1.00`, `€1.00`, `1.00000 mBTC`, `1.00 USC`.
 */
export function unitOf({ currency, decimals }: AccountCurrency): MoneyUnit {
  const key = `${currency} ${decimals}`;
  const sign = signOf(currency);
  const unit = units.get(key) ?? {
    before: sign ?? "",
    after: sign === null ? `\u00a0${currency}` : "",
    decimals: shownDecimals(currency),
    exact: decimals,
  };
  units.set(key, unit);
  return unit;
}

/** `€` of EUR; null for a currency that is written by its code, and for what is no national currency. */
function signOf(currency: string): string | null {
  if (currency === "USD") return DOLLARS.before;
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency }).formatToParts(0);
  const sign = parts.find(({ type }) => type === "currency")?.value ?? currency;
  return sign === currency ? null : sign;
}

/** Coins of which a hundred-millionth counts. */
const COIN = /^(m|u|µ)?(BTC|XBT|ETH|BNB)$/;
const NO_PARTS: readonly string[] = ["JPY", "KRW", "VND", "IDR", "CLP"];

/** The decimals with which amounts of a currency are usually written. */
function shownDecimals(currency: string): number {
  const [, part, coin] = COIN.exec(currency) ?? [];
  if (coin) return part === undefined ? 8 : part === "m" ? 5 : 2;
  return NO_PARTS.includes(currency) ? 0 : 2;
}
