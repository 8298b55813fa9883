import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { configureBank, databaseOf, fundTrader, verifyTrader } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack, startFreshApi } from "../../../dev/test/test-stack.ts";
import { approve, reject, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";

setDefaultTimeout(600_000);

type Asked = { trader: Trader; id: string };

/** A trader without an ID card requests a withdrawal. */
async function askUnverified(stack: Stack, dollars = 100): Promise<Asked> {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, 5_000);
  await configureBank(stack, trader);
  return { trader, id: (await requestWithdrawal(trader, dollars)).withdrawal._id };
}
const outcome = ({ status, body }: Reply) => [status, body.code ?? body.withdrawal.status];
const warningsOf = async (admin: Admin, id: string) => (await admin.get(`/api/admin/withdrawals/${id}`)).body.warnings;

describe("when the operator refuses payouts without a verified identity, which is the default", () => {
  let stack: Stack;
  let admin: Admin;
  beforeAll(async () => {
    stack = await apiStack();
    admin = await newAdmin(stack);
  }, 600_000);

  test("the limits in the response say so to the trader, before a request", async () => {
    const { trader } = await askUnverified(stack);
    const { limits } = (await trader.get("/api/withdrawal/history")).body;
    expect(limits.wantsVerifiedIdentity).toBe(true);
  });

  test("a withdrawal cannot be approved, with or without a reason, and can be rejected as usual", async () => {
    const { id } = await askUnverified(stack);
    expect(await warningsOf(admin, id)).toEqual([{ kind: "identity", status: "none", payout: "refused" }]);
    for (const body of [{}, { notes: "Fine" }, { unverifiedReason: "We know them" }]) {
      const refused = await approve(admin, id, body);
      expect(outcome(refused)).toEqual([409, "identity_not_verified"]);
      expect(refused.body.message).toBe(
        "The identity of this trader is not verified. Verify it before you approve a withdrawal, or reject the withdrawal.",
      );
    }
    expect(outcome(await reject(admin, id, { reason: "identity_needed" }))).toEqual([200, "rejected"]);
  });

  test("it is approved once the identity is verified", async () => {
    const { trader, id } = await askUnverified(stack);
    await verifyTrader(databaseOf(stack), trader.userId);
    expect(await warningsOf(admin, id)).toEqual([]);
    const approved = await approve(admin, id, { unverifiedReason: "not needed" });
    expect([...outcome(approved), approved.body.withdrawal.unverifiedReason]).toEqual([200, "approved", null]);
  });
});

describe("when the operator allows them with a reason", () => {
  let stack: Stack;
  let dara: Admin;
  let maly: Admin;
  beforeAll(async () => {
    stack = await startFreshApi({ UNVERIFIED_PAYOUT: "with_reason" });
    [dara, maly] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
  }, 600_000);
  afterAll(() => stack.stop());

  test("an approval includes one, which is audited and hidden from the trader", async () => {
    const { trader, id } = await askUnverified(stack);
    expect(await warningsOf(dara, id)).toEqual([{ kind: "identity", status: "none", payout: "with_reason" }]);
    for (const unverifiedReason of [undefined, "", "  "]) {
      const refused = await approve(dara, id, { unverifiedReason });
      expect([...outcome(refused), refused.body.field]).toEqual([400, "invalid_input", "unverifiedReason"]);
    }
    const approved = await approve(dara, id, { unverifiedReason: "Seen in our office" });
    expect([...outcome(approved), approved.body.withdrawal.unverifiedReason]).toEqual([
      200,
      "approved",
      "Seen in our office",
    ]);
    const { query, read } = databaseOf(stack);
    const [rows] = await read([
      query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `withdrawal:${id}`)),
    ]);
    expect(rows.at(-1)).toMatchObject({ action: "withdrawal.approved" });
    expect(JSON.stringify(rows.at(-1)?.detail)).toContain("Seen in our office");
    expect(JSON.stringify((await trader.get("/api/withdrawal/history")).body)).not.toContain("Seen in our office");
  });

  test("the response to the trader does not mention the reason", async () => {
    const { trader } = await askUnverified(stack);
    const { limits } = (await trader.get("/api/withdrawal/history")).body;
    expect(limits.wantsVerifiedIdentity).toBe(false);
  });

  test("the reason of the first of two admins is enough for both", async () => {
    const { id } = await askUnverified(stack, 2_000);
    expect(outcome(await approve(dara, id, { unverifiedReason: "Seen in our office" }))).toEqual([200, "pending"]);
    expect(outcome(await approve(maly, id))).toEqual([200, "approved"]);
  });
});
