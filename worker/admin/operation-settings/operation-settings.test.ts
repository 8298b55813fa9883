import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, like, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, operationSettings, outbox, withdrawals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { configureBank, databaseOf, fundTrader, withdrawalAsk } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { scopeOf } from "../../../dev/test/test-scope.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { approve, fundedTrader, requestWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { PAUSE } from "../../contract/limits.ts";
import type { SettingKey, SettingValue } from "../../contract/operation/settings.ts";
import { refusedBy } from "../../platform/database-refusal.ts";
import { requestWithdrawal as requestInProcess } from "../../withdrawals/request-withdrawal.ts";
import { approveAsAdmin } from "../withdrawals/approve-withdrawal.ts";

setDefaultTimeout(600_000);

/** A stack of its own: its settings are those of everybody who uses it, and it begins with one admin. */
let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await startFreshApi({ SECOND_ADMIN_ABOVE_USD: "1000", QUEUE_TARGET_HOURS: "24" });
  db = databaseOf(stack);
  dara = await newAdmin(stack, "Dara");
}, 600_000);
afterAll(() => stack.stop());

type Changed = { key: SettingKey; value: SettingValue | null; user?: string };

async function settingNow(admin: Admin, key: SettingKey) {
  const { settings } = (await admin.get("/api/admin/settings")).body;
  return settings.find((setting: { key: string }) => setting.key === key);
}
async function versionNow({ key, user }: Changed): Promise<string | null> {
  if (user === undefined) return (await settingNow(dara, key)).version;
  return (await dara.get(`/api/admin/settings/traders/${user}`)).body.setting.version;
}
async function propose(admin: Admin, changed: Changed, version?: string | null) {
  const seen = version === undefined ? await versionNow(changed) : version;
  return admin.post("/api/admin/settings", { ...changed, version: seen, reason: "As agreed" });
}
const agree = (admin: Admin, id: string) => admin.post(`/api/admin/settings/${id}/approve`, {});
/** Brings a value into force, by both admins. */
async function set(changed: Changed): Promise<void> {
  const proposed = await propose(dara, changed);
  expect([proposed.status, proposed.body.message]).toEqual([200, undefined]);
  const agreed = await agree(maly, proposed.body.setting.proposal._id);
  expect([agreed.status, agreed.body.message]).toEqual([200, undefined]);
}
const rowOf = async (id: string) =>
  (await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.id, id))]))[0][0];

test("without a setting the environment's values are in force", async () => {
  const firsts = [
    ["second_admin_above", 1_000],
    ["admin_alone_max", 10_000],
    ["withdrawal_day_max", 10_000],
    ["unverified_payout", "refused"],
    ["target_hours_imports", 24],
    ["working_hours", null],
  ] as const;
  for (const [key, value] of firsts) {
    expect(await settingNow(dara, key)).toEqual({
      key,
      value,
      version: null,
      setBy: null,
      setAt: null,
      proposal: null,
    });
  }
});

test("the only owner changes what money hangs on a day after they proposed it, and not earlier", async () => {
  const { body } = await propose(dara, { key: "admin_alone_max", value: 9_000 });
  const { _id, at, aloneFrom, approvals } = body.setting.proposal;
  expect([Date.parse(aloneFrom) - Date.parse(at), approvals]).toEqual([PAUSE.aloneAfterMs, { have: 1, need: 1 }]);
  const early = await agree(dara, _id);
  expect([early.status, early.body.code]).toEqual([409, "wrong_state"]);
  expect(early.body.message).toStartWith("You are the only owner, so you can put this into force from ");
  // The database says the same to whom the API would not.
  const applied = { revision: 1, appliedBy: dara.userId, appliedAtMs: Date.now() };
  const bypass = db.write([db.query.update(operationSettings).set(applied).where(eq(operationSettings.id, _id))]);
  expect(refusedBy(await bypass.catch((error) => error), "approvals_missing")).toBe(true);

  const earlier = sql`UPDATE operation_settings SET proposed_at_ms = proposed_at_ms - ${PAUSE.aloneAfterMs} WHERE id = ${_id}`;
  await behindTriggers(db, ["operation_settings_terms_fixed"], [db.query.run(earlier)]);
  expect((await agree(dara, _id)).status).toBe(200);
  expect(await settingNow(dara, "admin_alone_max")).toMatchObject({ value: 9_000, version: _id, setBy: ["Dara Kim"] });
});

