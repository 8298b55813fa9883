import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../contract/symbols.ts";

/**
 * The common properties of alerts that are compared with each other. Prices are watched prices (twice the middle), multiplied by `sign`: a
 * rise to 100 is a fall to -100, so that every alert of a level or line is reached at a price at or below it.
 */
export type AlertSide = { code: number; symbol: FeedSymbol; sign: 1 | -1 };

/**
 * All sides, by their codes: two for each symbol, of which an alert that tells again changes between. The storage keeps the codes: new symbols
 * come last in their list.
 */
export const ALERT_SIDES: readonly AlertSide[] = FEED_SYMBOL_LIST.flatMap((symbol, i) => [
  { code: 2 * i, symbol, sign: 1 },
  { code: 2 * i + 1, symbol, sign: -1 },
]);

/** The code of the side with a sign. */
export function sideCode(symbol: FeedSymbol, sign: 1 | -1): number {
  return 2 * FEED_SYMBOL_LIST.indexOf(symbol) + (sign === 1 ? 0 : 1);
}

/** The sign of the side on which an alert waits for a direction, or for the way back. */
export function signOf(direction: "rises" | "falls", isWaiting: boolean): 1 | -1 {
  return (direction === "falls") === isWaiting ? -1 : 1;
}

/** SQL of what an alert becomes that fires or is armed again: it waits on the other side, for a price that is `retreat` further. */
export const OTHER_SIDE = "side = side + 1 - 2 * (side % 2), is_waiting = 1 - is_waiting";

/** One list of sides for each symbol. */
export function bySymbol<Side extends { side: AlertSide }>(sides: readonly Side[]): Record<FeedSymbol, Side[]> {
  // Each of the sides is of one symbol.
  return Object.groupBy(sides, ({ side }) => side.symbol) as Record<FeedSymbol, Side[]>;
}
