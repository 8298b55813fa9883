import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, users } from "../../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../../dev/sample-images.ts";
import type { Stack } from "../../../dev/stack.ts";
import { openDeposit, payAtBank, verifyUntilPaid } from "../../../dev/test/test-deposits.ts";
import { configureBank, databaseOf, typedCard } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import {
  approve,
  complete,
  fundedTrader,
  oddPayment,
  reject,
  requestWithdrawal,
} from "../../../dev/test/test-withdrawals.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { DAY_MS } from "../../contract/time.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let dara: Admin;
beforeAll(async () => {
  stack = await apiStack();
  dara = await newAdmin(stack, "Dara");
}, 600_000);

/** A trader who requests $40, after one withdrawal that was paid and one that was rejected. */
async function knownTrader(): Promise<{ trader: Trader; asked: string; paid: string; refused: string }> {
  const trader = await fundedTrader(stack, 500);
  const paid = (await requestWithdrawal(trader, 100)).withdrawal._id;
  await approve(dara, paid);
  await complete(dara, paid);
  const refused = (await requestWithdrawal(trader, 60)).withdrawal._id;
  await reject(dara, refused, { notes: "ABA shows another name" });
  const asked = (await requestWithdrawal(trader, 40)).withdrawal._id;
  return { trader, asked, paid, refused };
}

async function record(trader: Trader, action: AuditAction, daysAgo: number, detail: object = {}): Promise<void> {
  const { query, write } = databaseOf(stack);
  const atMs = Date.now() - daysAgo * DAY_MS;
  const subject = `user:${trader.userId}`;
  await write([
    query.insert(auditLog).values({ atMs, actor: trader.userId, action, subject, detail: JSON.stringify(detail) }),
  ]);
}