test("a value on which money hangs takes two owners, who are told; a display setting one", async () => {
  maly = await newAdmin(stack, "Maly");
  const operator = await newAdmin(stack, "Boran", ["support", "operator"]);
  const change = { key: "second_admin_above", value: 800 } as const;
  const proposed = await propose(dara, change);
  const { _id, approvals, aloneFrom } = proposed.body.setting.proposal;
  expect([proposed.body.setting.value, approvals, aloneFrom]).toEqual([1_000, { have: 1, need: 2 }, null]);
  const own = await agree(dara, _id);
  expect([own.status, own.body.message]).toEqual([409, "You proposed this. Another owner approves it."]);
  const done = await agree(maly, _id);
  expect([done.status, done.body.approvals]).toEqual([200, { have: 2, need: 2 }]);
  expect(await settingNow(maly, "second_admin_above")).toMatchObject({
    ...{ value: 800, version: _id, setBy: ["Dara Kim", "Maly Kim"], proposal: null },
  });
  const [mails, log] = await db.read([
    db.query
      .select()
      .from(outbox)
      .where(like(outbox.id, `setting:${_id}:%`)),
    db.query
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `setting:${_id}`)),
  ]);
  // Those who may approve it, and nobody else.
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [maly.email, "A setting is waiting for a second owner"],
  ]);
  expect(log.map(({ action, actor, detail }) => [action, actor, JSON.parse(detail)])).toEqual([
    ["setting.proposed", dara.userId, { key: "second_admin_above", value: "80000", reason: "As agreed" }],
    ["setting.changed", maly.userId, { key: "second_admin_above", value: "80000" }],
  ]);

  // Who is no owner proposes and decides nothing, neither by the API nor in the database.
  expect((await propose(operator, { key: "import_time_zone", value: "Asia/Bangkok" })).body.code).toBe("role_needed");
  const row = { id: "by-an-operator", key: "import_time_zone", value: "Asia/Bangkok", reason: "As agreed" } as const;
  const written = db.write([
    db.query.insert(operationSettings).values({ ...row, proposedBy: operator.userId, proposedAtMs: Date.now() }),
  ]);
  expect(refusedBy(await written.catch((error) => error), "role_needed")).toBe(true);

  const hours = JSON.stringify({ days: [5, 1, 2, 3, 4], from: 480, to: 1020, holidays: ["2026-11-09"] });
  expect((await propose(maly, { key: "working_hours", value: hours })).body.setting.proposal).toBe(null);
  await propose(maly, { key: "target_hours_identities", value: 8 });
  expect((await dara.get("/api/admin/queues")).body).toMatchObject({
    targetHours: { withdrawals: 24, identities: 8, exceptions: 24, imports: 24 },
    workingHours: { days: [1, 2, 3, 4, 5], from: 480, to: 1020, holidays: ["2026-11-09"] },
  });
});

