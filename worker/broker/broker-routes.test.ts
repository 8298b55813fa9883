import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { brokerAccounts } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import {
  addBrokerAccount,
  commitFile,
  importFile,
  openBody,
  openFile,
  reverseFile,
  sendRows,
  stageFile,
  tradeRow,
} from "../../dev/test/test-broker.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import type { BrokerAccount, FillRow } from "../contract/broker/broker-shapes.ts";
import { deleteOldStagedBroker } from "./broker-import-store.ts";

setDefaultTimeout(600_000);

const AT = Date.UTC(2026, 2, 2, 10);
const HOUR = 3_600_000;

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
});

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
const accountsOf = async (trader: Trader): Promise<BrokerAccount[]> =>
  (await trader.get("/api/broker/accounts")).body.accounts;
const figuresOf = async (trader: Trader, number: number) =>
  (await trader.get(`/api/trade/analytics?account=broker:${number}`)).body.data;
const refusal = ({ status, body }: { status: number; body: { code?: string; field?: string } }) => [
  status,
  body.code,
  body.field,
];

const fill = (row: Partial<FillRow> & Pick<FillRow, "id" | "side" | "atMs">): FillRow => ({
  ...{ line: 1, symbol: "BTCUSDT", quantity: "1", price: "100", fee: "0", multiplier: "1" },
  ...row,
});

describe("accounts", () => {
  test("are numbered on, keep four characters of their number, and have the decimals of their currency", async () => {
    const trader = await newTrader(stack);
    const body = {
      ...{
        name: "<b>Mine</b>",
        platform: "MetaTrader 5",
        currency: "mBTC",
        accountNumber: "123456789",
        mapping: { a: [1] },
      },
      clock: { kind: "new_york_close" },
    };
    const reply = await trader.post("/api/broker/accounts", body, key());
    expect(reply.status).toBe(201);
    expect(reply.body.account).toMatchObject({
      ...{ number: 1, name: "<b>Mine</b>", currency: "mBTC", decimals: 6, accountNumber: "6789", mapping: { a: [1] } },
      ...{ clock: { kind: "new_york_close" }, trades: 0, result: 0, open: [], imports: [] },
    });
    expect(await accountsOf(trader)).toEqual([reply.body.account]);
    expect(await addBrokerAccount(trader, { currency: "BTC" })).toBe(2);
    expect((await accountsOf(trader))[1]?.decimals).toBe(8);
  });

  test("are added once with one key, and renamed, and their number is not used again after they were deleted", async () => {
    const trader = await newTrader(stack);
    const [body, same] = [
      { name: "A", platform: null, currency: "USD", accountNumber: null, clock: null, mapping: null },
      key(),
    ];
    const [first, again] = [
      await trader.post("/api/broker/accounts", body, same),
      await trader.post("/api/broker/accounts", body, same),
    ];
    expect(again.body.account).toEqual(first.body.account);
    expect((await accountsOf(trader)).length).toBe(1);
    const renamed = await trader.send("PATCH", "/api/broker/accounts/1", {
      headers: { "Content-Type": "application/json", ...key() },
      body: JSON.stringify({ name: " B " }),
    });
    expect(renamed.body.account.name).toBe("B");
    await importFile(trader, 1, { trades: [tradeRow({ ticket: "1", closedAtMs: AT, profit: "5" })] });
    expect((await trader.send("DELETE", "/api/broker/accounts/1", { headers: key() })).status).toBe(200);
    expect((await trader.send("DELETE", "/api/broker/accounts/1", { headers: key() })).status).toBe(200);
    expect(await accountsOf(trader)).toEqual([]);
    expect((await trader.get("/api/trade/analytics?account=broker:1")).status).toBe(404);
    expect(await addBrokerAccount(trader)).toBe(2);
    expect((await figuresOf(trader, 2)).summary.totalTrades).toBe(0);
  });

  test("are ten at most", async () => {
    const trader = await newTrader(stack);
    for (let i = 0; i < 10; i++) await addBrokerAccount(trader);
    const body = { name: "A", platform: null, currency: "USD", accountNumber: null, clock: null, mapping: null };
    const reply = await trader.post("/api/broker/accounts", body, key());
    expect([reply.status, reply.body.code]).toEqual([409, "too_many_open"]);
  });
});

