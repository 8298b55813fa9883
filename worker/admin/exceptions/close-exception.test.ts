import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { openDeposit, payAtBank, restPaymentNetwork, verifyPayment } from "../../../dev/test/test-deposits.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

test.each(["dismiss", "refund-note"])(
  "%s sends the trader its own note, and not the earlier notes between admins",
  async (act) => {
    const db = databaseOf(stack);
    await restPaymentNetwork(db);
    const [trader, first, second] = await Promise.all([newTrader(stack), newAdmin(stack), newAdmin(stack, "Maly")]);
    const deposit = await openDeposit(trader);
    await payAtBank(stack, deposit.qrString, { amount: 20 });
    expect((await verifyPayment(trader, deposit)).body.review).toMatchObject({ status: "open", note: null });
    const { exceptions } = (await first.get("/api/admin/exceptions?status=open&limit=100")).body;
    const { _id: id } = exceptions.find((each: { deposit: { _id: string } }) => each.deposit._id === deposit._id);

    const inside = { version: 1, amount: 20, note: "I think this passport is forged" };
    expect((await first.post(`/api/admin/exceptions/${id}/match`, inside)).status).toBe(200);
    const sent = act === "refund-note" ? { amount: 20, bankReference: `RF ${id}` } : {};
    const outside = { version: 1, ...sent, note: "Please write to us" };
    if (act === "refund-note") {
      const agreed = { ...outside, note: "I think so too, a forged passport" };
      expect((await first.post(`/api/admin/exceptions/${id}/${act}`, agreed)).status).toBe(200);
    }
    const closed = await second.post(`/api/admin/exceptions/${id}/${act}`, outside);
    expect([closed.status, closed.body.exception?.note]).toEqual([200, "Please write to us"]);
    expect((await verifyPayment(trader, deposit)).body.review.note).toBe("Please write to us");
    expect(JSON.stringify((await trader.get("/api/deposit/history")).body)).not.toContain("passport");

    const [records] = await db.read([
      db.query
        .select({ actor: auditLog.actor, detail: auditLog.detail })
        .from(auditLog)
        .where(eq(auditLog.subject, `exception:${id}`)),
    ]);
    expect(records.map(({ actor, detail }) => [actor, JSON.parse(detail).note])).toEqual([
      [first.userId, inside.note],
      ...(act === "refund-note" ? [[first.userId, "I think so too, a forged passport"]] : []),
      [second.userId, outside.note],
    ]);
  },
);
