import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../../dev/stack.ts";
import { recordDemoLog, TestDemoLog } from "../../../dev/test/test-demo.ts";
import { momentsIn } from "../../../dev/test/test-moments.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { addTrades } from "../../../dev/test/test-trades.ts";
import { ZONES } from "../../../dev/test/test-zones.ts";
import { fc } from "../../../web/test/property.ts";
import { isoDate, weekOf } from "../../contract/trade-calendar.ts";
import { dayAfterDigest, dayOfNextDigest, periodOfDigest } from "./digest-schedule.ts";
import { readDigest } from "./mail-digests.ts";

setDefaultTimeout(600_000);

let stack: Stack;
const adminId = crypto.randomUUID();
beforeAll(async () => {
  stack = await apiStack();
  await addPerson(databaseOf(stack), adminId, "admin");
});

const tradesIn = (timeZone: string) =>
  fc.array(
    fc.record({
      closedAtMs: momentsIn(timeZone),
      profitCents: fc.oneof(fc.constant(0), fc.integer({ min: -50_000, max: 50_000 })),
    }),
    { minLength: 6, maxLength: 10 },
  );

async function dataOf(trader: Trader, path: string) {
  const { status, body } = await trader.get(path);
  expect(status).toBe(200);
  return body.data;
}

test.each(ZONES)("in %s a digest has the figures that the screens have of its days", async (zone) => {
  const db = databaseOf(stack);
  await fc.assert(
    fc.asyncProperty(tradesIn(zone), tradesIn(zone), tradesIn(zone), async (cash, ...runs) => {
      const trader = await newTrader(stack);
      expect((await trader.put("/api/user/profile", { timeZone: zone })).status).toBe(200);
      const funds = { closedAtMs: Date.UTC(2025, 8, 1, 12), profitCents: 3_000_000 };
      await addTrades(db, { userId: trader.userId, adminId }, [funds, ...cash]);
      const log = new TestDemoLog();
      for (const trades of runs) {
        log.start(Date.UTC(2025, 8, 1));
        for (const trade of trades) log.trade({ ...trade, symbol: "ETHUSD" });
      }
      await recordDemoLog(db, trader.userId, log);

      for (const digest of ["daily", "weekly"] as const) {
        const moments = [cash, ...runs].flat().map(({ closedAtMs }) => closedAtMs);
        // The digests that have a trade, and the ones before and after them.
        const days = new Set(
          moments.flatMap((atMs) => {
            const day = dayOfNextDigest(digest, zone, atMs);
            return [day, dayAfterDigest(digest, day)];
          }),
        );
        for (const day of days) {
          const period = periodOfDigest(digest, zone, day);
          const person = { id: trader.userId, digest, timeZone: zone };
          const { results } = await readDigest(db, person, period, Date.now());
          const span = `from=${new Date(period.fromMs).toISOString()}&to=${new Date(period.toMs).toISOString()}`;
          const { year, week } = weekOf(period.first);
          const days = digest === "daily" ? `date=${isoDate(period.first)}` : `year=${year}&week=${week}`;
          for (const run of [null, 1, 2]) {
            const account = run === null ? "cash" : `run:${run}`;
            const { summary } = await dataOf(trader, `/api/trade/analytics?account=${account}&${span}`);
            const { trades } = await dataOf(trader, `/api/trade/history?account=${account}&${days}`);
            const none = { resultCents: 0, trades: 0, tradeWinPercentage: summary.tradeWinPercentage };
            const said = results.find((result) => result.run === run) ?? none;
            expect(said.resultCents / 100).toBe(summary.totalPnL);
            expect(said.trades).toBe(summary.totalTrades);
            expect(said.tradeWinPercentage).toBe(summary.tradeWinPercentage);
            expect(trades).toHaveLength(summary.totalTrades);
            const cents = trades.map(({ profitLoss }: { profitLoss: number }) => Math.round(profitLoss * 100));
            expect(cents.reduce((sum: number, one: number) => sum + one, 0)).toBe(said.resultCents);
          }
        }
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
