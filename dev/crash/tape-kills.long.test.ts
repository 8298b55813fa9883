import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ServerMessage } from "../../worker/contract/market-messages.ts";
import { dollarsOf } from "../../worker/contract/price-steps.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { minuteOf } from "../../worker/contract/tape/tape-minute.ts";
import type { QuoteRecord, TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import { MarketClient, setPace } from "../test/test-market.ts";
import { checkStoredTape, readStoredTape, recordsOf } from "../test/test-tape.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(1_800_000);

/**
 * `TAPE_KILLS=200 bun test dev/crash/tape-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the moments of the
 * kills.
 */
const KILLS = Number(process.env.TAPE_KILLS ?? 10);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_123);
/** The life that lasts until candles are stored; those after it go on from them. */
const CANDLES_AT_KILL = Math.floor(KILLS / 2);
const CLIENTS = 3;
/** Per symbol and source: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const LIFE_MS_MAX = 2_500;
const POLL_MS = 100;

/** A price that somebody was shown. */
type Seen = { symbol: FeedSymbol; price: number; at: number };

let stack: CrashStack;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
  await setPace(stack, QUOTES_PER_SECOND);
}, 600_000);
afterAll(() => stack?.stop());

test(`after ${KILLS} kills of the Worker, every price that was shown is on the tape (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const shown: Seen[][] = [];
  const killedAtMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const clients = Array.from({ length: CLIENTS }, () => openClient());
    const lifeMs = chance.next() * LIFE_MS_MAX;
    const endMs = Date.now() + lifeMs;
    while (Date.now() < endMs) await Bun.sleep(Math.min(POLL_MS, Math.max(0, endMs - Date.now())));
    // The feed stores candles every ten seconds, which is longer than most of its lives here.
    while (kill === CANDLES_AT_KILL && readMinuteCandles().length === 0) await Bun.sleep(POLL_MS);
    killedAtMs.push(Date.now());
    await stack.crashWorker();
    shown.push(...clients.map(({ frames }) => frames.flatMap(pricesIn)));
  }
  // One more life, in which each symbol is quoted after the last kill.
  const client = openClient();
  const quotedSince = (sinceMs: number) => {
    const quoted = recordsOf(readStoredTape(stack)).filter(({ heardAt }) => heardAt > sinceMs);
    return FEED_SYMBOL_LIST.every((symbol) => quoted.some((record) => isQuoteOf(record, symbol)));
  };
  while (!quotedSince(Math.max(...killedAtMs))) await Bun.sleep(POLL_MS);
  client.close();

  const tape = readStoredTape(stack);
  const records = recordsOf(tape);
  expect(await checkStoredTape(tape)).toEqual([]);
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, i) => i + 1));

  const quotes = records.filter((record) => record.type === "quote");
  const seqsOf = Map.groupBy(quotes, keyOf);
  for (const prices of shown) expectOnTape(prices, seqsOf);
  const candles = readMinuteCandles();
  for (const candle of candles) expectFromTape(candle, quotes);
  const gaps = expectGaps(records, killedAtMs);
  const seen = shown.flat().length;
  console.info(
    `${KILLS} kills: ${records.length} records, ${gaps} gaps, ${seen} prices shown, ${candles.length} candles`,
  );
  expect(seen).toBeGreaterThan(KILLS);
  expect(candles.length).toBeGreaterThan(0);
});

function openClient(): MarketClient {
  return new MarketClient(stack.origin, { query: `?symbols=${FEED_SYMBOL_LIST.join()}` });
}

function pricesIn(frame: string): Seen[] {
  // The hub's own tests cover the format of its messages.
  const message = JSON.parse(frame) as ServerMessage;
  if (message.type === "price_update") return [message];
  if (message.type === "error") return [];
  return Object.entries(message.prices).flatMap(([symbol, quote]) =>
    quote && isFeedSymbol(symbol) ? [{ symbol, price: quote.price, at: quote.at }] : [],
  );
}

function isQuoteOf(record: TapeRecord, symbol: FeedSymbol): boolean {
  return record.type === "quote" && record.symbol === symbol;
}

function priceOf(quote: QuoteRecord): number {
  return dollarsOf(quote.symbol, midSteps(quote));
}

const keyOf = (quote: QuoteRecord) => `${quote.symbol} ${priceOf(quote)} ${quote.at}`;

/** Expects the prices of one client to be on the tape, those of each symbol in the order in which it saw them. */
function expectOnTape(prices: readonly Seen[], seqsOf: ReadonlyMap<string, readonly TapeRecord[]>): void {
  const lastSeq = new Map<FeedSymbol, number>();
  for (const { symbol, price, at } of prices) {
    const records = seqsOf.get(`${symbol} ${price} ${at}`);
    expect([symbol, price, at, records !== undefined]).toEqual([symbol, price, at, true]);
    const next = records?.find(({ seq }) => seq >= (lastSeq.get(symbol) ?? 0));
    expect(next).toBeDefined();
    lastSeq.set(symbol, next?.seq ?? 0);
  }
}

type StoredCandle = { startMs: number; open: number; high: number; low: number; close: number };

/** The stored minutes of Bitcoin, which come from our quotes alone while nobody opens its chart. */
function readMinuteCandles(): StoredCandle[] {
  const dir = join(stack.dataDir, "workerd/objects/PriceFeed");
  for (const name of readdirSync(dir).filter((one) => one.endsWith(".sqlite") && one !== "metadata.sqlite")) {
    const database = new Database(join(dir, name), { readonly: true });
    const query = `SELECT start_ms AS startMs, open, high, low, close FROM candles
      WHERE symbol = 'BTCUSDm' AND size_ms = 60000`;
    const candles = database.query<StoredCandle, []>(query).all();
    database.close();
    if (candles.length > 0) return candles;
  }
  return [];
}

function expectFromTape({ startMs, ...prices }: StoredCandle, quotes: readonly QuoteRecord[]): void {
  const ofMinute = quotes.filter(({ symbol, at }) => symbol === "BTCUSDm" && minuteOf(at) === startMs).map(priceOf);
  for (const price of Object.values(prices)) expect(ofMinute).toContain(price);
}

/**
 * Expects that a gap is stated between the last quote of each symbol before each kill and the first one after it.
 * @returns the gaps of restarts
 */
function expectGaps(records: readonly TapeRecord[], killedAtMs: readonly number[]): number {
  for (const killedMs of killedAtMs) {
    for (const symbol of FEED_SYMBOL_LIST) {
      const before = records.findLastIndex((one) => isQuoteOf(one, symbol) && one.heardAt <= killedMs);
      const after = records.findIndex((one) => isQuoteOf(one, symbol) && one.heardAt > killedMs);
      if (before < 0) continue;
      const between = records.slice(before, after);
      const isStated = between.some(
        (one) => one.type === "gap" && one.reason === "restart" && one.symbols.includes(symbol),
      );
      expect([symbol, killedMs, isStated]).toEqual([symbol, killedMs, true]);
    }
  }
  return records.filter((record) => record.type === "gap" && record.reason === "restart").length;
}
