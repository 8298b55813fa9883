import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { approvals, withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { openDeposit } from "../../../dev/test/test-deposits.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { scopeOf } from "../../../dev/test/test-scope.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, complete, oddPayment, reject } from "../../../dev/test/test-withdrawals.ts";
import { ACTING_USER_HEADER } from "../../contract/acting-user.ts";
import { approveRestore } from "../restores/approve-restore.ts";
import { recordRestore } from "../restores/restore-store.ts";
import { approveAsAdmin } from "../withdrawals/approve-withdrawal.ts";

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

const first = { approvals: { have: 0, need: 2 } };
const last = { approvals: { have: 1, need: 2 } };
const DARA_WAS_FIRST = [409, "wrong_state", expect.stringMatching(/^Dara \S+ has approved this since you opened it/)];
const refusal = ({ status, body }: Reply) => [status, body.code, body.message];
/** A sum that two admins must approve. */
const BIG = 1_500;

async function approversOf(subject: string, act: "approve" | "complete" | "match"): Promise<number> {
  const [rows] = await db.read([
    db.query
      .select()
      .from(approvals)
      .where(and(eq(approvals.subject, subject), eq(approvals.act, act))),
  ]);
  return rows.length;
}

describe("the second of two admins whose dialog still says that another must do the same", () => {
  test("does not approve a withdrawal, and does so once they have seen the first approval", async () => {
    const { id } = await askForWithdrawal(stack, BIG);
    expect((await approve(dara, id, first)).body.approvals).toEqual({ have: 1, need: 2 });
    expect(refusal(await approve(maly, id, first))).toEqual(DARA_WAS_FIRST);
    expect(await approversOf(`withdrawal:${id}`, "approve")).toBe(1);
    expect((await approve(maly, id, last)).body.withdrawal.status).toBe("approved");
  });

  test("does not mark a deposit paid", async () => {
    const { _id } = await openDeposit(await newTrader(stack));
    const path = `/api/admin/deposits/${_id}/mark-paid`;
    const hash = crypto.randomUUID();
    const body = { status: "pending", bankReference: `FT-${hash}`, settlementHash: hash, note: "The bank's statement" };
    expect((await dara.post(path, { ...body, ...first })).status).toBe(200);
    expect(refusal(await maly.post(path, { ...body, ...first }))).toEqual(DARA_WAS_FIRST);
    const other = await maly.post(path, { ...body, ...last, status: "expired" });
    expect(refusal(other)).toEqual([409, "wrong_state", expect.stringMatching(/^The status of this deposit/)]);
    expect((await maly.post(path, { ...body, ...last })).body.deposit.status).toBe("paid");
  });

  test("neither credits nor dismisses a mismatched payment", async () => {
    const { id } = await oddPayment(stack, await newTrader(stack), { amount: 20 });
    const path = `/api/admin/exceptions/${id}`;
    const match = { version: 1, amount: 20, note: "As paid" };
    expect((await dara.post(`${path}/match`, { ...match, ...first })).status).toBe(200);
    expect(refusal(await maly.post(`${path}/match`, { ...match, ...first }))).toEqual(DARA_WAS_FIRST);
    const dismissal = { version: 1, approvals: { have: 0, need: 1 }, note: "Not ours" };
    expect(refusal(await maly.post(`${path}/dismiss`, dismissal))).toEqual(DARA_WAS_FIRST);
    expect((await maly.post(`${path}/match`, { ...match, ...last })).body.exception.status).toBe("matched");
  });
});

test("a rejection of a withdrawal that an admin has begun to pay since is not recorded as the first of two", async () => {
  const { id } = await askForWithdrawal(stack, 100);
  await approve(dara, id);
  const seen = { version: 2, approvals: { have: 1, need: 1 } };
  expect((await dara.post(`/api/admin/withdrawals/${id}/start-payment`, { version: 2 })).status).toBe(200);
  // The payment may take longer than the claim that it begins with.
  await db.write([db.query.update(withdrawals).set({ claimedUntilMs: 0 }).where(eq(withdrawals.id, id))]);
  expect(refusal(await reject(maly, id, seen))).toEqual([
    409,
    "wrong_state",
    expect.stringMatching(/^The approvals that this needs/),
  ]);
  expect(await approversOf(`rejection:${id}`, "approve")).toBe(0);
});

test("a completion counts the approvals of the request as well, as the page shows them", async () => {
  const { id } = await askForWithdrawal(stack, BIG);
  await approve(dara, id, first);
  await approve(maly, id, last);
  expect((await complete(dara, id, { approvals: { have: 0, need: 2 } })).status).toBe(409);
  expect(await approversOf(`withdrawal:${id}`, "complete")).toBe(0);
});

describe("an approval between the reads and the write of another", () => {
  test("of a withdrawal refuses the other in the database, and names its admin", async () => {
    const { id } = await askForWithdrawal(stack, BIG);
    const scope = await scopeOf(stack, maly, "/api/admin/withdrawals/:id/approve", () => approve(dara, id, first));
    const body = { version: 1, ...first, notes: "", unverifiedReason: "", images: [] };
    await expect(approveAsAdmin(scope, id, body, null)).rejects.toMatchObject({
      code: "wrong_state",
      message: expect.stringMatching(/^Dara/),
    });
    expect(await approversOf(`withdrawal:${id}`, "approve")).toBe(1);
  });

  test("of a restore refuses the other, which would have ended the pause", async () => {
    const id = crypto.randomUUID();
    await db.write(recordRestore(db.query, { id, copySequence: 1, journalSequence: 2, findings: [] }, Date.now()));
    const path = `/api/admin/restores/${id}/approve`;
    const body = { findingCount: 0, ...first };
    const scope = await scopeOf(stack, maly, "/api/admin/restores/:id/approve", () => dara.post(path, body));
    await expect(approveRestore(scope, id, body, null)).rejects.toMatchObject({ code: "wrong_state" });
    // An open review would keep deposits of other tests paused.
    expect((await maly.post(path, { findingCount: 0, ...last })).body.approvals).toEqual({ have: 2, need: 2 });
  });
});

test("a page of the version before cannot give the second approval, and a program can", async () => {
  const { id } = await askForWithdrawal(stack, BIG);
  await approve(dara, id);
  const page = { [ACTING_USER_HEADER]: maly.userId };
  const old = await maly.post(`/api/admin/withdrawals/${id}/approve`, { version: 1 }, page);
  expect(refusal(old)).toEqual([409, "wrong_state", expect.stringMatching(/Reload the page/)]);
  expect((await approve(maly, id)).body.withdrawal.status).toBe("approved");
});
