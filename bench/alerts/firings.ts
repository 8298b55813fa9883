import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { alertFirings } from "../../db/schema/index.ts";
import { SeededChance } from "../../dev/seeded-chance.ts";
import { storedFirings } from "../../dev/test/stored-firings.ts";
import { addAlerts, alertTerms } from "../../dev/test/test-alerts.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { control } from "../../dev/test/test-stand-ins.ts";
import { BookCalls, startBookStack } from "../../dev/test/test-trigger-book.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures the way of a quote from the feed's hearing it to the row of a price alert's firing in the database, on workerd with the product's feed
 * and trigger book and alerts at rest: of one alert, and of many that one quote fires. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    rest: { type: "string", default: "20000" },
    fires: { type: "string", default: "300" },
    due: { type: "string", default: "10000" },
  },
});
const SYMBOL = "BTCUSDm";
/** Per symbol: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const OF_TRADER = 500;
/** Nearer than most quotes move the price. */
const NEAR_STEPS = 100;
const POLL_MS = 5;

const stack = await startBookStack();
const db = databaseOf(stack);
const book = new BookCalls(stack);
const chance = new SeededChance(1);

/** Traders with this many alerts together. */
async function arm(count: number, priceOf: () => number): Promise<string[]> {
  const owners: string[] = [];
  for (let from = 0; from < count; from += OF_TRADER) {
    const { userId } = await newTrader(stack);
    const terms = Array.from({ length: Math.min(OF_TRADER, count - from) }, () => {
      return alertTerms({ condition: { type: "level", direction: "rises", price: priceOf() } });
    });
    await addAlerts(db, userId, terms);
    await book.alertsChanged(userId);
    owners.push(userId);
  }
  return owners;
}

async function firingsOfAll(): Promise<number> {
  const [[row]] = await db.read([db.query.select({ count: sql<number>`count(*)` }).from(alertFirings)]);
  return row?.count ?? 0;
}

async function until(count: number): Promise<number> {
  while ((await firingsOfAll()) < count) await Bun.sleep(POLL_MS);
  return Date.now();
}

/** From the quote's hearing until its row is seen, of alerts that each wait for the next move of the price. */
async function fireSome(count: number): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < count; i++) {
    const { userId } = await newTrader(stack);
    const { quotes } = await book.market("nobody", [SYMBOL]);
    const newest = quotes.at(-1);
    if (!newest) continue;
    const price = midSteps(newest);
    const level = (direction: "rises" | "falls", away: number) =>
      alertTerms({ condition: { type: "level", direction, price: price + away } });
    await addAlerts(db, userId, [level("rises", NEAR_STEPS), level("falls", -NEAR_STEPS)]);
    await book.alertsChanged(userId);
    const armedMs = Date.now();
    let firings = await storedFirings(stack, userId);
    while (firings.length === 0) {
      await Bun.sleep(POLL_MS);
      firings = await storedFirings(stack, userId);
    }
    const seenMs = Date.now();
    const heardAt = firings[0]?.quote.heardAt ?? 0;
    // What fired while it was armed did not wait.
    if (heardAt > armedMs) delays.push(seenMs - heardAt);
  }
  return delays.toSorted((one, other) => one - other);
}

try {
  await setPace(stack, QUOTES_PER_SECOND);
  await book.market("nobody", FEED_SYMBOL_LIST);
  await arm(Number(values.rest), () => 500_000_000 + Math.floor(chance.next() * 300_000_000));
  const delays = await fireSome(Number(values.fires));
  const at = (part: number) => delays[Math.min(delays.length - 1, Math.floor(part * delays.length))] ?? Number.NaN;

  const { quotes } = await book.market("nobody", [SYMBOL]);
  const target = Math.max(...quotes.map(({ ask }) => ask)) + 1_000_000;
  const due = Number(values.due);
  const owners = await arm(due, () => target);
  const before = await firingsOfAll();
  await control(stack.urls.priceSource, "/price", { symbol: SYMBOL, price: (target + 1_000) / 100 });
  const allMs = await until(before + due);
  const [first] = await storedFirings(stack, owners[0] ?? "");
  console.info(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable([0], {
      "alerts at rest": () => Number(values.rest).toLocaleString("en-US"),
      "a quote to its row, p50 / p99 / max": () => `${at(0.5)} / ${at(0.99)} / ${at(1)} ms of ${delays.length}`,
      [`${due.toLocaleString("en-US")} alerts at one quote, to the last row`]: () =>
        `${allMs - (first?.quote.heardAt ?? 0)} ms`,
    }),
  );
} finally {
  await stack.stop();
}
