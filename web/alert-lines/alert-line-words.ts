import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { conditionWords, levelWords } from "../alerts/alert-words.ts";
import { isClosed } from "../prices/market-hours.ts";
import { isStale } from "../state/prices.ts";
import { formatAge, formatHour, formatSignedPercent } from "../ui/format.ts";
import type { AlertLine } from "./alert-board.ts";
import { alertLineText as text } from "./alert-line-text.ts";
import type { LevelCondition } from "./alert-rules.ts";

/**
 * What the pill of an alert says at rest.
 * @param given.ageMs of old prices: the alert is armed, and fires at the first new quote that counts. Null while they are live
 */
export function lineWords(line: AlertLine, { timeZone, ageMs }: { timeZone: string; ageMs: number | null }): string {
  const { alert, terms, isDraft } = line;
  const words = conditionWords(terms);
  if (isDraft || !alert) return `${words} ${alert ? text.notSaved : text.notSet}`;
  if (alert.state === "paused") return text.paused(words);
  const armed = waitingWords(alert, terms.condition, timeZone) ?? words;
  return ageMs === null ? armed : text.stale(armed, formatAge(ageMs));
}

/** `Told you 21:58, again below 67,995.40`; null of one that does not wait. */
function waitingWords(
  { state, symbol, lastFiring, repeat }: PriceAlert,
  { direction, price }: LevelCondition,
  timeZone: string,
): string | null {
  if (state !== "waiting" || !lastFiring || repeat.type === "once") return null;
  const isBelow = direction === "rises";
  const again = price + (isBelow ? -repeat.retreat : repeat.retreat);
  return text.told(formatHour(lastFiring.at, timeZone), levelWords(symbol, again), isBelow);
}

/** Whether a symbol has old prices although its market is open. Reads signals. */
export function isSilent(symbol: FeedSymbol): boolean {
  return isStale(symbol).value && !isClosed(symbol).value;
}

/** `+0.5%`: a distance from the price, with one digit more near to it. */
export function awayWords(percent: number): string {
  return formatSignedPercent(percent, Math.abs(percent) < 0.095 ? 2 : 1);
}
