import type { DemoLevel } from "../contract/demo/demo-types.ts";
import { midSteps, type TwoSidedQuote } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";

/** The common properties of levels that are compared with each other. */
export type LevelSide = {
  /** Its number in the storage. */
  code: number;
  symbol: FeedSymbol;
  /**
   * A price with the sign that turns every level into one that fires when a price is at or below it: a rise to 100 is a
   * fall to -100. Its own inverse.
   */
  signed(price: number): number;
  /** The reference price of a quote, signed. */
  priceOf(quote: TwoSidedQuote): number;
};

type Place = Pick<DemoLevel, "symbol" | "reference" | "direction">;

const REFERENCES: readonly Place["reference"][] = ["bid", "ask", "mid"];
const DIRECTIONS: readonly Place["direction"][] = ["down", "up"];

function newSide({ symbol, reference, direction }: Place, code: number): LevelSide {
  const sign = direction === "down" ? 1 : -1;
  const signed = (price: number) => sign * price;
  return {
    code,
    symbol,
    signed,
    priceOf: (quote) => signed(reference === "mid" ? midSteps(quote) : quote[reference]),
  };
}

/** All sides, by their codes. The storage keeps the codes: new symbols come last in their list, and none is moved. */
export const LEVEL_SIDES: readonly LevelSide[] = FEED_SYMBOL_LIST.flatMap((symbol) =>
  REFERENCES.flatMap((reference) => DIRECTIONS.map((direction) => ({ symbol, reference, direction }))),
).map(newSide);

/** The side that a level is on. */
export function sideOf({ symbol, reference, direction }: Place): LevelSide {
  const symbolCode = FEED_SYMBOL_LIST.indexOf(symbol) * REFERENCES.length;
  const code = (symbolCode + REFERENCES.indexOf(reference)) * DIRECTIONS.length + DIRECTIONS.indexOf(direction);
  const side = LEVEL_SIDES[code];
  if (!side) throw new Error(`no side ${code}`);
  return side;
}