test("the person's view has them, the export too, and closing the person's account deletes all of it", async () => {
  const trader = await newTrader(stack);
  const number = await addBrokerAccount(trader, { name: "Mine", currency: "BTC" });
  await importFile(trader, number, { trades: [tradeRow({ ticket: "a", closedAtMs: AT, profit: "0.00000073" })] });
  const fills = await addBrokerAccount(trader, { name: "Coins" });
  await importFile(trader, fills, { fills: [fill({ id: "f", side: "Buy", atMs: AT, price: "0.00000073" })] });
  const staged = await stageFile(trader, number, { trades: [tradeRow({ ticket: "b", closedAtMs: AT })] });
  const { user } = (await trader.get("/api/auth/check")).body;
  expect(user.brokerAccounts).toEqual([
    { number, name: "Mine", currency: "BTC", decimals: 8, trades: 1, result: 7.3e-7 },
    { number: fills, name: "Coins", currency: "USD", decimals: 6, trades: 0, result: 0 },
  ]);
  const data = (await trader.get("/api/user/export")).body;
  expect(data.brokerAccounts.map(({ name }: { name: string }) => name)).toEqual(["Mine", "Coins"]);
  expect(data.brokerFiles.length).toBe(2);
  expect(data.brokerTrades).toMatchObject([{ account: number, ticket: "a", result: "0.00000073" }]);
  expect(data.brokerFills).toMatchObject([{ account: fills, id: "f", price: "0.00000073" }]);
  expect(data.brokerPositions).toMatchObject([{ account: fills, quantity: "1", entryPrice: "0.00000073" }]);

  const { query, read, write } = databaseOf(stack);
  // Files that wait go after a day.
  await write(deleteOldStagedBroker(query, Date.now() + 1));
  expect((await trader.get(`/api/broker/imports/${staged}/preview`)).status).toBe(404);
  expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
  const own = await read([query.select().from(brokerAccounts).where(eq(brokerAccounts.userId, trader.userId))]);
  expect(own).toEqual([[]]);
});

