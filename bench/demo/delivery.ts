import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { SeededChance } from "../../dev/seeded-chance.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { control } from "../../dev/test/test-stand-ins.ts";
import { BookCalls, startBookStack } from "../../dev/test/test-trigger-book.ts";
import type { DemoLevel } from "../../worker/contract/demo/demo-types.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures the way of a quote from the feed's hearing it to the account that waits for it, on workerd with the product's feed
 * and trigger book, accounts that only keep what they receive, and levels at rest. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    levels: { type: "string", default: "100000" },
    fires: { type: "string", default: "500" },
    accounts: { type: "string", default: "1000" },
  },
});
const SYMBOL = "BTCUSDm";
/** Per symbol: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const LEVELS_OF_OWNER = 200;
const ARMS_AT_ONCE = 20;
const LEVELS_OF_ACCOUNT = 10;
/** Nearer than most quotes move the price. */
const NEAR_STEPS = 100;

const stack = await startBookStack();
const book = new BookCalls(stack);
const chance = new SeededChance(1);

async function inParallel(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: ARMS_AT_ONCE }, worker));
}

/** Levels that no quote reaches. */
async function rest(count: number): Promise<number> {
  const { seq: armedSeq } = await book.market("nobody", [SYMBOL]);
  const startMs = performance.now();
  await inParallel(Math.ceil(count / LEVELS_OF_OWNER), async (owner) => {
    const levels = Array.from({ length: LEVELS_OF_OWNER }, (_, i): DemoLevel => {
      const symbol = chance.oneOf(FEED_SYMBOL_LIST) ?? SYMBOL;
      const place = { id: `order:${i}`, symbol, reference: "bid", direction: "up", armedSeq } as const;
      return { ...place, type: "price", price: 500_000_000 + Math.floor(chance.next() * 400_000_000) };
    });
    await book.arm(`rest-${owner}`, 1, levels);
  });
  return performance.now() - startMs;
}

/** The delays of deliveries to accounts that each wait for the next move of the price. */
async function fireSome(name: string, count: number): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < count; i++) {
    const owner = `${name}-${i}`;
    const { seq, quotes } = await book.market(owner, [SYMBOL]);
    const newest = quotes.at(-1);
    if (!newest) continue;
    const place = { symbol: SYMBOL, reference: "mid", armedSeq: seq, type: "price" } as const;
    const price = midSteps(newest);
    const { due } = await book.arm(owner, 1, [
      { ...place, id: "order:1", direction: "up", price: price + NEAR_STEPS },
      { ...place, id: "order:2", direction: "down", price: price - NEAR_STEPS },
    ]);
    // What fired while it was armed did not wait.
    if (due.length > 0) continue;
    let received = await book.received(owner);
    while (received.length === 0) {
      await Bun.sleep(10);
      received = await book.received(owner);
    }
    const [first] = received;
    if (first) delays.push(first.receivedMs - first.delivery.quote.heardAt);
  }
  return delays.toSorted((one, other) => one - other);
}

/** The delays of the deliveries of one quote to many accounts. */
async function fireAll(accounts: number): Promise<number[]> {
  const { seq: armedSeq, quotes } = await book.market("nobody", [SYMBOL]);
  const price = Math.max(...quotes.map(midSteps)) + 200_000;
  const place = { symbol: SYMBOL, reference: "mid", direction: "up", armedSeq, type: "price", price } as const;
  const levels = Array.from({ length: LEVELS_OF_ACCOUNT }, (_, i): DemoLevel => ({ ...place, id: `order:${i}` }));
  // Their objects run, as those of traders with an open page.
  await inParallel(accounts, async (i) => {
    await book.received(`many-${i}`);
    await book.arm(`many-${i}`, 1, levels);
  });
  await control(stack.urls.priceSource, "/price", { symbol: SYMBOL, price: (price + 1_000) / 100 });
  const delays: number[] = [];
  await inParallel(accounts, async (i) => {
    let received = await book.received(`many-${i}`);
    while (received.length === 0) {
      await Bun.sleep(100);
      received = await book.received(`many-${i}`);
    }
    const [first] = received;
    if (first) delays.push(first.receivedMs - first.delivery.quote.heardAt);
  });
  return delays.toSorted((one, other) => one - other);
}

const share = (sorted: readonly number[], of: number) =>
  `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0} ms`;

try {
  await setPace(stack, QUOTES_PER_SECOND);
  const results: { name: string; delays: number[] }[] = [];
  const single = await fireSome("alone", Number(values.fires));
  results.push({ name: "a level, nothing else at rest", delays: single });
  const levels = Number(values.levels);
  const restMs = await rest(levels);
  const amid = await fireSome("amid", Number(values.fires));
  results.push({ name: `a level among ${levels.toLocaleString("en-US")}`, delays: amid });
  const accounts = Number(values.accounts);
  const many = (accounts * LEVELS_OF_ACCOUNT).toLocaleString("en-US");
  results.push({ name: `${many} levels of ${accounts} accounts at one quote`, delays: await fireAll(accounts) });
  console.info(`\nload ${loadavg()[0]?.toFixed(1)}; ${levels} levels armed in ${(restMs / 1_000).toFixed(1)} s\n`);
  console.info(
    markdownTable(results, {
      "from hearing a quote to its account": ({ name }) => name,
      p50: ({ delays }) => share(delays, 0.5),
      p99: ({ delays }) => share(delays, 0.99),
      max: ({ delays }) => share(delays, 1),
    }),
  );
} finally {
  await stack.stop();
}
process.exit(0);
