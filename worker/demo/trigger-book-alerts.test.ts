import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { priceAlerts } from "../../db/schema/index.ts";
import type { CrashStack } from "../../dev/crash/crash-stack.ts";
import { naiveAlert } from "../../dev/test/naive-alerts.ts";
import { firingsNotified, storedAlerts, storedFirings } from "../../dev/test/stored-firings.ts";
import { addAlerts, alertTerms, setAlert } from "../../dev/test/test-alerts.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { control } from "../../dev/test/test-stand-ins.ts";
import { readStoredTape, recordsOf } from "../../dev/test/test-tape.ts";
import { BookCalls, startBookStack } from "../../dev/test/test-trigger-book.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { AlertTerms } from "../contract/alerts/price-alerts.ts";

setDefaultTimeout(600_000);

const SYMBOL = "BTCUSDm";

let stack: CrashStack;
let book: BookCalls;
beforeAll(async () => {
  stack = await startBookStack();
  book = new BookCalls(stack);
  await setPace(stack, 8);
}, 600_000);
afterAll(() => stack?.stop());

const setPrice = (price: number | null) => control(stack.urls.priceSource, "/price", { symbol: SYMBOL, price });
const risesTo = (price: number): AlertTerms => alertTerms({ condition: { type: "level", direction: "rises", price } });

/** The highest price now, in steps. */
async function priceNow(): Promise<number> {
  const { quotes } = await book.market("nobody", [SYMBOL]);
  return Math.max(...quotes.map(({ ask }) => ask));
}

/** What the naive reading of the tape says about an alert that the database has armed, without the quotes before. */
async function expectedSeqs(userId: string, alert: number): Promise<number[]> {
  const rows = await storedAlerts(stack, userId);
  const row = rows.find(({ id }) => id === alert);
  if (row?.armedSeq === undefined || row.armedSeq === null) throw new Error("the alert is not armed");
  const terms = {
    symbol: SYMBOL,
    condition: JSON.parse(row.condition),
    repeat: JSON.parse(row.repeat),
    expiresAt: null,
  } as const;
  return naiveAlert(recordsOf(readStoredTape(stack)), terms, row.armedSeq).firings.map(({ seq }) => seq);
}

const firingsOf = (userId: string, count: number) =>
  waitUntil(`${count} firings`, async () => {
    const firings = await storedFirings(stack, userId);
    return firings.length >= count ? firings : null;
  });

test("an alert is armed when its answer comes, fires at the first quote at its level, and is a row with its notification", async () => {
  const trader = await newTrader(stack);
  const target = (await priceNow()) + 100_000;
  const { id, state } = await setAlert(trader, risesTo(target));
  expect(state).toBe("armed");
  await setPrice((target + 1_000) / 100);
  const [firing, ...more] = await firingsOf(trader.userId, 1);
  expect(more).toEqual([]);
  expect(firing).toMatchObject({
    alert: id,
    version: 1,
    value2: 2 * target,
    extreme: null,
    before: { symbol: SYMBOL },
  });
  expect([firing?.seq]).toEqual(await expectedSeqs(trader.userId, id));
  expect((await storedAlerts(stack, trader.userId)).map((row) => row.state)).toEqual(["fired"]);
  expect(await firingsNotified(stack, trader.userId)).toEqual([String(firing?.id)]);
  await setPrice(null);
});

test("an alert keeps the feed awake, survives a kill, and what happens meanwhile is recorded once", async () => {
  const trader = await newTrader(stack);
  const target = (await priceNow()) + 100_000;
  const { id } = await setAlert(trader, { ...risesTo(target), repeat: { type: "again", retreat: 1_000_000 } });
  expect((await book.feedStatus()).isWanted).toBe(true);
  await stack.crashWorker();
  await setPrice((target + 1_000) / 100);
  await stack.crashWorker();
  await firingsOf(trader.userId, 1);
  await stack.crashWorker();
  await setPrice(null);
  const known = await priceNow();
  expect(known).toBeGreaterThan(0);
  expect((await storedFirings(stack, trader.userId)).map(({ seq }) => seq)).toEqual(
    await expectedSeqs(trader.userId, id),
  );
});

test("alerts that the book was not told of are armed by the cron; a firing of a version that was amended is left out", async () => {
  const trader = await newTrader(stack);
  const target = (await priceNow()) + 100_000;
  const db = databaseOf(stack);
  await addAlerts(db, trader.userId, [risesTo(target)]);
  expect((await storedAlerts(stack, trader.userId))[0]?.armedVersion).toBeNull();
  await book.alertsChanged(trader.userId);
  expect((await storedAlerts(stack, trader.userId))[0]?.armedVersion).toBe(1);
  // The book still watches the version before.
  await db.write([
    db.query.update(priceAlerts).set({ version: 2, state: "paused" }).where(eq(priceAlerts.userId, trader.userId)),
  ]);
  await setPrice((target + 1_000) / 100);
  const other = await newTrader(stack);
  await setAlert(other, alertTerms({ condition: { type: "level", direction: "falls", price: target } }));
  await setPrice((target - 10_000) / 100);
  await firingsOf(other.userId, 1);
  expect(await storedFirings(stack, trader.userId)).toEqual([]);
  await setPrice(null);
});

test("an alert of a closed account is forgotten, and tells nothing", async () => {
  const [trader, closed] = [await newTrader(stack), await newTrader(stack)];
  const target = (await priceNow()) + 100_000;
  await setAlert(closed, risesTo(target));
  await book.forgetAlerts(closed.userId);
  await setAlert(trader, risesTo(target));
  await setPrice((target + 1_000) / 100);
  await firingsOf(trader.userId, 1);
  expect(await storedFirings(stack, closed.userId)).toEqual([]);
  await setPrice(null);
});
