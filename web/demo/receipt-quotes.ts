import { quoteAgeMs } from "../../worker/contract/demo/demo-quotes.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import type { Proof } from "../../worker/contract/tape/tape-proof.ts";
import { readRecordLine, TapeFormatError, type TapeRecord } from "../../worker/contract/tape/tape-record.ts";

/**
 * A quote around a fill: prices in steps, and its distance from the fill in ms. Before the fill, and negative, it is the
 * quote's age as the rule counts it, by the time of its source; after the fill it is when the quote was heard, as a quote
 * is not known earlier.
 */
export type NearQuote = { seq: number; bid: number; ask: number; mid: number; fromFillMs: number; isUsed: boolean };

/**
 * The quote of a fill or an alert and those around it, oldest first. Until the minute is sealed there are no others.
 * @param at when it was used, epoch ms
 */
export function quotesAround(quote: MarketQuote, at: number, neighbours: readonly Proof[] = []): NearQuote[] {
  const others = neighbours.flatMap(({ line }) => {
    const record = recordOf(line);
    return record?.type === "quote" && record.seq !== quote.seq ? [record] : [];
  });
  return [quote, ...others]
    .map(({ seq, bid, ask, at: quotedAt, heardAt }) => ({
      ...{ seq, bid, ask },
      mid: midSteps({ bid, ask }),
      fromFillMs: heardAt > at ? heardAt - at : 0 - quoteAgeMs({ at: quotedAt }, at),
      isUsed: seq === quote.seq,
    }))
    .sort((a, b) => a.seq - b.seq);
}

/** Null for a line that is no record: the check names it. */
function recordOf(line: string): TapeRecord | null {
  try {
    return readRecordLine(line);
  } catch (error) {
    if (error instanceof TapeFormatError) return null;
    throw error;
  }
}

/** How many quotes to each side of the used one are listed. */
const LISTED_TO_A_SIDE = 3;

/** The used quote with the nearest ones, for a list. */
export function nearestQuotes(quotes: readonly NearQuote[]): NearQuote[] {
  const used = quotes.findIndex(({ isUsed }) => isUsed);
  return quotes.slice(Math.max(0, used - LISTED_TO_A_SIDE), used + LISTED_TO_A_SIDE + 1);
}
