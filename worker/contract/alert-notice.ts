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
  const price = priceText(fired.symbol, fired.price2 / 2);
  return { title: titleOf(texts, fired), line: fired.note === "" ? price : texts.withNote(price, fired.note) };
}

function titleOf(texts: Texts, { symbol, condition }: FiredAlert): string {
  switch (condition?.type) {
    case "level":
      return texts.level[condition.direction](symbol, priceText(symbol, condition.price));
    case "line":
      return texts.line[condition.direction](symbol);
    case "move": {
      const { direction, basisPoints, windowMs } = condition;
      const isHours = windowMs % HOUR_MS === 0;
      const time = isHours ? texts.hours(String(windowMs / HOUR_MS)) : texts.minutes(String(windowMs / MINUTE_MS));
      return texts.move[direction](symbol, `${decimalText(basisPoints, 2, 0)}%`, time);
    }
    default:
      return texts.fired(symbol);
  }
}

function priceText(symbol: FeedSymbol, steps: number): string {
  const { decimals } = FEED_SYMBOLS[symbol];
  return groupedNumber(Math.round(steps) / 10 ** decimals, decimals);
}