describe("the context of a withdrawal", () => {
  test("has its trader's balance, history and earlier notes, read with the withdrawal", async () => {
    const { trader, asked, paid, refused } = await knownTrader();
    const deposit = await openDeposit(trader);
    await payAtBank(stack, deposit.qrString);
    await verifyUntilPaid(databaseOf(stack), trader, deposit);
    await trader.post("/api/deposit/generate-khqr", { amount: 11 });
    expect((await dara.post(`/api/admin/users/${trader.userId}/note`, { note: "Called on Monday" })).status).toBe(200);
    const reply = await dara.get(`/api/admin/withdrawals/${asked}`);
    // The first look of an hour writes its row of the audit log apart.
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect((await dara.get(`/api/admin/withdrawals/${asked}`)).dbTrips).toBe(1);
    expect(reply.body.withdrawal).toMatchObject({ _id: asked, amount: 40, user: { _id: trader.userId } });
    expect(reply.body.trader).toMatchObject({
      _id: trader.userId,
      money: { balance: 385.5, held: 40, deposited: 525.5, withdrawn: 100, tradingResult: 0 },
      identity: { status: "verified", image: null, decidedBy: "Rith Chea", note: null },
      paymentMethods: { khqr: { isActive: false }, bankTransfer: { isActive: true } },
      deposits: {
        count: 3,
        last: [
          { amount: 11, status: "pending" },
          { amount: 25.5, status: "paid", billNumber: deposit.billNumber },
          { amount: 500, status: "paid" },
        ],
      },
      withdrawals: { count: 3 },
      frozen: null,
      notes: [{ author: "Dara Kim", text: "Called on Monday" }],
      sessions: [{ device: "An unknown browser", isAdminPage: false }],
    });
    expect(reply.body.payouts).toEqual({ here: 1, lastHereAt: expect.any(String), elsewhere: 0 });
    expect(reply.body.trader.withdrawals.last).toMatchObject([
      { _id: asked, amount: 40, status: "pending", paymentDetails: { bankName: "ABA Bank", accountId: "000 123 456" } },
      { _id: refused, status: "rejected", rejectReason: "wrong_details", adminNotes: "ABA shows another name" },
      { _id: paid, status: "completed", adminNotes: null },
    ]);
  });

  test("has the security changes of thirty days, and which of them hold withdrawals", async () => {
    const { trader, asked } = await knownTrader();
    await record(trader, "user.password_changed", 31);
    await record(trader, "user.password_changed", 29);
    await record(trader, "user.logged_in", 5, { by: "password", isNewDevice: true });
    await record(trader, "user.logged_in", 4, { by: "password", isNewDevice: false });
    await record(trader, "user.google_linked", 3);
    await record(trader, "user.login_alerts", 2.5, { on: true });
    await record(trader, "user.login_alerts", 2.4, { on: false });
    await record(trader, "payment_methods.saved", 2, {
      khqr: "added",
      bankTransfer: "changed",
      holdsWithdrawals: true,
    });
    await record(trader, "payment_methods.saved", 1, {
      khqr: "added",
      bankTransfer: "unchanged",
      holdsWithdrawals: false,
    });
    await record(await newTrader(stack), "user.password_reset", 1);
    const { body } = await dara.get(`/api/admin/withdrawals/${asked}`);
    const ofOld = body.trader.securityChanges.filter(
      ({ at }: { at: string }) => Date.parse(at) < Date.now() - DAY_MS / 2,
    );
    expect(ofOld).toMatchObject([
      { action: "payment_methods.saved", methods: { khqr: "added" }, holdsWithdrawals: false },
      { action: "payment_methods.saved", methods: { bankTransfer: "changed" }, holdsWithdrawals: true },
      { action: "user.login_alerts", methods: null, holdsWithdrawals: false },
      { action: "user.google_linked", methods: null, holdsWithdrawals: false },
      { action: "user.logged_in", holdsWithdrawals: false },
      { action: "user.password_changed", holdsWithdrawals: true },
    ]);
  });

  test("has the warnings for a decision", async () => {
    const { trader, asked } = await knownTrader();
    await record(trader, "payment_methods.saved", 0.5, {
      khqr: "unchanged",
      bankTransfer: "changed",
      holdsWithdrawals: true,
    });
    await record(trader, "user.logged_in", 0.4, { by: "password", isNewDevice: true });
    const freeze = await dara.post(`/api/admin/users/${trader.userId}/freeze`, {
      version: 1,
      reason: "The bank asked",
    });
    expect(freeze.status).toBe(200);
    const { body } = await dara.get(`/api/admin/withdrawals/${asked}`);
    expect(body.warnings).toMatchObject([
      { kind: "frozen", reason: "The bank asked", by: "Dara Kim" },
      { kind: "method_changed", from: null },
      { kind: "new_device", device: null },
    ]);
  });

  test("has a change of name: the name thirty days ago, the current one, and the last change", async () => {
    const { trader, asked } = await knownTrader();
    const shown = async () => (await dara.get(`/api/admin/withdrawals/${asked}`)).body;
    expect((await shown()).trader.nameChange).toBeNull();
    await record(trader, "profile.name_changed", 31, { from: "Older Name", to: "Bopha Keo" });
    expect((await shown()).trader.nameChange).toBeNull();
    const since = Date.now();
    const identity = `/api/admin/identities/${trader.userId}`;
    const { version } = (await dara.get(identity)).body.identity;
    expect((await dara.post(`${identity}/reopen`, { version, reason: "The name was misspelt" })).status).toBe(200);
    for (const firstName of ["Maly", "Sophea"]) {
      expect((await trader.put("/api/user/profile", { firstName })).status).toBe(200);
    }
    const { trader: context, warnings } = await shown();
    expect(context.nameChange).toMatchObject({ from: "Bopha Keo", to: "Sophea Keo" });
    expect(Date.parse(context.nameChange.at)).toBeGreaterThanOrEqual(since);
    expect(warnings).toContainEqual({ kind: "name_changed", ...context.nameChange });
  });

  test("counts earlier payments to the same account, however its number was typed", async () => {
    const { trader } = await knownTrader();
    await configureBank(stack, trader, { bankName: "ABA BANK", accountId: "000123456" });
    const same = (await requestWithdrawal(trader, 41)).withdrawal._id;
    expect((await dara.get(`/api/admin/withdrawals/${same}`)).body.payouts).toMatchObject({ here: 1, elsewhere: 0 });
    await configureBank(stack, trader, { bankName: "ACLEDA Bank", accountId: "000 123 456" });
    const other = (await requestWithdrawal(trader, 42)).withdrawal._id;
    expect((await dara.get(`/api/admin/withdrawals/${other}`)).body.payouts).toEqual({
      here: 0,
      lastHereAt: null,
      elsewhere: 1,
    });
  });

  test("has what the trader really did: a changed password", async () => {
    const { trader, asked } = await knownTrader();
    const change = { currentPassword: trader.password, newPassword: "a sentence for eight fish" };
    expect((await trader.post("/api/auth/password", change)).status).toBe(200);
    const { body } = await dara.get(`/api/admin/withdrawals/${asked}`);
    expect(body.trader.securityChanges[0]).toMatchObject({ action: "user.password_changed", holdsWithdrawals: true });
    const [[row]] = await databaseOf(stack).read([
      databaseOf(stack).query.select().from(users).where(eq(users.id, trader.userId)),
    ]);
    expect(Date.parse(body.trader.securityChanges[0].at)).toBe(row?.securityChangedAtMs ?? 0);
  });
});

