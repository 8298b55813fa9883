import type { MarketQuote } from "../demo/demo-types.ts";
import { MarketState, NO_MARKET } from "../demo/market-state.ts";
import { PRICE_SOURCES, QUOTE_KINDS } from "../quotes.ts";
import type { FeedSymbol } from "../symbols.ts";
import type { DisagreementRecord, TapeRecord } from "../tape/tape-record.ts";

/**
 * A symbol's quotes of a piece of the tape, and the disagreements about it, as JSON in columns. Each number is the difference to the one
 * before, `ages` and `spreads` included; `origins` has the place of each quote whose source or kind is not that of the quote before.
 */
export type PackedQuotes = {
  seqs: number[];
  heardMs: number[];
  ages: number[];
  bids: number[];
  spreads: number[];
  origins: [place: number, source: number, kind: number][];
  disagreements: ({ seq: number } & Pick<DisagreementRecord, "sources" | "isOver">)[];
};

/** Packs the records of a symbol. */
export function packQuotes(records: readonly TapeRecord[], symbol: FeedSymbol): PackedQuotes {
  const packed: PackedQuotes = {
    ...{ seqs: [], heardMs: [], ages: [], bids: [], spreads: [] },
    ...{ origins: [], disagreements: [] },
  };
  let before = { seq: 0, heardAt: 0, age: 0, bid: 0, spread: 0, origin: "" };
  for (const record of records) {
    if (record.type === "disagreement" && record.symbol === symbol) {
      const { seq, sources, isOver } = record;
      packed.disagreements.push({ seq, sources, isOver });
    }
    if (record.type !== "quote" || record.symbol !== symbol) continue;
    const { seq, heardAt, at, bid, ask, source, kind } = record;
    const next = { seq, heardAt, age: heardAt - at, bid, spread: ask - bid, origin: `${source} ${kind}` };
    if (next.origin !== before.origin) {
      packed.origins.push([packed.seqs.length, PRICE_SOURCES.indexOf(source), QUOTE_KINDS.indexOf(kind)]);
    }
    packed.seqs.push(seq - before.seq);
    packed.heardMs.push(heardAt - before.heardAt);
    packed.ages.push(next.age - before.age);
    packed.bids.push(bid - before.bid);
    packed.spreads.push(next.spread - before.spread);
    before = next;
  }
  return packed;
}

/** Reads packed pieces of the tape that follow each other. */
export class QuoteUnpacker {
  readonly #symbol: FeedSymbol;
  readonly #market = new MarketState(NO_MARKET);

  /** No disagreement is known at the begin: see docs/replay.md. */
  constructor(symbol: FeedSymbol) {
    this.#symbol = symbol;
  }

  /** The quotes of the next piece. */
  next({ seqs, heardMs, ages, bids, spreads, origins, disagreements }: PackedQuotes): MarketQuote[] {
    const symbol = this.#symbol;
    const quotes: MarketQuote[] = [];
    const stated = [...disagreements];
    const state = (seq: number) => {
      for (let first = stated[0]; first && first.seq < seq; first = stated[0]) {
        stated.shift();
        this.#market.take({ type: "disagreement", heardAt: 0, symbol, ...first });
      }
    };
    const changes = [...origins];
    let origin = { source: PRICE_SOURCES[0] as MarketQuote["source"], kind: QUOTE_KINDS[0] as MarketQuote["kind"] };
    let [seq, heardAt, age, bid, spread] = [0, 0, 0, 0, 0];
    seqs.forEach((step, place) => {
      seq += step;
      heardAt += heardMs[place] ?? 0;
      age += ages[place] ?? 0;
      bid += bids[place] ?? 0;
      spread += spreads[place] ?? 0;
      if (changes[0]?.[0] === place) {
        const [, source, kind] = changes.shift() ?? [];
        origin = { source: nameAt(PRICE_SOURCES, source), kind: nameAt(QUOTE_KINDS, kind) };
      }
      state(seq);
      const record = {
        type: "quote",
        seq,
        heardAt,
        symbol,
        bid,
        ask: bid + spread,
        at: heardAt - age,
        ...origin,
      } as const;
      const taken = this.#market.take(record);
      if (taken) quotes.push(taken.quote);
    });
    state(Number.POSITIVE_INFINITY);
    return quotes;
  }
}

function nameAt<Name>(names: readonly Name[], place: number | undefined): Name {
  const name = names[place ?? -1];
  if (name === undefined) throw new Error("an origin that this version does not know");
  return name;
}
