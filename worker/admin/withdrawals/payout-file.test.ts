import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { configureBank, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, complete, fundedTrader, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
beforeAll(async () => {
  stack = await apiStack();
  admin = await newAdmin(stack);
}, 600_000);

/** A trader whose bank name is a formula to a spreadsheet, and whose account number begins with zeros. */
async function traderAtBank() {
  const trader = await fundedTrader(stack, 1_000);
  await configureBank(stack, trader, { bankName: "=ABA()", accountId: "000123456" });
  return trader;
}

/** The rows of a file, by header. */
async function fileOf(search: Record<string, string>): Promise<Record<string, string>[]> {
  const reply = await admin.post(`/api/admin/withdrawals/export?${new URLSearchParams(search)}`, {
    reason: "For the accountant",
  });
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  const [heads = [], ...rows] = String(reply.body)
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(heads.map((head, i) => [head, cells[i] ?? ""])));
}

test("the file of approved withdrawals has the destination of each, and the export is audited", async () => {
  const trader = await traderAtBank();
  const { _id } = (await requestWithdrawal(trader, 120.5)).withdrawal;
  expect((await approve(admin, _id)).status).toBe(200);
  const [row] = await fileOf({ status: "approved", user: trader.email });
  expect(row).toMatchObject({
    "Request ID": _id,
    "Amount (USD)": "120.50",
    Method: "Bank Transfer",
    Bank: "'=ABA()",
    "Account number": "'000123456",
    "Pay only to": "Bopha Keo",
    "Payment code image": "",
    Number: expect.stringMatching(/^WD-\d{4,}$/),
  });
  const { query, read } = databaseOf(stack);
  const [entries] = await read([query.select().from(auditLog).where(eq(auditLog.actor, admin.userId))]);
  const entry = entries.filter(({ subject }) => subject === "list:withdrawals").at(-1);
  expect(entry?.action).toBe("admin.list_exported");
  expect(JSON.parse(entry?.detail ?? "")).toEqual({
    sort: "oldest",
    status: "approved",
    user: "given",
    purpose: "For the accountant",
    rowCount: 1,
  });
});

test("a file of other withdrawals has no payout details", async () => {
  const trader = await traderAtBank();
  const { _id } = (await requestWithdrawal(trader, 50)).withdrawal;
  await approve(admin, _id);
  expect((await complete(admin, _id)).status).toBe(200);
  await requestWithdrawal(trader, 60);
  const rows = await fileOf({ user: trader.email });
  expect(rows.map(({ Status: status }) => status).sort()).toEqual(["completed", "pending"]);
  for (const row of rows) expect([row.Bank, row["Account number"], row["Pay only to"]]).toEqual(["", "", ""]);
});
