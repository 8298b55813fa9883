import { PRICE_SOURCES, QUOTE_KINDS, type TwoSidedQuote } from "../quotes.ts";
import type { FeedSymbol } from "../symbols.ts";
import {
  assertRecord,
  GAP_REASONS,
  type QuoteRecord,
  SWITCH_REASONS,
  symbolOf,
  TapeFormatError,
  type TapeRecord,
} from "./tape-record.ts";
import { VarintReader, VarintWriter } from "./varint-bytes.ts";

/**
 * Records as bytes, for storage: about six bytes a quote. A list of records has exactly one encoding, so a changed byte
 * is either refused or gives other records. Source: docs/tape.md, "Stored bytes".
 */
const FORMAT = 1;

/** In the order of their numbers. */
const TYPES = ["quote", "gap", "switch", "disagreement"] as const;
const SYMBOL_NAME_LENGTH_MAX = 32;

/** A symbol that was used before: its place in the order of first use, and what its next quote is a difference to. */
type KnownSymbol = { symbol: FeedSymbol; place: number; bid: number; spread: number; ageMs: number; origin: number };

/** The origin of a symbol's quotes before its first one: none that exists. */
const NO_ORIGIN = -1;

/**
 * Encodes records that follow each other.
 * @throws TapeFormatError when `seq` does not increase by one, `heardAt` decreases, or a record cannot be on a tape
 */
export function encodeRecords(records: readonly TapeRecord[]): Uint8Array {
  const writer = new RecordWriter();
  writer.unsigned(FORMAT);
  writer.unsigned(records.length);
  writer.unsigned(records[0]?.seq ?? 0);
  let before: TapeRecord | undefined;
  for (const record of records) {
    assertRecord(record);
    assertFollows(record, before);
    writer.record(record, record.heardAt - (before?.heardAt ?? 0));
    before = record;
  }
  return writer.bytes();
}

/**
 * Refuses a record that does not follow another one.
 * @throws TapeFormatError
 */
export function assertFollows(record: TapeRecord, before: TapeRecord | undefined): void {
  if (!before) return;
  if (record.seq !== before.seq + 1) throw new TapeFormatError(`seq ${record.seq} follows ${before.seq}`);
  if (record.heardAt < before.heardAt)
    throw new TapeFormatError(`heardAt of ${record.seq} is before its predecessor's`);
}

/**
 * Decodes what {@link encodeRecords} made.
 * @throws TapeFormatError for anything else
 */
export function decodeRecords(bytes: Uint8Array): TapeRecord[] {
  const reader = new RecordReader(bytes);
  if (reader.unsigned() !== FORMAT) throw new TapeFormatError("unknown format");
  const count = reader.unsigned();
  const firstSeq = reader.unsigned();
  if (count === 0 && firstSeq !== 0) throw new TapeFormatError("a first record of none");
  const records: TapeRecord[] = [];
  let heardAt = 0;
  for (let i = 0; i < count; i++) {
    const record = reader.record(firstSeq + i, heardAt);
    assertRecord(record);
    heardAt = record.heardAt;
    records.push(record);
  }
  reader.end();
  return records;
}

class RecordWriter extends VarintWriter {
  readonly #known = new Map<FeedSymbol, KnownSymbol>();

  record(record: TapeRecord, sinceMs: number): void {
    switch (record.type) {
      case "quote":
        this.#quote(record, sinceMs);
        break;
      case "gap":
        this.#head("gap", GAP_REASONS.indexOf(record.reason), sinceMs);
        this.unsigned(record.symbols.length);
        for (const symbol of record.symbols) this.#symbol(symbol);
        this.unsigned(record.heardAt - record.fromMs);
        break;
      case "switch":
        this.#head("switch", SWITCH_REASONS.indexOf(record.reason), sinceMs);
        this.#symbol(record.symbol);
        this.unsigned(record.from === null ? 0 : PRICE_SOURCES.indexOf(record.from) + 1);
        this.unsigned(PRICE_SOURCES.indexOf(record.to));
        break;
      case "disagreement":
        this.#head("disagreement", record.isOver ? 1 : 0, sinceMs);
        this.#symbol(record.symbol);
        for (const source of record.sources) this.unsigned(PRICE_SOURCES.indexOf(source));
        break;
    }
  }

