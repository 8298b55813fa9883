import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import {
  addBrokerAccount,
  commitFile,
  openBody,
  openFile,
  reverseFile,
  sendRows,
  stageFile,
  tradeRow,
} from "../../dev/test/test-broker.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { fc } from "../../web/test/property.ts";
import type { FillRow, TradeRow } from "../contract/broker/broker-shapes.ts";

setDefaultTimeout(600_000);

/** What requests do that arrive at the same time. */

const AT = Date.UTC(2026, 2, 2, 10);

let stack: Stack;
let trader: Trader;
beforeAll(async () => {
  stack = await apiStack();
  trader = await newTrader(stack);
});

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
const cancel = (id: string) => trader.send("DELETE", `/api/broker/imports/${id}`, { headers: key() });
const rowsOf = (count: number, profit = "1"): TradeRow[] =>
  Array.from({ length: count }, (_, i) => tradeRow({ ticket: `t${i}`, closedAtMs: AT + i * 60_000, profit }));

async function withAccount<Result>(use: (number: number) => Promise<Result>): Promise<Result> {
  const number = await addBrokerAccount(trader);
  try {
    return await use(number);
  } finally {
    await trader.send("DELETE", `/api/broker/accounts/${number}`, { headers: key() });
  }
}

/** The figures of an account, which a filter computes from the trades themselves: both agree whatever came first. */
async function figuresOf(number: number) {
  const path = `/api/trade/analytics?account=broker:${number}`;
  const [kept, computed] = [await trader.get(path), await trader.get(`${path}&from=1995-01-01T00:00:00Z`)];
  expect(kept.body.data.summary).toEqual(computed.body.data.summary);
  const { totalTrades, totalPnL, longestWinStreak } = kept.body.data.summary;
  return { totalTrades, totalPnL, longestWinStreak };
}

test("pieces that arrive at once, some of them twice, are staged once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(8), { maxLength: 6 }), (size, again) =>
      withAccount(async (number) => {
        const rows = rowsOf(9);
        const { id } = (await openFile(trader, openBody(number, { kind: "trades", count: rows.length }))).body.import;
        const starts = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => i * size);
        const sent = [...starts, ...again.map((at) => starts[at % starts.length] ?? 0)];
        const replies = await Promise.all(
          sent.map((from) => sendRows(trader, id, { from: from + 1, rows: rows.slice(from, from + size) })),
        );
        expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 200));
        expect((await commitFile(trader, id)).status).toBe(200);
        expect(await figuresOf(number)).toEqual({ totalTrades: 9, totalPnL: 9, longestWinStreak: 9 });
      }),
    ),
    { numRuns: 15 },
  );
});

const FILES: [kind: string, file: Parameters<typeof stageFile>[2]][] = [
  ["closed trades", { trades: rowsOf(3) }],
  [
    "fills",
    {
      fills: ["Buy", "Sell", "Buy", "Sell", "Buy", "Sell"].map(
        (side, i): FillRow => ({
          ...{ line: i + 1, id: `f${i}`, symbol: "BTC", side: side as "Buy" | "Sell", quantity: "1", fee: "0" },
          ...{ price: i % 2 === 0 ? "10" : "11", multiplier: "1", atMs: AT + i * 60_000 },
        }),
      ),
    },
  ],
];
const WHOLE = { totalTrades: 3, totalPnL: 3, longestWinStreak: 3 };
const NOTHING = { totalTrades: 0, totalPnL: 0, longestWinStreak: 0 };

test.each(FILES)("a commit and a cancellation at once of %s leave all of it or nothing", async (_, file) => {
  for (let run = 0; run < 12; run += 1) {
    await withAccount(async (number) => {
      const id = await stageFile(trader, number, file);
      const [committed, cancelled] = await Promise.all([commitFile(trader, id), cancel(id)]);
      const outcome = [committed.status, cancelled.status];
      expect([
        [200, 409],
        [404, 200],
        [409, 200],
      ]).toContainEqual(outcome);
      expect(await figuresOf(number)).toEqual(committed.status === 200 ? WHOLE : NOTHING);
    });
  }
});

test.each(FILES)("two commits at once of %s count once, and so do two reversals", async (_, file) => {
  for (let run = 0; run < 6; run += 1) {
    await withAccount(async (number) => {
      const id = await stageFile(trader, number, file);
      const commits = await Promise.all([commitFile(trader, id), commitFile(trader, id)]);
      expect(commits.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
      expect(commits.some(({ status }) => status === 200)).toBe(true);
      expect(await figuresOf(number)).toEqual(WHOLE);
      await Promise.all([reverseFile(trader, id), reverseFile(trader, id)]);
      expect(await figuresOf(number)).toEqual(NOTHING);
    });
  }
});

test("two files committed at once both count, at the latest when the refused one is sent again", async () => {
  for (let run = 0; run < 6; run += 1) {
    await withAccount(async (number) => {
      const later = rowsOf(3).map((row) => ({
        ...row,
        ticket: `later ${row.ticket}`,
        closedAtMs: row.closedAtMs + 30_000,
      }));
      const ids = [
        await stageFile(trader, number, { trades: rowsOf(3) }),
        await stageFile(trader, number, { trades: later }),
      ];
      const replies = await Promise.all(ids.map((id) => commitFile(trader, id)));
      expect(replies.some(({ status }) => status === 200)).toBe(true);
      for (const id of ids) expect((await commitFile(trader, id)).status).toBe(200);
      expect(await figuresOf(number)).toEqual({ totalTrades: 6, totalPnL: 6, longestWinStreak: 6 });
    });
  }
});

test("rows that arrive while they are committed are in all figures or in none", async () => {
  for (let run = 0; run < 12; run += 1) {
    await withAccount(async (number) => {
      const id = await stageFile(trader, number, { trades: rowsOf(3) });
      const [committed, sent] = await Promise.all([
        commitFile(trader, id),
        sendRows(trader, id, { from: 1, rows: rowsOf(3, "-2"), open: [] }),
      ]);
      if (committed.status !== 200) expect((await commitFile(trader, id)).status).toBe(200);
      const taken = { totalTrades: 3, totalPnL: -6, longestWinStreak: 0 };
      expect(await figuresOf(number)).toEqual(sent.status === 200 ? taken : WHOLE);
    });
  }
});
