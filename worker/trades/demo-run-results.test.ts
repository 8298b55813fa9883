import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

const AT = Date.UTC(2026, 9, 9, 14, 2);
const MINUTE = 60_000;

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
});

const demoOf = async (trader: Trader) => (await trader.get("/api/auth/check")).body.user.demo;
const runOf = async (trader: Trader, query: string) =>
  (await trader.get(`/api/trade/analytics?${query}`)).body.data.run;

test("the person's view names the newest run, what it has made, and whether any run has a closed position", async () => {
  const trader = await newTrader(stack);
  expect(await demoOf(trader)).toBe(null);
  const log = new TestDemoLog();
  const record = () => recordDemoLog(databaseOf(stack), trader.userId, log);
  log.start(AT);
  await record();
  expect(await demoOf(trader)).toEqual({ run: 1, balance: 10_000, result: 0, hasTrades: false });
  log.trade({ closedAtMs: AT + 5 * MINUTE, profitCents: 1_873, openCommissionCents: 20, closeCommissionCents: 33 });
  // A clock that was set back: the later fill counts.
  log.trade({ closedAtMs: AT + 4 * MINUTE, profitCents: -500 });
  await record();
  expect(await demoOf(trader)).toEqual({ run: 1, balance: 10_013.2, result: 13.2, hasTrades: true });
  expect((await trader.get("/api/user/profile")).body.user.demo).toEqual({
    run: 1,
    balance: 10_013.2,
    result: 13.2,
    hasTrades: true,
  });
  log.archive(AT + 6 * MINUTE);
  log.start(AT + 6 * MINUTE, { startCents: 50_000 });
  await record();
  expect(await demoOf(trader)).toEqual({ run: 2, balance: 500, result: 0, hasTrades: true });
});

test("the figures of a run come with its settings and its balance, whatever the filter", async () => {
  const trader = await newTrader(stack);
  const log = new TestDemoLog();
  log.start(AT, { costs: "typical", leverage: 30 });
  log.trade({ closedAtMs: AT + MINUTE, profitCents: 1_873, openCommissionCents: 20, closeCommissionCents: 33 });
  log.trade({ closedAtMs: AT + 2 * MINUTE, profitCents: -1_000, symbol: "ETHUSD" });
  await recordDemoLog(databaseOf(stack), trader.userId, log);
  const detail = {
    number: 1,
    startBalance: 10_000,
    costs: "typical",
    leverage: 30,
    closed: 2,
    balance: 10_008.2,
    result: 8.2,
    startedAt: new Date(AT).toISOString(),
    archivedAt: null,
  };
  expect(await runOf(trader, "account=run:1")).toEqual(detail);
  expect(await runOf(trader, "account=run:1&symbol=ETHUSD")).toEqual(detail);
  expect(await runOf(trader, "account=cash")).toBe(null);
  const [newest] = (await trader.get("/api/trade/history?account=run:1&limit=1")).body.data.trades;
  expect(newest).toMatchObject({ id: "4", demo: { run: 1, position: 2, openFill: 3 } });
  log.archive(AT + 3 * MINUTE);
  log.start(AT + 3 * MINUTE);
  await recordDemoLog(databaseOf(stack), trader.userId, log);
  expect(await runOf(trader, "account=run:1")).toEqual({
    ...detail,
    archivedAt: new Date(AT + 3 * MINUTE).toISOString(),
  });
  expect(await runOf(trader, "account=run:2")).toMatchObject({ number: 2, closed: 0, balance: 10_000, result: 0 });
  const stranger = await newTrader(stack);
  expect((await stranger.get("/api/trade/analytics?account=run:1")).status).toBe(404);
});
