import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../../dev/stack.ts";
import { type Admin, newAdmin, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, complete, reject, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
let trader: Trader;
/** Of $500: $100 was paid out, $30 was returned, and $20 is pending. */
let paidOut: string;
let cameBack: string;
let waits: string;
beforeAll(async () => {
  stack = await apiStack();
  admin = await newAdmin(stack);
  ({ trader, id: paidOut } = await askForWithdrawal(stack, 100, 500));
  await approve(admin, paidOut);
  await complete(admin, paidOut);
  cameBack = (await requestWithdrawal(trader, 30)).withdrawal._id;
  await reject(admin, cameBack);
  waits = (await requestWithdrawal(trader, 20)).withdrawal._id;
}, 600_000);

type Transfer = { _id: string; kind: string; reference: string; amount: number; from: string; to: string; at: string };
const get = async (path: string, search: Record<string, string> = {}, trips = 1) => {
  const reply = await admin.get(`/api/admin/ledger/${path}?${new URLSearchParams(search)}`);
  expect([reply.status, reply.dbTrips], JSON.stringify(reply.body)).toEqual([200, trips]);
  return reply.body;
};
const transfersOf = async (search: Record<string, string> = {}): Promise<Transfer[]> =>
  (await get("transfers", { user: trader.email, ...search })).transfers;
const sums = async (search: Record<string, string>) => (await transfersOf(search)).map(({ amount }) => amount);

test("transfers are filtered by user, kind, amount and time", async () => {
  const transfers = await transfersOf();
  expect(transfers.map(({ amount, from, to }) => [amount, from.split(":")[0], to.split(":")[0]])).toEqual([
    [20, "available", "held"],
    [30, "held", "available"],
    [30, "available", "held"],
    [100, "held", "house"],
    [100, "available", "held"],
    [500, "house", "available"],
  ]);
  expect(transfers[3]).toMatchObject({
    kind: "withdrawal",
    reference: `withdrawal:${paidOut}:complete`,
    to: "house:payout",
    user: { email: trader.email },
    actor: { id: admin.userId, name: admin.name },
  });
  expect(await transfersOf({ user: trader.userId })).toEqual(transfers);
  expect(await sums({ kind: "deposit" })).toEqual([500]);
  expect(await sums({ minAmount: "30", maxAmount: "100.00" })).toEqual([30, 30, 100, 100]);
  expect(await sums({ sort: "oldest" })).toEqual([500, 100, 100, 30, 30, 20]);
  expect(await sums({ from: transfers[1]?.at ?? "" })).toEqual([20, 30]);
  expect(await sums({ to: transfers[4]?.at ?? "" })).toEqual([500]);
});

test("a transfer is found by its reference, by its record, and by the bank's id of it", async () => {
  const found = async (search: string) =>
    (await get("transfers", { search })).transfers.map(({ reference }: Transfer) => reference);
  expect(await found(`withdrawal:${waits}:request`)).toEqual([`withdrawal:${waits}:request`]);
  expect(await found(cameBack)).toEqual([`withdrawal:${cameBack}:reject`, `withdrawal:${cameBack}:request`]);
  expect(await found(`ft-${paidOut}`)).toEqual([`withdrawal:${paidOut}:complete`]);
  const [deposit] = await transfersOf({ kind: "deposit" });
  expect(await found(deposit?._id ?? "")).toEqual([deposit?.reference]);
  expect(await found("nothing")).toEqual([]);
});

test("amounts filter the transfers of one user only, and the error says so", async () => {
  const reply = await admin.get("/api/admin/ledger/transfers?minAmount=10");
  expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", "user"]);
});

test("pages of transfers follow each other without a gap, and the file has the same rows", async () => {
  const paged: Transfer[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await get("transfers", { user: trader.email, limit: "2", ...(cursor && { cursor }) });
    paged.push(...page.transfers);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(await transfersOf());
  const file = await admin.post(`/api/admin/ledger/transfers/export?user=${trader.email}`, {
    reason: "For the accountant",
  });
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = String(file.body).trimEnd().split("\r\n");
  expect(lines[0]).toStartWith("Transfer,Time (Asia/Phnom_Penh),Kind,Reference,Amount (USD),From,To");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(paged.map(({ _id }) => _id));
});

test("an open transfer shows all entries and the balance of each account after it", async () => {
  const [, back] = await transfersOf();
  const { transfer } = await get(`transfers/${back?._id}`);
  expect(transfer).toMatchObject(back ?? {});
  expect(transfer.entries).toMatchObject([
    { accountId: `held:${trader.userId}`, kind: "held", amount: -30, balance: 0 },
    { accountId: `available:${trader.userId}`, kind: "available", amount: 30, balance: 400 },
  ]);
  const unknown = await admin.get(`/api/admin/ledger/transfers/${crypto.randomUUID()}`);
  expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
});

test("the file of accounts has the rows of its search, and the export is audited", async () => {
  const { accounts } = await get("accounts", { search: trader.email });
  const file = await admin.post(`/api/admin/ledger/accounts/export?search=${trader.email}`, {
    reason: "For the accountant",
  });
  expect([file.status, file.dbTrips]).toEqual([200, 1]);
  const [heads, ...rows] = String(file.body).trimEnd().split("\r\n");
  expect(heads).toBe("Account,Kind,User ID,Name,E-mail,Amount (USD),Last moved (Asia/Phnom_Penh)");
  expect(rows.map((row) => row.split(",")[0])).toEqual(accounts.map(({ _id }: { _id: string }) => _id));
  const { entries } = (await admin.get(`/api/admin/audit?action=admin.list_exported&who=${admin.email}&limit=1`)).body;
  expect(entries).toMatchObject([
    { subject: "list:accounts", detail: { search: "given", purpose: "For the accountant", rowCount: 2 } },
  ]);
});

test("accounts are the company's, or those that a search finds", async () => {
  type Account = { _id: string; currency: string; balance: number; floor: number | null };
  const company: Account[] = (await get("accounts")).accounts;
  // Other files open bank accounts in the same database.
  const house = company.filter(({ _id }) => !_id.startsWith("house:bank:"));
  expect(house.map(({ _id, currency, floor }) => [_id, currency, floor])).toEqual([
    ["house:exchange", "USD", null],
    ["house:exchange:khr", "KHR", null],
    ["house:fees", "USD", null],
    ["house:fees:khr", "KHR", null],
    ["house:khqr", "USD", null],
    ["house:khqr:khr", "KHR", null],
    ["house:payout", "USD", null],
    ["house:suspense", "USD", null],
    ["house:suspense:khr", "KHR", null],
    ["house:trading", "USD", null],
  ]);
  const found = async (search: string) =>
    (await get("accounts", { search })).accounts.map(({ _id, balance }: Account) => [_id, balance]);
  const both = [
    [`available:${trader.userId}`, 380],
    [`held:${trader.userId}`, 20],
  ];
  expect(await found(trader.email)).toEqual(both);
  expect(await found(trader.email.slice(0, -4).toUpperCase())).toEqual(both);
  expect(await found(`held:${trader.userId}`)).toEqual(both.slice(1));
  expect(await found("nobody is called so")).toEqual([]);
});

test("an account's entries have consistent balances in both orders", async () => {
  type Entry = { amount: number; balance: number | null; reference: string };
  const path = `accounts/available:${trader.userId}/entries`;
  const read = async (search: Record<string, string> = {}): Promise<[number, number | null][]> =>
    (await get(path, search)).entries.map(({ amount, balance }: Entry) => [amount, balance]);
  const newest: [number, number | null][] = [
    [-20, 380],
    [30, 400],
    [-30, 370],
    [-100, 400],
    [500, 500],
  ];
  // The first look at a person is written down.
  await get(path, {}, 2);
  expect(await read()).toEqual(newest);
  expect(await read({ sort: "oldest" })).toEqual(newest.toReversed());
  const { account, entries, nextCursor } = await get(path, { limit: "2" });
  expect(account).toMatchObject({ balance: 380, user: { email: trader.email } });
  expect(await read({ cursor: nextCursor })).toEqual(newest.slice(2));
  expect(await read({ from: entries[1].at })).toEqual(newest.slice(0, 2));
  expect(await read({ to: entries[1].at })).toEqual(newest.slice(2));
  expect(await read({ from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" })).toEqual([]);

  const file = await admin.post(`/api/admin/ledger/${path}/export?sort=oldest`, { reason: "For the accountant" });
  const amounts = String(file.body)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",")[4]));
  expect(amounts).toEqual([500, -100, -30, 30, -20]);

  const unknown = await admin.get("/api/admin/ledger/accounts/house:vault/entries");
  expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
});
