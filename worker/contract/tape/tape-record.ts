import { PRICE_SOURCES, QUOTE_KINDS, type SourceId, type TwoSidedQuote } from "../quotes.ts";
import { type FeedSymbol, isFeedSymbol } from "../symbols.ts";

/** Why no quotes were accepted for a while. The order is that of the codec: new ones are appended. */
export const GAP_REASONS = ["restart", "outage", "switch", "idle"] as const;
/** Why another source's quotes are accepted from now on. The order is that of the codec: new ones are appended. */
export const SWITCH_REASONS = ["closed", "silent", "frozen", "outvoted", "preferred"] as const;

/** A quote as it was accepted. */
export type QuoteRecord = { type: "quote" } & TwoSidedQuote;
/** Between `fromMs` and `heardAt` these symbols may have had prices that were not heard. Precedes the next quote. */
export type GapRecord = {
  type: "gap";
  symbols: FeedSymbol[];
  fromMs: number;
  reason: (typeof GAP_REASONS)[number];
};
/** The quotes of a symbol come from another source after this record; `from` is null when it had none before. */
export type SwitchRecord = {
  type: "switch";
  symbol: FeedSymbol;
  from: SourceId | null;
  to: SourceId;
  reason: (typeof SWITCH_REASONS)[number];
};
/** Two sources began to disagree about a symbol's price, or no longer do. */
export type DisagreementRecord = {
  type: "disagreement";
  symbol: FeedSymbol;
  sources: [SourceId, SourceId];
  isOver: boolean;
};

/**
 * One record of the tape. `seq` increases by one with each record of the whole tape; `heardAt`, epoch ms, is our clock
 * and never decreases.
 */
export type TapeRecord = { seq: number; heardAt: number } & (
  | QuoteRecord
  | GapRecord
  | SwitchRecord
  | DisagreementRecord
);

/** A record, line or segment that is not as the tape's format requires. */
export class TapeFormatError extends Error {
  override readonly name = "TapeFormatError";
}

/** No number of the tape is larger, so that differences of two and their codes are exact. */
export const TAPE_NUMBER_MAX = 2 ** 50;

/** The absent source in the line of a first switch. */
const NO_SOURCE = "none";

/**
 * The canonical text of a record: one line of ASCII without a line break, fields separated by one space. It is what
 * the tape's hashes are computed from.
 * Source: docs/tape.md
 * @throws TapeFormatError for a record that cannot be on a tape
 */
export function recordLine(record: TapeRecord): string {
  assertRecord(record);
  return lineOf(record);
}

/** The line of a record that {@link assertRecord} has accepted. */
function lineOf(record: TapeRecord): string {
  const start = `${record.seq} ${record.heardAt} ${record.type}`;
  switch (record.type) {
    case "quote":
      return `${start} ${record.symbol} ${record.bid} ${record.ask} ${record.at} ${record.source} ${record.kind}`;
    case "gap":
      return `${start} ${record.symbols.join(",")} ${record.fromMs} ${record.reason}`;
    case "switch":
      return `${start} ${record.symbol} ${record.from ?? NO_SOURCE} ${record.to} ${record.reason}`;
    case "disagreement":
      return `${start} ${record.symbol} ${record.sources.join(",")} ${record.isOver ? "ended" : "began"}`;
  }
}

/**
 * The record of a canonical line.
 * @throws TapeFormatError for any other text, also one that differs from the canonical line only in its form
 */
export function readRecordLine(line: string): TapeRecord {
  const record = recordOf(line.split(" "));
  assertRecord(record);
  if (lineOf(record) !== line) throw new TapeFormatError("the line is not canonical");
  return record;
}

function recordOf([seqText, heardAtText, type, ...fields]: string[]): TapeRecord {
  const base = { seq: Number(seqText), heardAt: Number(heardAtText) };
  const [first = "", second = "", third = "", fourth = "", fifth = "", sixth = ""] = fields;
  switch (type) {
    case "quote": {
      const sides = { bid: Number(second), ask: Number(third), at: Number(fourth) };
      const origin = { source: oneOf(PRICE_SOURCES, fifth), kind: oneOf(QUOTE_KINDS, sixth) };
      return { ...base, type, symbol: symbolOf(first), ...sides, ...origin };
    }
    case "gap": {
      const symbols = first.split(",").map(symbolOf);
      return { ...base, type, symbols, fromMs: Number(second), reason: oneOf(GAP_REASONS, third) };
    }
    case "switch": {
      const from = second === NO_SOURCE ? null : oneOf(PRICE_SOURCES, second);
      const to = oneOf(PRICE_SOURCES, third);
      return { ...base, type, symbol: symbolOf(first), from, to, reason: oneOf(SWITCH_REASONS, fourth) };
    }
    case "disagreement": {
      const [one = "", other = ""] = second.split(",");
      const sources: [SourceId, SourceId] = [oneOf(PRICE_SOURCES, one), oneOf(PRICE_SOURCES, other)];
      return { ...base, type, symbol: symbolOf(first), sources, isOver: third === "ended" };
    }
    default:
      throw new TapeFormatError("unknown type of record");
  }
}

/** @throws TapeFormatError unless the text is the name of a symbol */
export function symbolOf(text: string): FeedSymbol {
  if (!isFeedSymbol(text)) throw new TapeFormatError(`unknown symbol: ${text.slice(0, 20)}`);
  return text;
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new TapeFormatError(`unknown name: ${text.slice(0, 20)}`);
  return found;
}

/**
 * Refuses a record that cannot be on a tape.
 * @throws TapeFormatError
 */
export function assertRecord(record: TapeRecord): void {
  assertThat(isTapeNumber(record.seq) && record.seq > 0, "seq is not a whole number above zero");
  assertThat(isTapeNumber(record.heardAt), "heardAt is not a time");
  switch (record.type) {
    case "quote":
      assertThat(isTapeNumber(record.bid) && record.bid > 0, "bid is not a whole number above zero");
      assertThat(isTapeNumber(record.ask) && record.ask >= record.bid, "ask is not a whole number of at least the bid");
      assertThat(isTapeNumber(record.at), "at is not a time");
      break;
    case "gap":
      assertThat(record.symbols.length > 0, "a gap without symbols");
      assertThat(new Set(record.symbols).size === record.symbols.length, "a gap with the same symbol twice");
      assertThat(isTapeNumber(record.fromMs) && record.fromMs <= record.heardAt, "a gap that begins after its end");
      break;
    case "switch":
      assertThat(record.from !== record.to, "a switch to the same source");
      break;
    case "disagreement":
      assertThat(record.sources[0] !== record.sources[1], "a source that disagrees with itself");
      break;
  }
}

function isTapeNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= TAPE_NUMBER_MAX;
}

function assertThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new TapeFormatError(otherwise);
}
