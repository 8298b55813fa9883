import { expect, test } from "bun:test";
import type { SourceId } from "../contract/quotes.ts";
import { QuoteIntake } from "./quote-intake.ts";
import type { SourceQuote } from "./sources/price-source.ts";
import type { NewTapeEntry, NewTapeRecord } from "./tape/tape-writer.ts";

const START_MS = Date.UTC(2026, 10, 23, 12);
const SYMBOL = "BTCUSDm";
const SOURCES = (["coinbase", "kraken"] as const).map((id) => ({ id, symbols: [SYMBOL] as const, heartbeatMs: 1_000 }));

function quote(source: SourceId, at: number, bid = 6_712_000): SourceQuote {
  return { symbol: SYMBOL, bid, ask: bid + 100, at, source, kind: "quoted", volume: 2 };
}

/** An intake with both sources connected. */
function connected(before?: ConstructorParameters<typeof QuoteIntake>[1]): QuoteIntake {
  const intake = new QuoteIntake(SOURCES, before ?? { heardAt: 0, quotes: [] });
  connect(intake, START_MS);
  return intake;
}

function connect(intake: QuoteIntake, nowMs: number): void {
  for (const { id } of SOURCES) {
    intake.connecting(id, nowMs);
    intake.opened(id, nowMs);
  }
}

/** Each record in a few words. */
const told = (entries: readonly NewTapeEntry[]) => entries.map(({ record }) => wordsOf(record));

function wordsOf(record: NewTapeRecord): string {
  switch (record.type) {
    case "quote":
      return `quote ${record.source} ${record.at - START_MS}`;
    case "gap":
      return `gap ${record.symbols.join()} ${record.reason} ${record.fromMs - START_MS}`;
    case "switch":
      return `switch ${record.from} ${record.to} ${record.reason}`;
    case "disagreement":
      return `disagreement ${record.sources.join()} ${record.isOver ? "over" : "begun"}`;
  }
}

test("only the active source's quotes are accepted, each once, with its volume beside it", () => {
  const intake = connected();
  expect(told(intake.quoted(quote("coinbase", START_MS), START_MS))).toEqual([
    "switch null coinbase preferred",
    "quote coinbase 0",
  ]);
  expect(intake.quoted(quote("kraken", START_MS), START_MS)).toEqual([]);
  const [entry] = intake.quoted(quote("coinbase", START_MS + 5), START_MS + 5);
  expect(entry?.volume).toBe(2);
  expect(entry?.record).not.toHaveProperty("volume");
});

test("when a source closes, the newest quote of the next one follows at once, after the switch and the gap", () => {
  const intake = connected();
  intake.quoted(quote("coinbase", START_MS), START_MS);
  intake.quoted(quote("kraken", START_MS - 40), START_MS + 10);
  intake.heard("coinbase", START_MS + 700);
  const entries = intake.closed("coinbase", START_MS + 1_000);
  // The second source's clock is behind, and time does not go back.
  expect(told(entries)).toEqual(["switch coinbase kraken closed", `gap ${SYMBOL} switch 700`, "quote kraken 0"]);
  expect(told(intake.quoted(quote("kraken", START_MS + 1_010), START_MS + 1_020))).toEqual(["quote kraken 1010"]);
});

test("an outage is a gap before the next quote", () => {
  const intake = connected();
  intake.quoted(quote("coinbase", START_MS), START_MS);
  expect(intake.closed("coinbase", START_MS + 500)).toEqual([]);
  intake.connecting("coinbase", START_MS + 3_000);
  intake.opened("coinbase", START_MS + 3_100);
  const entries = intake.quoted(quote("coinbase", START_MS + 3_200), START_MS + 3_200);
  expect(told(entries)).toEqual([`gap ${SYMBOL} outage 0`, "quote coinbase 3200"]);
});

test("after a restart the gap since the last record comes before the first quote, and only once", () => {
  const before = { heardAt: START_MS - 9_000, quotes: [quote("kraken", START_MS - 9_100)] };
  const intake = connected(before);
  const entries = intake.quoted(quote("coinbase", START_MS), START_MS);
  expect(told(entries)).toEqual(["switch null coinbase preferred", `gap ${SYMBOL} restart -9000`, "quote coinbase 0"]);
  expect(told(intake.quoted(quote("coinbase", START_MS + 1), START_MS + 1))).toEqual(["quote coinbase 1"]);
});

test("a pause while nobody listens is a gap, and ends a disagreement", () => {
  const intake = connected();
  intake.quoted(quote("coinbase", START_MS), START_MS);
  for (const ms of [0, 600, 1_200]) intake.quoted(quote("kraken", START_MS + ms, 6_800_000), START_MS + ms);
  expect(intake.comparison(SYMBOL, START_MS + 1_200)).toEqual({ agreement: "disagree", disagreesWith: "kraken" });
  expect(told(intake.pause(START_MS + 2_000))).toEqual(["disagreement coinbase,kraken over"]);
  expect(told(intake.closed("coinbase", START_MS + 2_000))).toEqual([]);
  connect(intake, START_MS + 60_000);
  const entries = intake.quoted(quote("coinbase", START_MS + 60_100), START_MS + 60_100);
  expect(told(entries)).toEqual(["switch null coinbase preferred", `gap ${SYMBOL} idle 2000`, "quote coinbase 60100"]);
});
