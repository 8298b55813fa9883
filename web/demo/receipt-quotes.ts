import type { DemoReceiptRecord } from "../../worker/contract/demo/demo-messages.ts";
import { readRecordLine, TapeFormatError, type TapeRecord } from "../../worker/contract/tape/tape-record.ts";

/** A quote around a fill: prices in steps, and how long after the fill it was heard, ms; negative before. */
export type NearQuote = { seq: number; bid: number; ask: number; heardAt: number; fromFillMs: number; isUsed: boolean };

/** The fill's quote and those around it, oldest first. Until the minute is sealed it is the fill's alone. */
export function quotesAround({ fill, proofs }: DemoReceiptRecord): NearQuote[] {
  const own = { seq: fill.quote.seq, bid: fill.quote.bid, ask: fill.quote.ask, heardAt: fill.quote.heardAt };
  const others = (proofs?.neighbours ?? []).flatMap(({ line }) => {
    const record = recordOf(line);
    return record?.type === "quote" && record.seq !== own.seq ? [record] : [];
  });
  return [own, ...others]
    .map(({ seq, bid, ask, heardAt }) => ({
      ...{ seq, bid, ask, heardAt },
      fromFillMs: heardAt - fill.at,
      isUsed: seq === own.seq,
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
