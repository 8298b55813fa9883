import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { approvals, auditLog, recoveryCodes, secondFactors, users } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { giveTotp, turnOnTotp } from "../../../dev/test/test-authenticator.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { setUpDatabase } from "../../../dev/test/test-database.ts";
import { mailsTo, nextMailAbout } from "../../../dev/test/test-mails.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, makeLogInOld, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../../dev/test/wait-until.ts";
import { DAY_MS } from "../../contract/time.ts";
import { resetSecondFactor } from "../../platform/user-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
let second: Admin;
beforeAll(async () => {
  stack = await apiStack();
  [admin, second] = [await newAdmin(stack, "Sophea"), await newAdmin(stack, "Rith")];
}, 600_000);

const reset = (who: Client, { userId }: { userId: string }, version = 1) =>
  who.post(`/api/admin/users/${userId}/reset-second-factor`, { version, reason: "Called from their number" });

test("a lost second factor is removed by two admins, and its owner hears of both steps", async () => {
  const trader = await newTrader(stack);
  await turnOnTotp(trader);
  const first = await reset(admin, trader);
  expect([first.status, first.dbTrips]).toEqual([200, 2]);
  expect(first.body.user).toMatchObject({
    security: { twoFactor: true },
    secondFactorReset: { approvals: { have: 1, need: 2 }, approvedBy: [{ name: admin.name }] },
    version: 1,
  });
  await nextMailAbout(stack, trader.email, "Your second factor is about to be removed");
  const again = await reset(admin, trader);
  expect([again.status, again.body.message]).toEqual([
    409,
    "You have approved this already. Another owner must approve it too.",
  ]);
  expect((await trader.get("/api/auth/check")).status).toBe(200);

  const last = await reset(second, trader);
  expect(last.body.user).toMatchObject({ security: { twoFactor: false }, version: 2 });
  await nextMailAbout(stack, trader.email, "Your second factor was removed");
  expect((await trader.get("/api/auth/check")).status).toBe(401);
  const { email, password, userId } = trader;
  expect((await new Client(stack.origin).post("/api/auth/login", { email, password })).body.user._id).toBe(userId);
  const { query, read } = databaseOf(stack);
  const [log, codes] = await read([
    query
      .select({ actor: auditLog.actor, action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, `user:${userId}`)),
    query.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ]);
  expect(codes).toEqual([]);
  expect(log.filter(({ action }) => action.startsWith("user.two_factor_reset"))).toEqual([
    { actor: admin.userId, action: "user.two_factor_reset_agreed" },
    { actor: second.userId, action: "user.two_factor_reset" },
  ]);
});

test("it holds the account's withdrawals for a day", async () => {
  const { id, trader } = await askForWithdrawal(stack, 40);
  await giveTotp(stack, trader);
  await reset(admin, trader);
  await reset(second, trader);
  expect((await approve(admin, id)).body.code).toBe("withdrawal_on_hold");
});

test("that of an admin is mailed to the others, and needs two of them", async () => {
  const lost = await newAdmin(stack, "Dara");
  await reset(admin, lost, 2);
  expect((await reset(lost, lost, 2)).body.code).toBe("own_account");
  expect((await reset(second, lost, 2)).status).toBe(200);
  await waitUntil("a mail to another admin", async () =>
    (await mailsTo(stack, admin.email)).some(({ text }) => text.includes(`second factor of the admin ${lost.email}`)),
  );
  expect((await lost.get("/api/admin/users")).status).toBe(401);
});

test("it is refused without a recent second factor, a reason, or a second factor to remove", async () => {
  const [trader, late] = [await newTrader(stack), await newAdmin(stack, "Late")];
  await makeLogInOld(stack, late);
  expect((await reset(late, trader)).body.code).toBe("step_up_required");
  const path = `/api/admin/users/${trader.userId}/reset-second-factor`;
  expect((await admin.post(path, { version: 1, reason: " " })).body).toMatchObject({ field: "reason" });
  expect((await reset(admin, trader)).body.message).toBe("This person has no second factor");
});

describe("the database itself refuses", () => {
  const own = setUpDatabase();
  const agree = (userId: string, version: number, adminId: string) =>
    own.db.write([
      own.db.query
        .insert(approvals)
        .values({ subject: `second_factor:${userId}:${version}`, act: "approve", adminId, detail: "", atMs: 0 }),
    ]);
  const remove = (userId: string, atMs: number) => own.db.write([resetSecondFactor(own.db.query, userId, atMs)]);

  test("one admin alone, also a day later and as the only one, and a removal that is no security change", async () => {
    await addPerson(own.db, "boss", "admin");
    await addPerson(own.db, "guest");
    await expect(agree("guest", 1, "boss")).rejects.toThrow(/wrong_state/);
    const { query } = own.db;
    await own.db.write([query.insert(secondFactors).values({ userId: "guest", totpSecret: "A", createdAtMs: 0 })]);
    await expect(remove("guest", 1)).rejects.toThrow(/approvals_missing/);
    await agree("guest", 1, "boss");
    await expect(agree("guest", 1, "boss")).rejects.toThrow();
    await expect(remove("guest", 2 * DAY_MS)).rejects.toThrow(/approvals_missing/);

    await addPerson(own.db, "mate", "admin");
    await expect(agree("mate", 1, "mate")).rejects.toThrow(/own_account/);
    await agree("guest", 1, "mate");
    const silent = query.update(users).set({ secondFactorResetAtMs: 1, adminVersion: 2 }).where(eq(users.id, "guest"));
    await expect(own.db.write([silent])).rejects.toThrow(/wrong_state/);
    await remove("guest", 1);
    const [left] = await own.db.read([query.select().from(secondFactors).where(eq(secondFactors.userId, "guest"))]);
    expect(left).toEqual([]);
    // The approvals were for the account as it was.
    await own.db.write([query.insert(secondFactors).values({ userId: "guest", totpSecret: "B", createdAtMs: 0 })]);
    await expect(remove("guest", 3)).rejects.toThrow(/approvals_missing/);
  });
});
