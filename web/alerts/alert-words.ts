import type { AlertCondition, AlertFiring, AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { decimalText } from "../../worker/contract/read-number.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { formatSteps } from "../ui/format.ts";
import { alertText as text } from "./alert-text.ts";

/** Conditions of alerts in words. */

/** A price or a distance: `68,200.00` */
export function levelWords(symbol: FeedSymbol, steps: number): string {
  return formatSteps(steps, FEED_SYMBOLS[symbol].decimals);
}

/** A doubled price: half a step is rounded up. */
export function doubledWords(symbol: FeedSymbol, value2: number): string {
  return levelWords(symbol, Math.round(value2 / 2));
}

/** `0.8%` of 80 hundredths of a percent. */
export function percentWords(basisPoints: number): string {
  return `${decimalText(basisPoints, 2, 0)}%`;
}

/** `15 min`, `1 h` */
export function windowWords(windowMs: number): string {
  return windowMs % HOUR_MS === 0 ? text.hours(windowMs / HOUR_MS) : text.minutes(windowMs / MINUTE_MS);
}

/** `Rises to 68,200.00`, `Falls through your trend line`, `Moves 0.8% within 1 h` */
export function conditionWords({ symbol, condition }: Pick<AlertTerms, "symbol" | "condition">): string {
  if (condition.type !== "level") return shortWords(condition);
  return text.to[condition.direction](levelWords(symbol, condition.price));
}

/** The same where the level has a place of its own: `Rises to` */
export function shortWords(condition: AlertCondition): string {
  switch (condition.type) {
    case "level":
      return text.toShort[condition.direction];
    case "line":
      return text.through[condition.direction](lineName(condition));
    case "move":
      return text.moves[condition.direction](percentWords(condition.basisPoints), windowWords(condition.windowMs));
  }
}

/** What has happened: `rose to 68,200.00`, `fell through your trend line`, `moved 0.8% within 1 h` */
export function firedWords(
  { symbol, condition }: Pick<AlertTerms, "symbol" | "condition">,
  firing: AlertFiring | null,
) {
  switch (condition.type) {
    case "level":
      return text.wentTo[condition.direction](levelWords(symbol, condition.price));
    case "line":
      return text.wentThrough[condition.direction](lineName(condition));
    case "move": {
      const { quote, extreme } = firing ?? {};
      const isUp = quote && extreme && quote.bid + quote.ask > extreme.bid + extreme.ask;
      const direction = isUp === undefined || isUp === null ? condition.direction : isUp ? "up" : "down";
      return text.moved[direction](percentWords(condition.basisPoints), windowWords(condition.windowMs));
    }
  }
}

/** A line whose ends have one price is a level line. */
function lineName({ a, b }: { a: { price: number }; b: { price: number } }): "level" | "trend" {
  return a.price === b.price ? "level" : "trend";
}
