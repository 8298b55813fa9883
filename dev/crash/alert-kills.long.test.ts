import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { AlertCondition, AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { SeededChance } from "../seeded-chance.ts";
import { naiveAlert } from "../test/naive-alerts.ts";
import { firingsNotified, storedAlerts, storedFirings } from "../test/stored-firings.ts";
import { addAlerts, alertTerms } from "../test/test-alerts.ts";
import { setPace } from "../test/test-market.ts";
import { databaseOf } from "../test/test-money.ts";
import { newTrader } from "../test/test-people.ts";
import { readStoredTape, recordsOf } from "../test/test-tape.ts";
import { BookCalls, startBookStack } from "../test/test-trigger-book.ts";
import { waitUntil } from "../test/wait-until.ts";
import type { CrashStack } from "./crash-stack.ts";

setDefaultTimeout(3_600_000);

/**
 * `ALERT_KILLS=200 bun test dev/crash/alert-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the alerts and the moments
 * of the kills.
 */
const KILLS = Number(process.env.ALERT_KILLS ?? 10);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_129);
/** Per symbol and source: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const LIFE_MS_MAX = 2_000;
/** Alerts that are set in each life. */
const ALERTS = 8;
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

test(`after ${KILLS} kills of the Worker or the database, each firing of the tape stands once, with one notification (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const db = databaseOf(stack);
  const owners: string[] = [];
  const prices = new Map<FeedSymbol, number>();
  for (let kill = 0; kill < KILLS; kill++) {
    const { quotes } = await book.market("nobody", SYMBOLS);
    for (const quote of quotes) prices.set(quote.symbol, midSteps(quote));
    const { userId } = await newTrader(stack);
    owners.push(userId);
    const terms = Array.from({ length: ALERTS }, () => randomTerms(chance, prices));
    await addAlerts(db, userId, terms);
    // The answer may be cut off by the kill: the cron asks again.
    const told = book.alertsChanged(userId).catch(() => {});
    await Bun.sleep(chance.next() * LIFE_MS_MAX);
    if (chance.next() < 0.2) await stack.crashDatabase();
    else await stack.crashWorker();
    await told;
  }
  for (const owner of owners) {
    await waitUntil("the alerts are armed", () =>
      book.alertsChanged(owner).then(
        () => true,
        () => false,
      ),
    );
  }
  let fired = 0;
  for (const owner of owners) {
    // Until it has recorded all that the tape had when it was first read.
    const records = recordsOf(readStoredTape(stack));
    const rows = await storedAlerts(stack, owner);
    const expected = (await Promise.all(rows.map((row) => seqsOf(row, records)))).flat().toSorted();
    const firings = await waitUntil(`the firings of ${owner}`, async () => {
      const stored = await storedFirings(stack, owner);
      const names = new Set(stored.map(({ alert, seq }) => `${alert} ${seq}`));
      return expected.every((name) => names.has(name)) && stored;
    });
    // Those of quotes that came later are none of these.
    const last = records.at(-1)?.seq ?? 0;
    const found = firings.filter(({ seq }) => seq <= last).map(({ alert, seq }) => `${alert} ${seq}`);
    expect([owner, found.toSorted()]).toEqual([owner, expected]);
    const notified = await firingsNotified(stack, owner);
    expect(new Set(notified).size).toBe(notified.length);
    expect(notified).toEqual(expect.arrayContaining(firings.map(({ id }) => String(id))));
    fired += found.length;
  }
  console.info(`${KILLS} kills: ${owners.length * ALERTS} alerts, ${fired} firings`);
  expect(fired).toBeGreaterThan(KILLS);
});

type Row = Awaited<ReturnType<typeof storedAlerts>>[number];

/** The firings that the tape has of an alert, each as its alert and quote. */
async function seqsOf(row: Row, records: Parameters<typeof naiveAlert>[0]): Promise<string[]> {
  if (row.armedSeq === null) throw new Error("an alert is not armed");
  // Written by the test as these types.
  const [symbol, condition, repeat] = [row.symbol as FeedSymbol, JSON.parse(row.condition), JSON.parse(row.repeat)];
  const { firings } = naiveAlert(records, { symbol, condition, repeat, expiresAt: null }, row.armedSeq);
  return firings.map(({ seq }) => `${row.id} ${seq}`);
}

/** A level or a line near a symbol's price, that tells once, or a move that tells again: its record of arming stays. */
function randomTerms(chance: SeededChance, prices: ReadonlyMap<FeedSymbol, number>): AlertTerms {
  const symbol = chance.oneOf(SYMBOLS) ?? "BTCUSDm";
  const price = prices.get(symbol) ?? 1_000_000;
  const distance = 1 + Math.round(chance.next() * price * NEAR);
  const direction = chance.next() < 0.5 ? "rises" : "falls";
  const away = direction === "rises" ? price + distance : price - distance;
  const nowMs = Date.now();
  const conditions: AlertCondition[] = [
    { type: "level", direction, price: away },
    { type: "line", direction, a: { atMs: nowMs - 60_000, price: away - distance }, b: { atMs: nowMs, price: away } },
    { type: "move", direction: "either", basisPoints: 1 + Math.floor(chance.next() * 3), windowMs: 60_000 },
  ];
  const condition = chance.oneOf(conditions) ?? { type: "level", direction, price: away };
  return alertTerms({
    symbol,
    condition,
    repeat: condition.type === "move" ? { type: "again", retreat: 0 } : { type: "once" },
  });
}
