import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { DemoLevel, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { MarketState, NO_MARKET } from "../../worker/contract/demo/market-state.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { SeededChance } from "../seeded-chance.ts";
import { setPace } from "../test/test-market.ts";
import { readStoredTape, recordsOf } from "../test/test-tape.ts";
import { BookCalls, startBookStack } from "../test/test-trigger-book.ts";
import { waitUntil } from "../test/wait-until.ts";
import type { CrashStack } from "./crash-stack.ts";

setDefaultTimeout(1_800_000);

/**
 * `BOOK_KILLS=200 bun test dev/crash/trigger-book-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the levels and
 * the moments of the kills.
 */
const KILLS = Number(process.env.BOOK_KILLS ?? 10);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_124);
/** Per symbol and source: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const LIFE_MS_MAX = 2_000;
/** Levels that are armed in each life. */
const LEVELS = 20;
/** Their distance from the price, in parts of it: some fire at once, most within some lives, a few never. */
const NEAR = 1 / 5_000;
const SYMBOLS: readonly FeedSymbol[] = ["BTCUSDm", "ETHUSDm"];

let stack: CrashStack;
let book: BookCalls;
beforeAll(async () => {
  stack = await startBookStack();
  book = new BookCalls(stack);
  await setPace(stack, QUOTES_PER_SECOND);
}, 600_000);
afterAll(() => stack?.stop());

test(`after ${KILLS} kills of the Worker, each level has fired at the tape's first quote that reaches it (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const armed = new Map<string, DemoLevel>();
  for (let kill = 0; kill < KILLS; kill++) {
    const endMs = Date.now() + chance.next() * LIFE_MS_MAX;
    const arming: Promise<void>[] = [];
    const unsure: string[] = [];
    for (let i = 0; i < LEVELS; i++) {
      const owner = `owner-${kill}-${i}`;
      const symbol = chance.oneOf(SYMBOLS) ?? "BTCUSDm";
      const draws = [chance.next(), chance.next(), chance.next()] as const;
      const call = armOne(owner, symbol, draws, (level) => armed.set(owner, level));
      arming.push(call.catch(() => void unsure.push(owner)));
      await Bun.sleep(Math.max(0, (endMs - Date.now()) / (LEVELS - i)));
    }
    await stack.crashWorker();
    await Promise.all(arming);
    // The callers of what the kill ended do not know whether it was armed, and try again.
    for (const owner of unsure) {
      const level = armed.get(owner);
      if (level) await book.arm(owner, 1, [level]);
    }
  }

  const { seq } = await book.market("nobody", SYMBOLS);
  const quotes = fillableQuotes(recordsOf(readStoredTape(stack)).filter((record) => record.seq <= seq));
  let fired = 0;
  for (const [owner, level] of armed) {
    const first = firstReaching(level, quotes);
    if (!first) continue;
    fired += 1;
    const [one, ...more] = await waitUntil(`a delivery to ${owner}`, async () => {
      const received = await book.received(owner);
      return received.length > 0 && received;
    });
    expect([owner, one?.delivery.quote, more.length]).toEqual([owner, first, 0]);
  }
  console.info(`${KILLS} kills: ${armed.size} levels, ${fired} fired`);
  expect(fired).toBeGreaterThan(KILLS);
});

/** Arms a level near the price of its symbol. @param keep is told the level before it is armed */
async function armOne(
  owner: string,
  symbol: FeedSymbol,
  [away, directionDraw, typeDraw]: readonly [number, number, number],
  keep: (level: DemoLevel) => void,
): Promise<void> {
  const { seq, quotes } = await book.market(owner, [symbol]);
  const newest = quotes.at(-1);
  if (!newest) return;
  const price = midSteps(newest);
  const distance = 1 + Math.round(away * price * NEAR);
  const direction = directionDraw < 0.5 ? "down" : "up";
  const place = { id: "order:1", symbol, reference: "mid", direction, armedSeq: seq } as const;
  const level: DemoLevel =
    typeDraw < 0.5
      ? { ...place, type: "price", price: direction === "down" ? price - distance : price + distance }
      : { ...place, type: "trail", distance, extreme: price };
  keep(level);
  await book.arm(owner, 1, [level]);
}

function fillableQuotes(records: readonly TapeRecord[]): MarketQuote[] {
  const state = new MarketState(NO_MARKET);
  return records.flatMap((record) => {
    const taken = state.take(record);
    return taken?.isFillable ? [taken.quote] : [];
  });
}

function firstReaching(level: DemoLevel, quotes: readonly MarketQuote[]): MarketQuote | null {
  const sign = level.direction === "down" ? 1 : -1;
  let extreme = level.type === "trail" ? sign * level.extreme : 0;
  for (const quote of quotes) {
    if (quote.seq <= level.armedSeq || quote.symbol !== level.symbol) continue;
    const price = sign * midSteps(quote);
    if (price <= (level.type === "price" ? sign * level.price : extreme - level.distance)) return quote;
    extreme = Math.max(extreme, price);
  }
  return null;
}
