import { fc } from "../../web/test/property.ts";
import { PRICE_SOURCES, QUOTE_KINDS } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import {
  type DisagreementRecord,
  GAP_REASONS,
  type GapRecord,
  type QuoteRecord,
  SWITCH_REASONS,
  type SwitchRecord,
  type TapeRecord,
} from "../../worker/contract/tape/tape-record.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";

/** Any records that a tape can have, for property tests. */

const symbol = fc.constantFrom(...FEED_SYMBOL_LIST);
const source = fc.constantFrom(...PRICE_SOURCES);
const twoSources = fc
  .tuple(fc.nat({ max: PRICE_SOURCES.length - 1 }), fc.integer({ min: 1, max: PRICE_SOURCES.length - 1 }))
  .map(([one, distance]) => {
    const other = PRICE_SOURCES[(one + distance) % PRICE_SOURCES.length];
    return [PRICE_SOURCES[one] ?? "finnhub", other ?? "kraken"] as const;
  });

/** Mostly as prices are, sometimes as large as can be. */
const price = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 100_000, max: 9_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 49 }) },
);
const spread = fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 2 ** 49 }));

/** How long ago something was at the source; a source's clock may be ahead of ours. */
const agoMs = fc.oneof(fc.integer({ min: -100, max: 2_000 }), fc.integer({ min: -60_000, max: 3_600_000 }));

type Unnumbered = (heardAt: number) => QuoteRecord | GapRecord | SwitchRecord | DisagreementRecord;

const quote: fc.Arbitrary<Unnumbered> = fc
  .record({ symbol, price, spread, agoMs, source, kind: fc.constantFrom(...QUOTE_KINDS) })
  .map(({ symbol, price, spread, agoMs, source, kind }) => (heardAt) => {
    return { type: "quote", symbol, bid: price, ask: price + spread, at: heardAt - agoMs, source, kind };
  });
const gap: fc.Arbitrary<Unnumbered> = fc
  .record({
    symbols: fc.uniqueArray(symbol, { minLength: 1 }),
    lengthMs: fc.nat({ max: 90_000_000 }),
    reason: fc.constantFrom(...GAP_REASONS),
  })
  .map(({ symbols, lengthMs, reason }) => (heardAt) => ({ type: "gap", symbols, fromMs: heardAt - lengthMs, reason }));
const sourceSwitch: fc.Arbitrary<Unnumbered> = fc
  .record({ symbol, pair: twoSources, isFirst: fc.boolean(), reason: fc.constantFrom(...SWITCH_REASONS) })
  .map(({ symbol, pair: [from, to], isFirst, reason }) => () => {
    return { type: "switch", symbol, from: isFirst ? null : from, to, reason };
  });
const disagreement: fc.Arbitrary<Unnumbered> = fc
  .record({ symbol, pair: twoSources, isOver: fc.boolean() })
  .map(({ symbol, pair: [one, other], isOver }) => () => {
    return { type: "disagreement", symbol, sources: [one, other], isOver };
  });

const FIRST_MINUTE_MS = Date.UTC(2026, 10, 23, 22);

/** The records of minutes that follow each other with pauses, each segment with one record or more. */
export function randomTape({ segmentsMin = 1, segmentsMax = 5, recordsMax = 40 } = {}): fc.Arbitrary<TapeRecord[][]> {
  const record = fc.oneof(
    { weight: 12, arbitrary: quote },
    { weight: 1, arbitrary: gap },
    { weight: 1, arbitrary: sourceSwitch },
    { weight: 1, arbitrary: disagreement },
  );
  const segment = fc.record({
    pauseMinutes: fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 3_000 }) },
    ),
    records: fc.array(fc.tuple(record, fc.nat({ max: MINUTE_MS - 1 })), { minLength: 1, maxLength: recordsMax }),
  });
  const tape = fc.array(segment, { minLength: segmentsMin, maxLength: segmentsMax });
  return fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), tape).map(([firstSeq, segments]) => {
    let seq = firstSeq;
    let minuteMs = FIRST_MINUTE_MS;
    return segments.map(({ pauseMinutes, records }) => {
      minuteMs += pauseMinutes * MINUTE_MS;
      const inOrder = records.toSorted(([, one], [, other]) => one - other);
      return inOrder.map(([makeRecord, withinMs]): TapeRecord => {
        const heardAt = minuteMs + withinMs;
        return { seq: seq++, heardAt, ...makeRecord(heardAt) };
      });
    });
  });
}