describe("a file", () => {
  test("is counted to the last unit, shown with all of its digits, and taken back whole", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader, { currency: "USDT" });
    const before = await figuresOf(trader, number);
    const rows = [
      tradeRow({ ticket: "a", closedAtMs: AT, profit: "0.00000073", symbol: "PEPE", entryPrice: "0.00000073" }),
      tradeRow({
        ticket: "b",
        closedAtMs: AT + HOUR,
        openedAtMs: AT,
        profit: "12.345678",
        fees: "-0.5",
        swap: "-0.25",
      }),
    ];
    const id = await stageFile(trader, number, { trades: rows });
    const preview = (await trader.get(`/api/broker/imports/${id}/preview`)).body.preview;
    expect(preview).toEqual({
      version: 0,
      ...{ added: 2, same: 0, changed: [], changedCount: 0, tradesBefore: 0, tradesAfter: 2, rounded: 1 },
      ...{ resultBefore: 0, resultAfter: 11.595679, resultTaken: 11.595679 },
    });
    const committed = await commitFile(trader, id);
    expect(committed.body.account).toMatchObject({
      ...{ trades: 2, result: 11.595679, fees: -0.5, firstCloseAt: new Date(AT).toISOString() },
      imports: [{ id, status: "committed", rows: 2, kind: "trades" }],
    });
    const { trades } = (await trader.get(`/api/trade/history?account=broker:${number}`)).body.data;
    expect(trades[1]).toMatchObject({
      ...{ symbol: "PEPE", entryPrice: 7.3e-7, profitLoss: 0.000001 },
      imported: {
        ticket: "a",
        entryPrice: "0.00000073",
        profit: "0.000001",
        openTime: null,
        currency: "USDT",
        file: "history.csv",
      },
    });
    const figures = await figuresOf(trader, number);
    expect(figures.broker).toMatchObject({
      number,
      currency: "USDT",
      decimals: 6,
      fees: -0.5,
      swap: -0.25,
      imports: 1,
    });
    expect(figures.summary).toMatchObject({
      totalTrades: 2,
      totalPnL: 11.595679,
      maxDrawdown: { usd: 0, percent: null },
    });
    const csv = (await trader.get(`/api/trade/export?account=broker:${number}`)).body;
    expect(csv).toContain("0.00000073");
    const reversed = await reverseFile(trader, id);
    expect(reversed.body.account).toMatchObject({ trades: 0, result: 0, fees: 0, firstCloseAt: null });
    expect((await figuresOf(trader, number)).summary).toEqual(before.summary);
  });

  test("adds nothing a second time, and replaces other figures of a ticket only when it is asked to", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const [a, b] = [
      tradeRow({ ticket: "a", closedAtMs: AT, profit: "10" }),
      tradeRow({ ticket: "b", closedAtMs: AT + HOUR, profit: "20" }),
    ];
    await importFile(trader, number, { trades: [a, b] });
    const same = await stageFile(trader, number, { trades: [a, b] });
    expect((await trader.get(`/api/broker/imports/${same}/preview`)).body.preview).toMatchObject({
      added: 0,
      same: 2,
      changedCount: 0,
    });
    expect((await commitFile(trader, same)).body.account).toMatchObject({ trades: 2, result: 30 });
    const other = { ...b, profit: "25" };
    const changed = await stageFile(trader, number, { trades: [a, other, tradeRow({ ticket: "c", closedAtMs: AT })] });
    expect((await trader.get(`/api/broker/imports/${changed}/preview`)).body.preview).toMatchObject({
      ...{ added: 1, same: 1, changedCount: 1, resultBefore: 30, resultAfter: 30, resultTaken: 35 },
      changed: [{ ticket: "b", before: { profit: "20" }, after: { profit: "25" } }],
    });
    expect((await commitFile(trader, changed, "take")).body.account).toMatchObject({ trades: 3, result: 35 });
    expect((await reverseFile(trader, changed)).body.account).toMatchObject({ trades: 2, result: 30 });
  });

  test("is refused where the account has changed since its preview, and imported after the next one", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const rows = [tradeRow({ ticket: "a", closedAtMs: AT, profit: "10" }), tradeRow({ ticket: "b", closedAtMs: AT })];
    const [first, second] = [
      await stageFile(trader, number, { trades: rows.slice(0, 1) }),
      await stageFile(trader, number, { trades: rows }),
    ];
    const previewOf = async (id: string) => (await trader.get(`/api/broker/imports/${id}/preview`)).body.preview;
    const commit = (id: string, version: number) =>
      trader.post(`/api/broker/imports/${id}/commit`, { changed: "keep", version }, key());
    const [before, other] = [await previewOf(second), await previewOf(first)];
    expect(before).toMatchObject({ added: 2, same: 0 });
    expect((await commit(first, other.version)).status).toBe(200);
    const refused = await commit(second, before.version);
    expect(refusal(refused).slice(0, 2)).toEqual([409, "wrong_state"]);
    expect(refused.body.message).toContain("changed meanwhile");
    expect((await accountsOf(trader))[0]).toMatchObject({ trades: 1, imports: [{ id: first }] });
    const now = await previewOf(second);
    expect(now).toMatchObject({ added: 1, same: 1 });
    expect((await commit(second, now.version)).body.account).toMatchObject({ trades: 2, result: 10 });
    // A lost answer: what is committed stays so.
    expect((await commit(second, now.version)).status).toBe(200);
    expect((await accountsOf(trader))[0]).toMatchObject({ trades: 2, result: 10 });
  });

  test("of fills is paired first in first out over all files, and shows what is open", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader, { currency: "USDT" });
    const first = await importFile(trader, number, {
      fills: [
        fill({ id: "1", side: "Buy", atMs: AT, quantity: "2", price: "100", fee: "-0.2" }),
        fill({ id: "2", side: "Buy", atMs: AT + HOUR, price: "110", fee: "-0.1" }),
      ],
    });
    expect((await accountsOf(trader))[0]).toMatchObject({
      trades: 0,
      open: [
        { symbol: "BTCUSDT", direction: "Buy", quantity: "2", entryPrice: "100" },
        { quantity: "1", entryPrice: "110" },
      ],
    });
    const id = await stageFile(trader, number, {
      fills: [fill({ id: "3", side: "Sell", atMs: AT + 2 * HOUR, quantity: "2.5", price: "120", fee: "-0.25" })],
    });
    expect((await trader.get(`/api/broker/imports/${id}/preview`)).body.preview).toMatchObject({
      ...{ added: 1, same: 0, tradesBefore: 0, tradesAfter: 2, resultBefore: 0, resultAfter: 44.5 },
    });
    const { account } = (await commitFile(trader, id)).body;
    expect(account).toMatchObject({
      trades: 2,
      result: 44.5,
      fees: -0.5,
      open: [{ quantity: "0.5", entryPrice: "110" }],
    });
    const taken = (await reverseFile(trader, first)).body.account;
    expect(taken).toMatchObject({
      trades: 0,
      result: 0,
      open: [{ direction: "Sell", quantity: "2.5", entryPrice: "120" }],
    });
  });

  test("of fills in positions of their own closes each with its own, also those of an earlier file", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader, { currency: "USDT" });
    const of = (id: string, side: "Buy" | "Sell", hour: number, price: string, position: string, isClosing = false) =>
      fill({ id, side, atMs: AT + hour * HOUR, price, position, isClosing });
    await importFile(trader, number, {
      fills: [of("1", "Buy", 0, "100", "LONG"), of("2", "Sell", 1, "110", "SHORT")],
    });
    const opened = (await accountsOf(trader))[0];
    expect([opened?.trades, opened?.open.length]).toEqual([0, 2]);
    await importFile(trader, number, {
      fills: [of("3", "Buy", 2, "90", "SHORT", true), of("4", "Sell", 3, "130", "LONG", true)],
    });
    // A closing whose opening is in no file opens nothing.
    await importFile(trader, number, { fills: [of("5", "Sell", 4, "140", "LONG", true)] });
    expect((await accountsOf(trader))[0]).toMatchObject({ trades: 2, result: 50, open: [] });
  });

  test("keeps its open positions, which those of the next file replace", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const open = (quantity: string) => [
      { symbol: "XAUUSD", direction: "Sell", quantity, entryPrice: "2000.5", openedAt: null },
    ];
    const send = async (quantity: string) => {
      const { id } = (await openFile(trader, openBody(number, { kind: "trades", count: 0 }))).body.import;
      expect((await sendRows(trader, id, { from: 1, rows: [], open: open(quantity) })).body.staged).toBe(0);
      return (await commitFile(trader, id)).body.account;
    };
    expect((await send("1.5")).open).toEqual(open("1.5"));
    const after = await send("2");
    expect(after.open).toEqual(open("2"));
    expect((await reverseFile(trader, after.imports[0].id)).body.account.open).toEqual(open("1.5"));
  });

  test("is committed and taken back once, however often it is asked for", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const id = await stageFile(trader, number, { trades: [tradeRow({ ticket: "a", closedAtMs: AT, profit: "10" })] });
    const both = await Promise.all([commitFile(trader, id), commitFile(trader, id)]);
    expect(both.some(({ status }) => status === 200)).toBe(true);
    expect((await commitFile(trader, id)).body.account).toMatchObject({ trades: 1, result: 10 });
    await Promise.all([reverseFile(trader, id), reverseFile(trader, id)]);
    expect((await reverseFile(trader, id)).body.account).toMatchObject({ trades: 0, result: 0 });
    expect(refusal(await commitFile(trader, id)).slice(0, 2)).toEqual([409, "wrong_state"]);
  });

  test("is refused with its rows missing, and beside files of the other kind", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const { id } = (await openFile(trader, openBody(number, { kind: "trades", count: 2 }))).body.import;
    await sendRows(trader, id, { from: 1, rows: [tradeRow({ ticket: "a", closedAtMs: AT })] });
    expect(refusal(await commitFile(trader, id))).toEqual([409, "wrong_state", undefined]);
    expect((await trader.send("DELETE", `/api/broker/imports/${id}`, { headers: key() })).status).toBe(200);
    await importFile(trader, number, { trades: [tradeRow({ ticket: "a", closedAtMs: AT })] });
    const fills = await stageFile(trader, number, { fills: [fill({ id: "1", side: "Buy", atMs: AT })] });
    const reply = await commitFile(trader, fills);
    expect(refusal(reply)).toEqual([409, "wrong_state", undefined]);
    expect(reply.body.message).toContain("never both");
  });
});

