import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import {
  approve,
  askForWithdrawal,
  complete,
  fundedTrader,
  reject,
  requestWithdrawal,
} from "../../../dev/test/test-withdrawals.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [dara, maly] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
}, 600_000);

/** The status of the response and of the withdrawal, and how many of how many admins have approved. */
const outcome = ({ status, body }: Reply) => [
  status,
  body.code ?? body.withdrawal.status,
  ...(body.approvals ? [`${body.approvals.have} of ${body.approvals.need}`] : []),
];
const needOf = (body: Reply["body"]) => body.withdrawal.approvals.need;
async function rowOf(id: string) {
  const [[row]] = await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
  if (!row) throw new Error("there is no such withdrawal");
  return row;
}

describe("requests of one trader within 24 hours", () => {
  test("need two admins together above the limit, including those that were already pending", async () => {
    const trader = await fundedTrader(stack, 5_000);
    const first = await requestWithdrawal(trader, 600);
    const second = await requestWithdrawal(trader, 400);
    expect([needOf(first), needOf(second)]).toEqual([1, 1]);
    const third = await requestWithdrawal(trader, 0.01);
    expect(needOf(third)).toBe(2);
    const seen = (await trader.get("/api/withdrawal/history")).body.withdrawals;
    expect(seen.map(({ approvals }: { approvals: object }) => approvals)).toEqual([
      { have: 0, need: 2 },
      { have: 0, need: 2 },
      { have: 0, need: 2 },
    ]);
    const { _id } = first.withdrawal;
    expect(outcome(await approve(dara, _id))).toEqual([200, "pending", "1 of 2"]);
    expect(outcome(await approve(maly, _id))).toEqual([200, "approved", "2 of 2"]);
    expect(outcome(await complete(dara, _id))).toEqual([200, "completed", "1 of 1"]);
  });

  test("count when they were approved and paid, and not when they were cancelled or rejected", async () => {
    const trader = await fundedTrader(stack, 5_000);
    const cancelled = await requestWithdrawal(trader, 900);
    await trader.post("/api/withdrawal/cancel", { id: cancelled.withdrawal._id });
    const rejected = await requestWithdrawal(trader, 900);
    expect(needOf(rejected)).toBe(1);
    await reject(dara, rejected.withdrawal._id);
    const paid = await requestWithdrawal(trader, 700);
    expect(needOf(paid)).toBe(1);
    expect(outcome(await approve(dara, paid.withdrawal._id))).toEqual([200, "approved", "1 of 1"]);
    expect(outcome(await complete(dara, paid.withdrawal._id))).toEqual([200, "completed", "1 of 1"]);
    expect(needOf(await requestWithdrawal(trader, 700))).toBe(2);
  });

  test("that are concurrent are added up by the database", async () => {
    const trader = await fundedTrader(stack, 5_000);
    const both = await Promise.all([requestWithdrawal(trader, 600), requestWithdrawal(trader, 600)]);
    for (const { withdrawal } of both) expect((await rowOf(withdrawal._id)).approvalsNeeded).toBe(2);
  });

  test("that arrive while one is being approved never leave it approved by one admin after them", async () => {
    const trader = await fundedTrader(stack, 5_000);
    const { _id } = (await requestWithdrawal(trader, 600)).withdrawal;
    const [decided, next] = await Promise.all([approve(dara, _id), requestWithdrawal(trader, 600)]);
    const row = await rowOf(_id);
    expect([
      [200, "approved", "1 of 1"],
      [200, "pending", "1 of 2"],
    ]).toContainEqual(outcome(decided));
    expect(row.status === "approved" ? row.approvalsNeeded : row.status).toBe(
      row.status === "approved" ? 1 : "pending",
    );
    expect((await rowOf(next.withdrawal._id)).approvalsNeeded).toBe(2);
  });
});

describe("what one admin moves alone within 24 hours", () => {
  /** @returns requests of other traders, of $1,000 each, which one admin decides. */
  const thousands = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await askForWithdrawal(stack, 1_000)).id));

  test("is limited to ten times the amount; beyond it a second admin approves, and payments of what a colleague approved do not count", async () => {
    const [admin, colleague] = await Promise.all([newAdmin(stack, "Sophea"), newAdmin(stack, "Rotha")]);
    const ids = await thousands(12);
    for (const id of ids.slice(0, 10)) expect(outcome(await approve(admin, id))).toEqual([200, "approved", "1 of 1"]);
    const [own = "", eleventh = "", twelfth = ""] = [ids[0], ids[10], ids[11]];
    // What they approved counts already.
    expect(outcome(await complete(admin, own))).toEqual([200, "completed", "1 of 1"]);

    const { warnings } = (await admin.get(`/api/admin/withdrawals/${eleventh}`)).body;
    expect(warnings).toEqual([{ kind: "moved_alone", moved: 10_000, most: 10_000 }]);
    const key = crypto.randomUUID();
    const first = await approve(admin, eleventh, {}, key);
    expect(outcome(first)).toEqual([200, "pending", "1 of 2"]);
    expect((await approve(admin, eleventh, {}, key)).body.withdrawal).toEqual(first.body.withdrawal);
    expect(outcome(await approve(admin, eleventh))).toEqual([200, "pending", "1 of 2"]);
    const seen = (await colleague.get(`/api/admin/withdrawals/${eleventh}`)).body;
    expect([seen.withdrawal.approvals, seen.warnings]).toEqual([{ have: 1, need: 2 }, []]);
    expect(outcome(await approve(colleague, eleventh))).toEqual([200, "approved", "2 of 2"]);

    await approve(colleague, twelfth);
    expect(outcome(await complete(admin, twelfth))).toEqual([200, "completed", "1 of 1"]);
    expect(await checkLedger(db)).toMatchObject({ isClean: true });
  });

  test("is not exceeded by concurrent approvals", async () => {
    const admin = await newAdmin(stack, "Nary");
    const ids = await thousands(11);
    for (const id of ids.slice(0, 9)) await approve(admin, id);
    const replies = await Promise.all(ids.slice(9).map((id) => approve(admin, id)));
    expect(replies.map(outcome).sort()).toEqual([
      [200, "approved", "1 of 1"],
      [200, "pending", "1 of 2"],
    ]);
  });
});

describe("what a trader may still request", () => {
  test("is in the response of the history: per request, per 24 hours, and the remaining allowance", async () => {
    const trader = await fundedTrader(stack, 5_000);
    const limits = async () => (await trader.get("/api/withdrawal/history")).body.limits;
    const most = { request: 10_000, day: 10_000, wantsVerifiedIdentity: true, needsSecondFactor: false, owed: null };
    expect(await limits()).toEqual({ ...most, dayLeft: 10_000, moreAt: null });
    const { withdrawal } = await requestWithdrawal(trader, 1_200.5);
    const moreAt = new Date(Date.parse(withdrawal.createdAt) + 24 * 3_600_000).toISOString();
    const reply = await trader.get("/api/withdrawal/history");
    expect([reply.body.limits, reply.dbTrips]).toEqual([{ ...most, dayLeft: 8_799.5, moreAt }, 1]);
    await trader.post("/api/withdrawal/cancel", { id: withdrawal._id });
    expect(await limits()).toEqual({ ...most, dayLeft: 10_000, moreAt: null });
  });
});
