import { afterEach, beforeEach, expect, test } from "bun:test";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { TimedObjects } from "../../dev/test/timed-objects.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";

const START_MS = Date.UTC(2026, 10, 23, 15);
const database = setUpDatabase();

let objects: TimedObjects;
beforeEach(() => {
  objects = new TimedObjects({ startMs: START_MS, databaseUrl: database.url });
});
afterEach(() => objects.stop());

/** Both sources of Bitcoin quote it for some seconds, several times each second. */
async function quoteFor(seconds: number, prices: { coinbase: number; kraken: number }): Promise<void> {
  const { sources, clock } = objects;
  for (const endMs = clock.nowMs + seconds * 1_000; clock.nowMs < endMs; ) {
    for (const source of ["coinbase", "kraken"] as const) {
      const bid = prices[source] + (clock.nowMs % 1_000) / 1_000;
      sources.quote(source, "BTCUSDm", { bid, ask: bid + 1, atMs: clock.nowMs });
    }
    await objects.runUntil(clock.nowMs + 250);
  }
}

async function tape(): Promise<TapeRecord[]> {
  const page = await objects.feed().tapeAfter(0);
  if (!page || !("records" in page)) throw new Error("the records are not in rows");
  return page.records;
}

/** The disagreements of the tape in a few words. */
async function disagreements(): Promise<string[]> {
  const records = (await tape()).filter((record) => record.type === "disagreement");
  return records.map(({ symbol, sources, isOver }) => `${symbol} ${sources.join()} ${isOver ? "over" : "begun"}`);
}

test("a feed that starts again ends the disagreements that were open, before any quote", async () => {
  const { feed, clock } = { feed: objects.feed(), clock: objects.clock };
  await objects.call(() => feed.listenToTape("book"));
  await objects.runUntil(clock.nowMs + 1_000);
  await quoteFor(5, { coinbase: 66_000, kraken: 67_000 });
  expect(await disagreements()).toEqual(["BTCUSDm coinbase,kraken begun"]);

  await objects.restart();
  const snapshot = await objects.call(() => feed.listenToTape("book"));
  expect(await disagreements()).toEqual(["BTCUSDm coinbase,kraken begun", "BTCUSDm coinbase,kraken over"]);
  expect((await tape()).at(-1)).toMatchObject({ type: "disagreement", isOver: true });
  expect(snapshot.disagreements).toEqual([]);
});