test("the context of an identity and of a mismatched payment has the same trader", async () => {
  const trader = await newTrader(stack);
  const { id } = await oddPayment(stack, trader, { amount: 20 });
  const exception = await dara.get(`/api/admin/exceptions/${id}`);
  expect([exception.status, exception.dbTrips, exception.body.exception._id]).toEqual([200, 2, id]);
  expect(exception.body.trader).toMatchObject({ _id: trader.userId, deposits: { last: [{ amount: 25.5 }] } });

  const none = await dara.get(`/api/admin/identities/${trader.userId}`);
  expect([none.status, none.body.code]).toEqual([404, "not_found"]);
  const idCardImage = `data:image/jpeg;base64,${Buffer.from(SAMPLE_IMAGES.jpeg).toString("base64")}`;
  expect((await trader.put("/api/user/profile", { idCardImage })).status).toBe(200);
  const identity = await dara.get(`/api/admin/identities/${trader.userId}`);
  expect([identity.status, identity.dbTrips, identity.body.identity.status]).toEqual([200, 1, "pending"]);
  expect(identity.body.trader).toMatchObject({ _id: trader.userId, identity: { status: "pending" } });

  const verdict = { version: 1, reason: "other", note: "The back is missing" };
  expect((await dara.post(`/api/admin/identities/${trader.userId}/reject`, verdict)).status).toBe(200);
  const decided = (await dara.get(`/api/admin/identities/${trader.userId}`)).body.trader;
  expect(decided.identity).toMatchObject({ status: "rejected", decidedBy: "Dara Kim", rejectReason: "other" });
  expect(decided.identityEvents).toMatchObject([
    { action: "identity.rejected", by: "Dara Kim", reason: "other", note: "The back is missing" },
    { action: "identity.submitted", by: null, reason: null, note: "" },
  ]);
});

test("a revoked verification is listed among the decisions about ID cards", async () => {
  const trader = await newTrader(stack);
  const idCardImage = `data:image/jpeg;base64,${Buffer.from(SAMPLE_IMAGES.jpeg).toString("base64")}`;
  await trader.put("/api/user/profile", { idCardImage });
  await dara.post(`/api/admin/identities/${trader.userId}/verify`, { version: 1, ...typedCard(trader.userId) });
  const reason = "The name was misspelt";
  expect((await dara.post(`/api/admin/identities/${trader.userId}/reopen`, { version: 2, reason })).status).toBe(200);
  const { identityEvents } = (await dara.get(`/api/admin/identities/${trader.userId}`)).body.trader;
  expect(identityEvents[0]).toMatchObject({
    action: "identity.reopened",
    by: "Dara Kim",
    reason: "reopened",
    note: reason,
  });
});

test("a missing record is 404, and reveals nothing about any user", async () => {
  for (const section of ["withdrawals", "exceptions", "identities"]) {
    const reply = await dara.get(`/api/admin/${section}/${crypto.randomUUID()}`);
    expect([reply.status, reply.body.code, reply.body.trader]).toEqual([404, "not_found", undefined]);
  }
});
