import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { FaultKind } from "../../dev/price-source/source-faults.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { MarketClient } from "../../dev/test/test-market.ts";
import { startFreshApi } from "../../dev/test/test-stack.ts";
import { control } from "../../dev/test/test-stand-ins.ts";
import { checkStoredTape, readStoredTape, recordsOf } from "../../dev/test/test-tape.ts";
import type { Candle } from "../contract/candles.ts";
import type { SourceId } from "../contract/quotes.ts";
import type { SwitchRecord, TapeRecord } from "../contract/tape/tape-record.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { CHOICE_RULES } from "./source-choice.ts";

setDefaultTimeout(600_000);

const SYMBOL = "BTCUSDm";
const POLL_MS = 100;
/** The three seconds of the specification of failover. */
const FAILOVER_MS_MAX = 3_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startFreshApi({ PRICE_SOURCES: "coinbase,kraken,finnhub" });
}, 600_000);
afterAll(() => stack.stop());

const fault = (source: SourceId, kind: FaultKind | "none") =>
  control(stack.urls.priceSource, "/fault", { source, kind });
const records = () => recordsOf(readStoredTape(stack));
const isSwitch = (record: TapeRecord): record is TapeRecord & SwitchRecord =>
  record.type === "switch" && record.symbol === SYMBOL;

/** The first record from an index on that fits, once it is on the tape. */
async function nextRecord<Found extends TapeRecord>(
  fits: (record: TapeRecord) => record is Found,
  from: number,
): Promise<Found> {
  for (;;) {
    const found = records().slice(from).find(fits);
    if (found) return found;
    await Bun.sleep(POLL_MS);
  }
}

/** Ends a fault, and waits until the source is connected and was heard for longer than any rule but the return looks back. */
async function healed(source: SourceId): Promise<void> {
  await fault(source, "none");
  const isBack = async () => {
    const { sources } = await (await fetch(`${stack.urls.priceSource}/prices`)).json();
    return sources.some((one: { source: SourceId; isConnected: boolean }) => one.source === source && one.isConnected);
  };
  while (!(await isBack())) await Bun.sleep(POLL_MS);
  await Bun.sleep(2 * CHOICE_RULES.silentMsMin);
}

test("each fault of the active source is replaced in time, stated on the tape, and leaves candles without a gap", async () => {
  const client = new MarketClient(stack.origin, { query: `?symbols=${SYMBOL}` });
  await nextRecord(isSwitch, 0);
  await Bun.sleep(2 * CHOICE_RULES.silentMsMin);

  const faults: Array<{ kind: FaultKind; reasons: SwitchRecord["reason"][]; withinMs: number }> = [
    { kind: "cut", reasons: ["closed"], withinMs: FAILOVER_MS_MAX },
    { kind: "refuse", reasons: ["closed"], withinMs: FAILOVER_MS_MAX },
    // A last heartbeat after the last quote lets the limit of quotes be reached first.
    { kind: "silent", reasons: ["silent", "frozen"], withinMs: FAILOVER_MS_MAX },
    { kind: "corrupt", reasons: ["frozen"], withinMs: FAILOVER_MS_MAX },
    { kind: "skew", reasons: ["outvoted"], withinMs: FAILOVER_MS_MAX },
    // Its heartbeats go on.
    { kind: "freeze", reasons: ["frozen"], withinMs: FAILOVER_MS_MAX },
  ];
  for (const { kind, reasons, withinMs } of faults) {
    const before = records();
    const active = before.findLast(isSwitch)?.to ?? "coinbase";
    const beganMs = Date.now();
    await fault(active, kind);
    const change = await nextRecord(isSwitch, before.length);
    console.info(`${kind} of ${active}: ${change.to} after ${change.heardAt - beganMs} ms (${change.reason})`);
    expect([kind, change.from]).toEqual([kind, active]);
    expect(reasons).toContain(change.reason);
    expect(change.heardAt - beganMs).toBeLessThanOrEqual(withinMs);

    const after = records();
    const next = after.find(({ seq, type }) => seq > change.seq && type !== "switch" && type !== "disagreement");
    // A source that was alive until the switch leaves no gap.
    if (change.reason === "outvoted") expect(next).toMatchObject({ type: "quote", source: change.to });
    else expect(next).toMatchObject({ type: "gap", symbols: [SYMBOL], reason: "switch" });
    const quote = after.find(({ seq, type }) => seq > change.seq && type === "quote");
    expect((quote?.heardAt ?? 0) - change.heardAt).toBeLessThanOrEqual(1_000);
    await healed(active);
  }

  client.close();
  const reply = await new Client(stack.origin).get(`/api/market/candles?symbol=${SYMBOL}&interval=1m&limit=5`);
  const starts = reply.body.candles.map(([startMs]: Candle) => startMs);
  expect(starts).toEqual(starts.map((_: number, i: number) => starts[0] + i * MINUTE_MS));
  expect(starts.at(-1)).toBeGreaterThan(Date.now() - 2 * MINUTE_MS);
  expect(await checkStoredTape(readStoredTape(stack))).toEqual([]);
});

test("a minute of quotes is sealed, moved into the bucket, and its records can be proven", async () => {
  const client = new MarketClient(stack.origin, { query: `?symbols=${SYMBOL}` });
  while (readStoredTape(stack).segments.size < 2) await Bun.sleep(POLL_MS);
  client.close();
  const tape = readStoredTape(stack);
  const days = new Set(tape.seals.map(({ minuteMs }) => new Date(minuteMs).toISOString().slice(0, 10)));
  const published: unknown[] = [];
  for (const day of days) {
    published.push(...(await new Client(stack.origin).get(`/api/market/tape/seals?day=${day}`)).body.seals);
  }
  expect(published.slice(0, tape.seals.length)).toEqual(tape.seals);
  expect(await checkStoredTape(tape)).toEqual([]);
});

test("when nobody listens any more, the last minute is sealed and moved too", async () => {
  const client = new MarketClient(stack.origin, { query: `?symbols=${SYMBOL}` });
  await nextRecord(isSwitch, 0);
  client.close();
  // The hub gives up its place half a minute later; what it does until then is the product's own time.
  while (readStoredTape(stack).rows.length > 0) await Bun.sleep(POLL_MS);
  const tape = readStoredTape(stack);
  expect(tape.segments.size).toBe(tape.seals.length);
  expect(await checkStoredTape(tape)).toEqual([]);
});