describe("rows are checked as if no browser had seen them:", () => {
  const row = tradeRow({ ticket: "a", closedAtMs: AT });
  test.each([
    [{ ...row, quantity: "0" }, "rows.0.quantity"],
    [{ ...row, quantity: "1e400" }, "rows.0.quantity"],
    [{ ...row, quantity: 1 }, "rows.0.quantity"],
    [{ ...row, entryPrice: "1,5" }, "rows.0.entryPrice"],
    [{ ...row, entryPrice: "1".repeat(25) }, "rows.0.entryPrice"],
    [{ ...row, exitPrice: `0.${"1".repeat(25)}` }, "rows.0.exitPrice"],
    [{ ...row, profit: "1".repeat(13) }, "rows.0.profit"],
    [{ ...row, profit: "999999999999" }, "rows.0.profit"],
    [{ ...row, fees: "NaN" }, "rows.0.fees"],
    [{ ...row, closedAtMs: Date.UTC(2126, 0, 1) }, "rows.0.closedAtMs"],
    [{ ...row, closedAtMs: Date.UTC(1989, 11, 31) }, "rows.0.closedAtMs"],
    [{ ...row, openedAtMs: AT + 1 }, "rows.0.closedAtMs"],
    [{ ...row, direction: "buy" }, "rows.0.direction"],
    [{ ...row, symbol: "EUR\u202eUSD" }, "rows.0.symbol"],
    [{ ...row, symbol: "x".repeat(41) }, "rows.0.symbol"],
    [{ ...row, ticket: "" }, "rows.0.ticket"],
    [{ ...row, ticket: "demo-1" }, "rows.0.ticket"],
    [{ ...row, extra: 1 }, "rows.0"],
    [fill({ id: "1", side: "Buy", atMs: AT }), "rows"],
    [null, "rows.0"],
  ])("%p names %s", async (sent, field) => {
    const trader = await traderWithAccount();
    const { id } = (await openFile(trader, openBody(1, { kind: "trades", count: 5 }))).body.import;
    expect(refusal(await sendRows(trader, id, { from: 1, rows: [sent] }))).toEqual([400, "invalid_input", field]);
    await trader.send("DELETE", `/api/broker/imports/${id}`, { headers: key() });
  });

  test.each([
    [{ from: 5, rows: [row, { ...row, ticket: "b" }] }, "from"],
    [{ from: 0, rows: [row] }, "from"],
    [{ from: 1, rows: [row, row] }, "rows"],
    [{ from: 1, rows: [] }, "rows"],
    [{ from: 1, rows: Array.from({ length: 2_001 }, () => row) }, "rows"],
    [
      { from: 1, rows: [], open: [{ symbol: "x", direction: "Buy", quantity: "-1", entryPrice: "1", openedAt: null }] },
      "open.0.quantity",
    ],
  ])("%p names the field", async (body, field) => {
    const trader = await traderWithAccount();
    const { id } = (await openFile(trader, openBody(1, { kind: "trades", count: 5 }))).body.import;
    expect(refusal(await sendRows(trader, id, body))).toEqual([400, "invalid_input", field]);
    await trader.send("DELETE", `/api/broker/imports/${id}`, { headers: key() });
  });

  test.each([
    [{ clock: { kind: "zone", timeZone: "Mars/Olympus" } }, "clock.timeZone"],
    [{ clock: { kind: "offset", minutes: 1.5 } }, "clock.minutes"],
    [{ rows: { kind: "trades", count: 100_001 } }, "rows.count"],
    [{ fileHash: "x" }, "fileHash"],
    [{ fileName: "a\u202eb" }, "fileName"],
    [{ format: "../x" }, "format"],
    [{ leftOut: [{ reason: "<b>", count: 1 }] }, "leftOut.0.reason"],
    [{ deposits: { in: "x", out: "0" } }, "deposits.in"],
    [{ account: 99 }, "account"],
  ])("a file that is opened with %p names %s", async (change, field) => {
    const trader = await traderWithAccount();
    const body = { ...openBody(1, { kind: "trades", count: 1 }), ...change };
    const reply = await trader.post("/api/broker/imports", body, key());
    expect(reply.body).toMatchObject({ success: false, field });
  });

  test("markup in names is text", async () => {
    const trader = await newTrader(stack);
    const number = await addBrokerAccount(trader);
    const symbol = "<script>alert(1)</script>";
    await importFile(trader, number, { trades: [tradeRow({ ticket: "=1+1", closedAtMs: AT, symbol })] });
    const [trade] = (await trader.get(`/api/trade/history?account=broker:${number}`)).body.data.trades;
    expect(trade.symbol).toBe(symbol);
    expect((await trader.get(`/api/trade/export?account=broker:${number}`)).body).toContain("'=1+1");
  });
});

