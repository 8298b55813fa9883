import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../../dev/stack.ts";
import { addBrokerAccount, importFile, tradeRow } from "../../../dev/test/test-broker.ts";
import { recordDemoLog, TestDemoLog } from "../../../dev/test/test-demo.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { addTrades } from "../../../dev/test/test-trades.ts";
import type { GroupFigures } from "../../contract/trade-groups.ts";
import { foldTrades } from "../fold-trades.ts";
import { sumBlocks } from "../sum-blocks.ts";
import { CASH } from "../trade-account.ts";

setDefaultTimeout(600_000);

const AT = Date.UTC(2026, 9, 9, 14);
const MINUTE = 60_000;
/** Of each account, the newest last. */
const RESULTS = [100, -50, 30, 70] as const;

let stack: Stack;
const adminId = crypto.randomUUID();
beforeAll(async () => {
  stack = await apiStack();
  await addPerson(databaseOf(stack), adminId, "admin");
});

async function withTrades(): Promise<Trader> {
  const trader = await newTrader(stack);
  const trades = RESULTS.map((profitCents, at) => ({ closedAtMs: AT + at * MINUTE, profitCents }));
  await addTrades(databaseOf(stack), { userId: trader.userId, adminId }, trades);
  const log = new TestDemoLog();
  log.start(AT - MINUTE);
  for (const trade of trades) log.trade(trade);
  await recordDemoLog(databaseOf(stack), trader.userId, log);
  const number = await addBrokerAccount(trader);
  const rows = trades.map(({ closedAtMs, profitCents }, at) =>
    tradeRow({ ticket: `t${at}`, closedAtMs, profit: String(profitCents / 100) }),
  );
  await importFile(trader, number, { trades: rows });
  return trader;
}

const figuresOf = (groups: GroupFigures[]) =>
  Object.fromEntries(groups.map(({ key, trades, pnl }) => [key, [trades, pnl]]));

test.each(["cash", "run:1", "broker:1"])(
  "in %s setups, tags and mistakes group the trades and filter every figure and list",
  async (account) => {
    const trader = await withTrades();
    const [pullback, fade, patient, news, late] = Array.from({ length: 5 }, () => crypto.randomUUID());
    const label = (id: string | undefined, type: string, name: string) => ({
      ...{ kind: "label", id, version: 1, body: { type, name, isArchived: false } },
    });
    const named = [
      ...[label(pullback, "setup", "Pullback"), label(fade, "setup", "Fade")],
      ...[label(patient, "tag", "Patient"), label(news, "tag", "News"), label(late, "mistake", "Late")],
    ];
    const list = async (query: string) => {
      const { status, body } = await trader.get(`/api/trade/history?account=${account}&${query}`);
      expect(status).toBe(200);
      return body.data.trades;
    };
    const shown = (await list("limit=50")).toReversed();
    const keys: string[] = shown.map(
      (trade: { id: string; imported?: { ticket: string } }) => trade.imported?.ticket ?? trade.id,
    );
    const entry = (at: number, setup: string | null | undefined, labels: unknown[]) => ({
      ...{ kind: "entry", account, subject: "trade", key: keys[at], version: 1 },
      body: { setup, grade: null, labels, note: "", chart: null, reviewedAt: null },
    });
    // What is noted of the day is none of a trade.
    const ofDay = { ...entry(0, null, [late]), subject: "day", key: "2026-10-09" };
    const noted = [
      entry(0, pullback, [patient, news]),
      entry(1, pullback, [late]),
      entry(3, null, [news, late]),
      ofDay,
    ];
    const sent = await trader.post("/api/journal/changes", { changes: [...named, ...noted] });
    expect([sent.status, sent.body.code]).toEqual([200, undefined]);

    const { data } = (await trader.get(`/api/trade/breakdown?account=${account}`)).body;
    expect(data.names).toMatchObject({ [pullback ?? ""]: "Pullback", [late ?? ""]: "Late" });
    expect(figuresOf(data.by.setup)).toEqual({ [pullback ?? ""]: [2, 0.5], none: [2, 1] });
    expect(data.by.setup.at(-1).key).toBe("none");
    expect(figuresOf(data.by.tag)).toEqual({ [patient ?? ""]: [1, 1], [news ?? ""]: [2, 1.7], none: [2, -0.2] });
    expect(figuresOf(data.by.mistake)).toEqual({ [late ?? ""]: [2, 0.2], none: [2, 1.3] });

    const filters: Record<string, readonly number[]> = {
      [`setup=${pullback}`]: [0, 1],
      [`setup=${fade}`]: [],
      "setup=none": [2, 3],
      [`tag=${news}`]: [0, 3],
      [`tag=${late}`]: [1, 3],
      "tag=none": [1, 2],
      "tag=no-mistake": [0, 2],
      [`setup=${pullback}&tag=${late}`]: [1],
    };
    const answers = Object.entries(filters);
    for (const [at, [filter, places]] of [...answers, ...answers].entries()) {
      // Once more with all trades in blocks, which have no labels.
      if (at === answers.length && account !== "run:1") {
        const folded = account === "cash" ? CASH : ({ kind: "broker", number: 1 } as const);
        await foldTrades(databaseOf(stack), trader.userId, folded, { min: 1, max: 3 });
        await sumBlocks(databaseOf(stack), trader.userId, folded, { min: 1 });
      }
      const cents = places.reduce((sum, at) => sum + (RESULTS[at] ?? 0), 0);
      const ids = places.map((at) => shown[at].id).toReversed();
      expect((await list(`${filter}&limit=50`)).map(({ id }: { id: string }) => id)).toEqual(ids);
      const { summary, equity } = (await trader.get(`/api/trade/analytics?account=${account}&${filter}`)).body.data;
      expect([filter, summary.totalTrades, summary.totalPnL]).toEqual([filter, places.length, cents / 100]);
      expect(equity.reduce((sum: number, { trades }: { trades: number }) => sum + trades, 0)).toBe(places.length);
      const { all } = (await trader.get(`/api/trade/breakdown?account=${account}&${filter}`)).body.data;
      expect([all.trades, all.pnl]).toEqual([places.length, cents / 100]);
      const file = await trader.get(`/api/trade/export?account=${account}&${filter}`);
      expect(file.body.trim().split("\r\n")).toHaveLength(places.length + 1);
    }
    const other = await withTrades();
    expect((await other.get(`/api/trade/breakdown?account=${account}&setup=${pullback}`)).body.data.all.trades).toBe(0);
    expect((await trader.get(`/api/trade/history?account=${account}&setup=x`)).status).toBe(400);
  },
);
