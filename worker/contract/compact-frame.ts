/**
 * The compact frames of the market's socket, for clients that request the subprotocol {@link COMPACT_PROTOCOL}. Prices
 * are binary, errors and pongs stay text. All values are absolute, so that a lost frame spoils no later one.
 *
 * A frame, byte by byte. `varint` is an unsigned number, seven bits a byte, the lowest first, with the top bit set in
 * every byte but the last; `signed` is a varint of 2n for n >= 0 and of -2n - 1 for n < 0.
 *
 *     type        one byte: 64, + 1 in a snapshot, + 2 for simulated prices
 *     seq         varint
 *     now - seq   signed, epoch ms: the hub's `seq` begins at its clock
 *     seq - after varint, not in a snapshot
 *     quotes      until the end of the frame, each:
 *       symbol    one byte: its index in FEED_SYMBOL_LIST, + 32 with origin, + 64 with the day's open
 *       bid       varint, steps of the symbol
 *       ask - bid varint, steps
 *       now - at  signed, ms
 *       origin    source's index in PRICE_SOURCES + 16 * agreement's in AGREEMENTS + 64 when a second byte follows: the
 *                 index of the source that disagrees
 *       day open  signed, steps, relative to the bid
 *
 * Source: design section 7 (frames)
 */

import type { PriceSource } from "./market-messages.ts";
import { PRICE_SOURCES, type SourceId } from "./quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "./symbols.ts";

/** The subprotocol by which a client requests compact frames. */
export const COMPACT_PROTOCOL = "tonle.compact.1";

/** Whether other sources have the same price. Frames have the index: new ones are appended, none is moved. */
export const AGREEMENTS = ["alone", "agree", "disagree"] as const;
/** One of {@link AGREEMENTS}. */
export type Agreement = (typeof AGREEMENTS)[number];

/** The source of a quote, and what other sources say: `disagreesWith` is the one with another price. */
export type QuoteOrigin = { source: SourceId; agreement: Agreement; disagreesWith: SourceId | null };

/**
 * One quote, prices in whole steps of the symbol. `at` is the source's time, epoch ms. `dayOpen` and `origin` are null
 * where they are as in the frame before; a snapshot has both.
 */
export type CompactQuote = {
  bid: number;
  ask: number;
  at: number;
  dayOpen: number | null;
  origin: QuoteOrigin | null;
};

/** A frame of prices; `after` is the `seq` that its changes follow, null in a snapshot. */
export type CompactFrame = {
  source: PriceSource;
  seq: number;
  now: number;
  after: number | null;
  quotes: Partial<Record<FeedSymbol, CompactQuote | undefined>>;
};

const TYPE = 64;
const IS_SNAPSHOT = 1;
const IS_SIMULATED = 2;

const SYMBOL_MASK = 31;
const HAS_ORIGIN = 32;
const HAS_DAY_OPEN = 64;

const SOURCE_MASK = 15;
const AGREEMENT_SHIFT = 4;
const HAS_OTHER_SOURCE = 64;

/** Encodes a frame. All numbers are whole, bids above zero and at most the ask, and `after` at most `seq`. */
export function encodeCompactFrame({ source, seq, now, after, quotes }: CompactFrame): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  bytes.push(TYPE | (after === null ? IS_SNAPSHOT : 0) | (source === "simulated" ? IS_SIMULATED : 0));
  pushVarint(bytes, seq);
  pushSigned(bytes, now - seq);
  if (after !== null) pushVarint(bytes, seq - after);
  for (const [index, symbol] of FEED_SYMBOL_LIST.entries()) {
    const quote = quotes[symbol];
    if (!quote) continue;
    const { bid, ask, at, dayOpen, origin } = quote;
    bytes.push(index | (origin ? HAS_ORIGIN : 0) | (dayOpen === null ? 0 : HAS_DAY_OPEN));
    pushVarint(bytes, bid);
    pushVarint(bytes, ask - bid);
    pushSigned(bytes, now - at);
    if (origin) pushOrigin(bytes, origin);
    if (dayOpen !== null) pushSigned(bytes, dayOpen - bid);
  }
  return Uint8Array.from(bytes);
}

/**
 * Decodes a frame.
 * @throws RangeError for bytes that are no such frame
 */
export function decodeCompactFrame(bytes: Uint8Array): CompactFrame {
  const reader = new ByteReader(bytes);
  const type = reader.byte();
  if ((type & ~(IS_SNAPSHOT | IS_SIMULATED)) !== TYPE) throw new RangeError("unknown type");
  const seq = reader.varint();
  const now = seq + reader.signed();
  const after = type & IS_SNAPSHOT ? null : seq - reader.varint();
  const quotes: CompactFrame["quotes"] = {};
  while (!reader.isAtEnd) {
    const head = reader.byte();
    const symbol = known(FEED_SYMBOL_LIST, head & SYMBOL_MASK);
    const bid = reader.varint();
    const ask = bid + reader.varint();
    const at = now - reader.signed();
    const origin = head & HAS_ORIGIN ? readOrigin(reader) : null;
    const dayOpen = head & HAS_DAY_OPEN ? bid + reader.signed() : null;
    quotes[symbol] = { bid, ask, at, dayOpen, origin };
  }
  return { source: type & IS_SIMULATED ? "simulated" : "live", seq, now, after, quotes };
}

function pushOrigin(bytes: number[], { source, agreement, disagreesWith }: QuoteOrigin): void {
  const byte = PRICE_SOURCES.indexOf(source) | (AGREEMENTS.indexOf(agreement) << AGREEMENT_SHIFT);
  if (disagreesWith === null) bytes.push(byte);
  else bytes.push(byte | HAS_OTHER_SOURCE, PRICE_SOURCES.indexOf(disagreesWith));
}

function readOrigin(reader: ByteReader): QuoteOrigin {
  const byte = reader.byte();
  return {
    source: known(PRICE_SOURCES, byte & SOURCE_MASK),
    agreement: known(AGREEMENTS, (byte & (HAS_OTHER_SOURCE - 1)) >> AGREEMENT_SHIFT),
    disagreesWith: byte & HAS_OTHER_SOURCE ? known(PRICE_SOURCES, reader.byte()) : null,
  };
}

/** Divides instead of shifting, because times have more than 32 bits. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function pushSigned(bytes: number[], value: number): void {
  pushVarint(bytes, value < 0 ? -2 * value - 1 : 2 * value);
}

/** The list's item. @throws RangeError for an index that this version does not know */
function known<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError("unknown index");
  return item;
}

/** Reads numbers from bytes, one after the other. All methods throw a RangeError at the end. */
class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    return known(this.#bytes, this.#at++);
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      // Negated, so that it also refuses the NaN of an endless number.
      if (!(value <= Number.MAX_SAFE_INTEGER)) throw new RangeError("number too large");
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