test("of two admins who propose at once one does; who saw an older value is told what it is now", async () => {
  const key = "withdrawal_day_max";
  const both = await Promise.all([
    propose(dara, { key, value: 7_000 }, null),
    propose(maly, { key, value: 6_000 }, null),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [won, lost] = both[0].status === 200 ? both : both.toReversed();
  const [proposer, other] = both[0].status === 200 ? [dara, maly] : [maly, dara];
  const sum = won?.body.setting.proposal.value === 7_000 ? "$7,000.00" : "$6,000.00";
  expect(lost?.body.message).toBe(
    `${proposer.name} has proposed ${sum}. Approve that, or take it back, before you propose another value.`,
  );
  // Taken back, it can be proposed anew, and what was taken back is not approved.
  const id = won?.body.setting.proposal._id;
  expect((await other.post(`/api/admin/settings/${id}/cancel`, {})).body.change.state).toBe("taken_back");
  expect((await agree(other, id)).body.message).toBe(`${other.name} has taken this proposal back.`);
  await set({ key, value: 9_500 });
  const stale = await propose(maly, { key, value: 5_000 }, null);
  expect([stale.status, stale.body.code]).toEqual([409, "wrong_state"]);
  expect(stale.body.message).toStartWith("Maly Kim changed it to $9,500.00 on ");
  expect((await propose(maly, { key, value: 9_500 })).body).toMatchObject({ code: "invalid_input", field: "value" });

  // Both approve the same at once: it comes into force once.
  const { body } = await propose(dara, { key, value: 10_000 });
  const sara = await newAdmin(stack, "Sara");
  const agreed = await Promise.all([agree(maly, body.setting.proposal._id), agree(sara, body.setting.proposal._id)]);
  expect(agreed.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(agreed.find(({ status }) => status === 409)?.body.message).toBe("This is in force already.");
  const { changes } = (await dara.get("/api/admin/settings")).body;
  expect(
    changes.slice(0, 3).map(({ value, before, state }: Record<string, unknown>) => [value, before, state]),
  ).toEqual([
    [10_000, 9_500, "set"],
    [9_500, null, "set"],
    [won?.body.setting.proposal.value, null, "taken_back"],
  ]);
});

test.each([
  ["second_admin_above", 5_000.01, "500001"],
  ["admin_alone_max", 50_000.01, "5000001"],
  ["withdrawal_day_max", 10_000.01, "1000001"],
  ["withdrawal_day_max_verified", -1, "-1"],
  ["withdrawal_day_max_unverified", 5.001, "5.5"],
  ["unverified_payout", "allowed", "allowed"],
  ["withdrawal_second_factor", "off", "off"],
  ["target_hours_exceptions", 0, "0"],
  ["working_hours", '{"days":[],"from":0,"to":1,"holidays":[]}', '{"days":[],"from":0,"to":1,"holidays":[]}'],
  ["import_time_zone", "+07:00", ""],
  ["second_admin_above", null, null],
  ["withdrawal_day_max_trader", 5, "5"],
] as const)("nobody sets %s to %p: neither the API nor the database takes it", async (key, value, stored) => {
  const refused = await propose(dara, { key, value }, null);
  expect([refused.status, refused.body.code]).toEqual([400, "invalid_input"]);
  const row = { id: crypto.randomUUID(), key, value: stored, reason: "x", proposedBy: dara.userId, proposedAtMs: 1 };
  const bypass = db.write([db.query.insert(operationSettings).values(row)]);
  expect(refusedBy(await bypass.catch((error) => error), "setting_out_of_bounds")).toBe(true);
});

describe("a setting that comes into force while money is being moved", () => {
  /** Requests a withdrawal while a change comes into force between its reads and its write. */
  async function requestWhile(trader: Trader, dollars: number, changed: Changed) {
    const scope = await scopeOf(stack, trader, "/api/withdrawal/request", () => set(changed));
    return requestInProcess(scope, withdrawalAsk(dollars), null);
  }

  test("decides about the request that is under way, whether it is stricter or not", async () => {
    await set({ key: "second_admin_above", value: 1_000 });
    const trader = await fundedTrader(stack, 5_000);
    const lowered = await requestWhile(trader, 600, { key: "second_admin_above", value: 500 });
    expect([lowered.withdrawal.approvals.need, await rowOf(lowered.withdrawal._id)]).toMatchObject([
      2,
      { approvalsNeeded: 2, secondAdminAboveCents: 500_00 },
    ]);
    const other = await fundedTrader(stack, 5_000);
    const raised = await requestWhile(other, 600, { key: "second_admin_above", value: 1_000 });
    expect([raised.withdrawal.approvals.need, await rowOf(raised.withdrawal._id)]).toMatchObject([
      1,
      { approvalsNeeded: 1, secondAdminAboveCents: 1_000_00 },
    ]);
    const late = requestWhile(await fundedTrader(stack, 5_000), 600, { key: "withdrawal_day_max", value: 100 });
    await expect(late).rejects.toMatchObject({
      ...{ code: "over_daily_sum", message: "You can withdraw at most $100.00 in 24 hours" },
    });
    await set({ key: "withdrawal_day_max", value: 10_000 });
  });

  test("decides about the approval that is under way, and about what waits already", async () => {
    const trader = await fundedTrader(stack, 5_000);
    const { withdrawal } = await requestWithdrawal(trader, 600);
    expect(withdrawal.approvals).toEqual({ have: 0, need: 1 });
    const approveWhile = async (id: string, changed: Changed) => {
      const scope = await scopeOf(stack, dara, "/api/admin/withdrawals/:id/approve", () => set(changed));
      return approveAsAdmin(scope, id, { version: 1, notes: "", unverifiedReason: "", images: [] }, null);
    };
    const first = await approveWhile(withdrawal._id, { key: "second_admin_above", value: 500 });
    expect([first.approvals, first.withdrawal.status]).toEqual([{ have: 1, need: 2 }, "pending"]);
    expect((await approve(maly, withdrawal._id)).body.withdrawal.status).toBe("approved");
    await set({ key: "second_admin_above", value: 1_000 });

    const second = await requestWithdrawal(await fundedTrader(stack, 5_000), 600);
    const alone = await approveWhile(second.withdrawal._id, { key: "admin_alone_max", value: 100 });
    expect([alone.approvals, alone.withdrawal.status]).toEqual([{ have: 1, need: 2 }, "pending"]);
    await set({ key: "admin_alone_max", value: 10_000 });
  });

  test("the identity that is needed for a payout is that of the moment of the approval", async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 100);
    const { _id, userId } = await plainRequest(trader, 50);
    expect(userId).toBe(trader.userId);
    expect((await approve(dara, _id)).body.code).toBe("identity_not_verified");
    await set({ key: "unverified_payout", value: "with_reason" });
    const find = async () => (await dara.get(`/api/admin/withdrawals/${_id}`)).body;
    expect((await find()).withdrawal.stage).toBe("review");
    const scope = await scopeOf(stack, dara, "/api/admin/withdrawals/:id/approve", () =>
      set({ key: "unverified_payout", value: "refused" }),
    );
    const known = { version: 1, notes: "", unverifiedReason: "A known customer", images: [] };
    const late = await approveAsAdmin(scope, _id, known, null).catch((error) => error);
    expect(refusedBy(late, "identity_not_verified")).toBe(true);
    expect((await find()).withdrawal).toMatchObject({ status: "pending", stage: "blocked" });
  });

  async function plainRequest(trader: Trader, dollars: number) {
    await configureBank(stack, trader);
    const { withdrawal } = await requestWithdrawal(trader, dollars);
    const row = await rowOf(withdrawal._id);
    return { _id: withdrawal._id as string, userId: row?.userId };
  }
});

test("the lowest of the limits about a trader counts: the operation's, that of their level, their own", async () => {
  const verified = await fundedTrader(stack, 5_000);
  const dayOf = async (trader: Trader) => (await trader.get("/api/withdrawal/history")).body.limits.day;
  const unverified = await newTrader(stack);
  await set({ key: "withdrawal_day_max_verified", value: 2_000 });
  await set({ key: "withdrawal_day_max_unverified", value: 200 });
  expect([await dayOf(verified), await dayOf(unverified)]).toEqual([2_000, 200]);
  const own = { key: "withdrawal_day_max_trader", value: 300, user: verified.userId } as const;
  await set(own);
  expect([await dayOf(verified), await dayOf(unverified)]).toEqual([300, 200]);
  const over = await verified.post("/api/withdrawal/request", withdrawalAsk(300.01));
  expect([over.status, over.body.message]).toEqual([400, "You can withdraw at most $300.00 in 24 hours"]);
  const { traders } = (await maly.get("/api/admin/settings")).body;
  expect(traders).toMatchObject([{ _id: verified.userId, setting: { value: 300 } }]);
  await set({ ...own, value: null });
  expect(await dayOf(verified)).toBe(2_000);

  const mine = await propose(dara, { ...own, user: dara.userId }, null);
  expect([mine.status, mine.body.code]).toEqual([403, "own_account"]);
  const ofDara = await propose(maly, { ...own, user: dara.userId }, null);
  expect((await agree(dara, ofDara.body.setting.proposal._id)).body.code).toBe("own_account");
  expect((await propose(maly, { ...own, user: "nobody" }, null)).status).toBe(404);
});

test("new deposits are stopped by one admin and resumed by two, apart from withdrawals", async () => {
  const trader = await newTrader(stack);
  const open = () => trader.post("/api/deposit/generate-khqr", { amount: 20 });
  const { pause } = (await dara.post("/api/admin/pauses", { what: "deposits", reason: "A call" })).body;
  expect((await open()).body.code).toBe("paused");
  const { overview } = (await dara.get("/api/admin/overview")).body;
  expect([overview.withdrawalPause, overview.depositPause._id]).toEqual([null, pause._id]);
  const resume = (admin: Admin) => admin.post(`/api/admin/pauses/${pause._id}/resume`, {});
  expect([(await resume(dara)).body.approvals, (await open()).status]).toEqual([{ have: 1, need: 2 }, 503]);
  expect([(await resume(maly)).status, (await open()).status]).toEqual([200, 201]);
  const [log] = await db.read([
    db.query
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, `pause:${pause._id}`)),
  ]);
  expect(log.map(({ action }) => action)).toEqual(["deposits.paused", "deposits.resume_agreed", "deposits.resumed"]);
});
