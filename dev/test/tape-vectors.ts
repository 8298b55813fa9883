import { modelledSides } from "../../worker/contract/modelled-spreads.ts";
import { dollarsOf, stepsOf } from "../../worker/contract/price-steps.ts";
import { midSteps, PRICE_SOURCES, QUOTE_KINDS } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { checkTape } from "../../worker/contract/tape/check-tape.ts";
import { decodeRecords, encodeRecords } from "../../worker/contract/tape/tape-codec.ts";
import { checkProof, proofOf } from "../../worker/contract/tape/tape-proof.ts";
import {
  GAP_REASONS,
  readRecordLine,
  recordLine,
  SWITCH_REASONS,
  type TapeRecord,
} from "../../worker/contract/tape/tape-record.ts";
import type { Seal } from "../../worker/contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { sealAll } from "./sealed-tape.ts";

/**
 * A tape that is always the same, and all that the contract computes from it, as JSON: each runtime that the product
 * runs on must give the same. It imports nothing that only one of them has.
 */

const FIRST_MINUTE_MS = Date.UTC(2026, 10, 23, 22);

/** Three minutes of records of each type, with a pause of an hour before the last one. */
function fixedTape(): TapeRecord[][] {
  let seq = 1;
  return [0, 1, 61].map((minute, segment) =>
    Array.from({ length: 40 + segment * 17 }, (_, i): TapeRecord => {
      const heardAt = FIRST_MINUTE_MS + minute * MINUTE_MS + i * 700;
      return { seq: seq++, heardAt, ...contentOf(i + segment, heardAt) };
    }),
  );
}

type Content<Type> = Type extends TapeRecord ? Omit<Type, "seq" | "heardAt"> : never;

function contentOf(i: number, heardAt: number): Content<TapeRecord> {
  const symbol = nth(FEED_SYMBOL_LIST, i);
  const source = nth(PRICE_SOURCES, Math.floor(i / 9));
  if (i % 13 === 5) {
    const symbols = FEED_SYMBOL_LIST.slice(0, 1 + (i % FEED_SYMBOL_LIST.length));
    return { type: "gap", symbols, fromMs: heardAt - i * 977, reason: nth(GAP_REASONS, i) };
  }
  if (i % 13 === 6) {
    const from = i % 2 === 0 ? null : nth(PRICE_SOURCES, i);
    return { type: "switch", symbol, from, to: nth(PRICE_SOURCES, i + 1), reason: nth(SWITCH_REASONS, i) };
  }
  if (i % 13 === 7) {
    return {
      type: "disagreement",
      symbol,
      sources: [nth(PRICE_SOURCES, i), nth(PRICE_SOURCES, i + 1)],
      isOver: i % 2 === 0,
    };
  }
  const bid = 6_712_000 + ((i * 7_919) % 401) - 200;
  const at = heardAt - ((i * 31) % 170) + 3;
  return { type: "quote", symbol, bid, ask: bid + (i % 90), at, source, kind: nth(QUOTE_KINDS, i) };
}

/** The item at a place, counted round and round. */
function nth<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("an empty list");
  return item;
}

/** The values that a runtime computes from the fixed tape. */
export async function tapeVectors(): Promise<string> {
  const segments = fixedTape();
  const seals = sealAll(segments);
  const bytes = segments.map(encodeRecords);
  const proofs = segments.map((records) => records.map(({ seq }) => proofOf(records, seq)));

  const damaged = bytes.map((one) => Uint8Array.from(one));
  const [, second] = damaged;
  if (second) second[60] = (second[60] ?? 0) ^ 1;
  return JSON.stringify({
    seals,
    lines: segments.map((records) => records.map(recordLine)),
    bytes: bytes.map((one) => [...one]),
    decoded: bytes.map((one) => decodeRecords(one).map(recordLine)),
    read: segments.map((records) => records.map((record) => readRecordLine(recordLine(record)))),
    proofs,
    proofChecks: proofs.map((ofSegment, i) =>
      ofSegment.map((proof) => seals.map((seal) => [i, checkProof(proof, seal)])),
    ),
    faults: [await faultsOf(seals, bytes), await faultsOf(seals, damaged), await faultsOf(seals, bytes.slice(0, 2))],
    prices: FEED_SYMBOL_LIST.map(pricesOf),
  });
}

async function faultsOf(seals: Seal[], bytes: Uint8Array[]): Promise<unknown[]> {
  const found = [];
  const segmentOf = async (seal: Seal) => bytes[seals.indexOf(seal)] ?? null;
  for await (const { faults } of checkTape({ seals, segmentOf, before: null })) found.push(faults);
  return found;
}

/** Sides and dollars at each hour of a week with a holiday and a half day. */
function pricesOf(symbol: FeedSymbol): unknown[] {
  return Array.from({ length: 7 * 24 }, (_, hour) => {
    const steps = stepsOf(symbol, `${5_480 + hour * 0.1}`, hour % 2 === 0 ? "down" : "up");
    const sides = modelledSides(symbol, steps, FIRST_MINUTE_MS + hour * 60 * MINUTE_MS);
    return [steps, sides, dollarsOf(symbol, midSteps(sides))];
  });
}
