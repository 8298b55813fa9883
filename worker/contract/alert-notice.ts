import type { ALERT_NOTICE_TEXT } from "./alert-notice-text.ts";
import { groupedNumber } from "./grouped-number.ts";
import { decimalText } from "./read-number.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "./symbols.ts";
import { HOUR_MS, MINUTE_MS } from "./time.ts";

/** A price alert that fired, as a notification knows it. Prices are in steps, `price2` twice the watched price. */
export type FiredAlert = {
  alert: number;
  symbol: FeedSymbol;
  condition:
    | { type: "level"; direction: "rises" | "falls"; price: number }
    | { type: "line"; direction: "rises" | "falls" }
    | { type: "move"; direction: "up" | "down" | "either"; basisPoints: number; windowMs: number }
    | null;
  price2: number;
  note: string;
};

type Texts = {
  [Key in keyof typeof ALERT_NOTICE_TEXT]: (typeof ALERT_NOTICE_TEXT)[Key];
};

/**
 * What is said of an alert that fired: `BTCUSDm rose to 68,200.00`, and the price with the trader's note.
 * @param texts of the language
 */
export function alertWords(texts: Texts, fired: FiredAlert): { title: string; line: string } {
  const price = alertPriceText(fired.symbol, fired.price2 / 2);
  return { title: titleOf(texts, fired), line: fired.note === "" ? price : texts.withNote(price, fired.note) };
}

function titleOf(texts: Texts, { symbol, condition }: FiredAlert): string {
  switch (condition?.type) {
    case "level":
      return texts.level[condition.direction](symbol, alertPriceText(symbol, condition.price));
    case "line":
      return texts.line[condition.direction](symbol);
    case "move": {
      const { direction, basisPoints, windowMs } = condition;
      return texts.move[direction](symbol, `${decimalText(basisPoints, 2, 0)}%`, windowText(texts, windowMs));
    }
    default:
      return texts.fired(symbol);
  }
}

/** The window of a move: `15 min`, `1 h` */
export function windowText({ hours, minutes }: Pick<Texts, "hours" | "minutes">, windowMs: number): string {
  return windowMs % HOUR_MS === 0 ? hours(String(windowMs / HOUR_MS)) : minutes(String(windowMs / MINUTE_MS));
}

/** The price of an alert: `68,200.00` */
export function alertPriceText(symbol: FeedSymbol, steps: number): string {
  const { decimals } = FEED_SYMBOLS[symbol];
  return groupedNumber(Math.round(steps) / 10 ** decimals, decimals);
}