  #quote(record: QuoteRecord & { heardAt: number }, sinceMs: number): void {
    const { bid, spread, ageMs, origin } = numbersOf(record);
    const last = this.#known.get(record.symbol);
    const isOtherOrigin = origin !== last?.origin;
    const place = last?.place ?? this.#known.size;
    this.#head("quote", (isOtherOrigin ? 1 : 0) + 2 * place, sinceMs);
    if (!last) this.text(record.symbol);
    if (isOtherOrigin) this.unsigned(origin);
    this.signed(bid - (last?.bid ?? 0));
    this.signed(spread - (last?.spread ?? 0));
    this.signed(ageMs - (last?.ageMs ?? 0));
    this.#known.set(record.symbol, { symbol: record.symbol, place, bid, spread, ageMs, origin });
  }

  #head(type: TapeRecord["type"], detail: number, sinceMs: number): void {
    this.unsigned(TYPES.indexOf(type) + TYPES.length * detail);
    this.unsigned(sinceMs);
  }

  #symbol(symbol: FeedSymbol): void {
    const known = this.#known.get(symbol);
    this.unsigned(known?.place ?? this.#known.size);
    if (known) return;
    this.text(symbol);
    this.#known.set(symbol, newSymbol(symbol, this.#known.size));
  }
}

class RecordReader extends VarintReader {
  readonly #known: KnownSymbol[] = [];

  record(seq: number, heardBefore: number): TapeRecord {
    const head = this.unsigned();
    const detail = Math.floor(head / TYPES.length);
    const heardAt = heardBefore + this.unsigned();
    const base = { seq, heardAt };
    const type = nameAt(TYPES, head % TYPES.length);
    switch (type) {
      case "quote":
        return { ...base, type, ...this.#quote(detail, heardAt) };
      case "gap": {
        const count = this.unsigned();
        const symbols: FeedSymbol[] = [];
        for (let i = 0; i < count; i++) symbols.push(this.#symbol().symbol);
        return { ...base, type, symbols, fromMs: heardAt - this.unsigned(), reason: nameAt(GAP_REASONS, detail) };
      }
      case "switch": {
        const { symbol } = this.#symbol();
        const before = this.unsigned();
        const from = before === 0 ? null : nameAt(PRICE_SOURCES, before - 1);
        const to = nameAt(PRICE_SOURCES, this.unsigned());
        return { ...base, type, symbol, from, to, reason: nameAt(SWITCH_REASONS, detail) };
      }
      case "disagreement": {
        const { symbol } = this.#symbol();
        if (detail > 1) throw new TapeFormatError("an unknown state of a disagreement");
        const one = nameAt(PRICE_SOURCES, this.unsigned());
        const other = nameAt(PRICE_SOURCES, this.unsigned());
        return { ...base, type, symbol, sources: [one, other], isOver: detail === 1 };
      }
    }
  }

  #quote(detail: number, heardAt: number): TwoSidedQuote {
    const last = this.#symbolAt(Math.floor(detail / 2));
    if (detail % 2 === 1) {
      const origin = this.unsigned();
      if (origin === last.origin) throw new TapeFormatError("an origin that does not change");
      last.origin = origin;
    }
    last.bid += this.signed();
    last.spread += this.signed();
    last.ageMs += this.signed();
    return {
      symbol: last.symbol,
      bid: last.bid,
      ask: last.bid + last.spread,
      at: heardAt - last.ageMs,
      source: nameAt(PRICE_SOURCES, Math.floor(last.origin / QUOTE_KINDS.length)),
      kind: nameAt(QUOTE_KINDS, last.origin % QUOTE_KINDS.length),
    };
  }

  #symbol(): KnownSymbol {
    return this.#symbolAt(this.unsigned());
  }

  /** The symbol at a place; at the place after the last, its name is read first. */
  #symbolAt(place: number): KnownSymbol {
    const known = this.#known[place];
    if (known) return known;
    if (place !== this.#known.length) throw new TapeFormatError("a symbol that was not named");
    const symbol = symbolOf(this.text(SYMBOL_NAME_LENGTH_MAX));
    if (this.#known.some((one) => one.symbol === symbol)) throw new TapeFormatError("a symbol that is named twice");
    const added = newSymbol(symbol, place);
    this.#known.push(added);
    return added;
  }
}

function newSymbol(symbol: FeedSymbol, place: number): KnownSymbol {
  return { symbol, place, bid: 0, spread: 0, ageMs: 0, origin: NO_ORIGIN };
}

/** The code of a quote: source and kind are one number. */
function numbersOf({ bid, ask, at, heardAt, source, kind }: TwoSidedQuote & { heardAt: number }) {
  const origin = PRICE_SOURCES.indexOf(source) * QUOTE_KINDS.length + QUOTE_KINDS.indexOf(kind);
  return { bid, spread: ask - bid, ageMs: heardAt - at, origin };
}

function nameAt<Name>(names: readonly Name[], index: number): Name {
  const name = names[index];
  if (name === undefined) throw new TapeFormatError(`unknown number: ${index}`);
  return name;
}