let shared: Promise<Trader> | null = null;
function traderWithAccount(): Promise<Trader> {
  shared ??= newTrader(stack).then(async (trader) => {
    await addBrokerAccount(trader);
    return trader;
  });
  return shared;
}

test("nobody reads or writes another's accounts and files", async () => {
  const [owner, other] = [await newTrader(stack), await newTrader(stack)];
  const number = await addBrokerAccount(owner);
  const kept = await importFile(owner, number, { trades: [tradeRow({ ticket: "a", closedAtMs: AT, profit: "10" })] });
  const staged = await stageFile(owner, number, { trades: [tradeRow({ ticket: "b", closedAtMs: AT, profit: "10" })] });
  const before = await accountsOf(owner);
  expect(await accountsOf(other)).toEqual([]);
  for (const path of ["analytics", "history", "history?year=2026&month=3", "export"]) {
    const reply = await other.get(`/api/trade/${path}${path.includes("?") ? "&" : "?"}account=broker:${number}`);
    expect([path, reply.status]).toEqual([path, 404]);
  }
  const patch = { headers: { "Content-Type": "application/json", ...key() }, body: JSON.stringify({ name: "x" }) };
  const replies = [
    await other.send("PATCH", `/api/broker/accounts/${number}`, patch),
    await other.send("DELETE", `/api/broker/accounts/${number}`, { headers: key() }),
    await openFile(other, openBody(number, { kind: "trades", count: 1 })),
    await sendRows(other, staged, { from: 1, rows: [tradeRow({ ticket: "c", closedAtMs: AT })] }),
    await other.get(`/api/broker/imports/${staged}/preview`),
    await commitFile(other, staged),
    await reverseFile(other, kept),
  ];
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
  // Cancelling what is not there succeeds, and does nothing.
  expect((await other.send("DELETE", `/api/broker/imports/${staged}`, { headers: key() })).status).toBe(200);
  expect(await accountsOf(owner)).toEqual(before);
  expect((await commitFile(owner, staged)).body.account).toMatchObject({ trades: 2, result: 20 });
});
