import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { approvals, auditLog, secondFactors, sessions, users } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { codeOf, giveTotp, turnOnTotp } from "../../../dev/test/test-authenticator.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { mailsTo, nextMail, nextMailAbout } from "../../../dev/test/test-mails.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, appointmentApprovals, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, reject } from "../../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../../dev/test/wait-until.ts";
import { ADMIN, SESSION } from "../../contract/limits.ts";
import { DAY_MS } from "../../contract/time.ts";
import { randomToken } from "../../platform/secrets.ts";
import { giveRole } from "../../platform/user-store.ts";
import { formatMoment } from "../commands/moment-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
let second: Admin;
beforeAll(async () => {
  stack = await apiStack();
  [admin, second] = [await newAdmin(stack, "Sophea"), await newAdmin(stack, "Rith")];
}, 600_000);

const changeRole = (who: Client, { userId }: { userId: string }, role: "admin" | "trader", version = 1) =>
  who.post(`/api/admin/users/${userId}/role`, { version, role, reason: "Joins the team on Monday" });
/** As two admins do. @returns the reply to the second */
async function appoint(person: { userId: string }, version = 1) {
  const first = await changeRole(second, person, "admin", version);
  expect([first.status, first.body.user.role]).toEqual([200, "trader"]);
  return changeRole(admin, person, "admin", version);
}
const logInAsAdmin = ({ email, password }: Trader, code: string, client = new Client(stack.origin)) =>
  client.post("/api/admin/login", { email, password, code });

describe("two admins appoint another one", () => {
  test("who can log in once they have a second factor of their own", async () => {
    const trader = await newTrader(stack);
    const reply = await appoint(trader);
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect(reply.body.user).toMatchObject({ role: "admin", version: 2, security: { twoFactor: false } });
    expect((await trader.get("/api/auth/check")).status).toBe(401);
    expect((await logInAsAdmin(trader, "123456")).body.code).toBe("invalid_credentials");

    const { email, password } = trader;
    expect((await trader.post("/api/auth/login", { email, password })).status).toBe(200);
    expect((await trader.get("/api/admin/users")).status).toBe(403);
    const { secret } = await turnOnTotp(trader);
    expect((await trader.get("/api/admin/users")).status).toBe(403);
    const adminClient = new Client(stack.origin);
    expect((await logInAsAdmin(trader, codeOf(secret), adminClient)).status).toBe(200);
    expect((await adminClient.get("/api/admin/users")).status).toBe(200);
    expect((await trader.post("/api/auth/totp/disable", { password, code: "123456" })).status).toBe(403);
  });

  test("which is audited, and mailed to every admin and the new one", async () => {
    const trader = await newTrader(stack);
    // More than are sent to the mail service at once.
    const colleagues = Array.from({ length: 25 }, () => `admin-${crypto.randomUUID()}`);
    for (const id of colleagues) await addPerson(databaseOf(stack), id, "admin");
    await appoint(trader);
    for (const id of colleagues) {
      const proposal = await nextMailAbout(stack, `${id}@example.com`, "Somebody is to become an admin at Tonle");
      expect(proposal.text).toContain(`${second.name} wants to make ${trader.email} an admin`);
      const mail = await nextMailAbout(stack, `${id}@example.com`, "There is a new admin at Tonle");
      expect(mail.text).toContain(`${admin.name} has made ${trader.email} an admin`);
    }
    expect((await nextMail(stack, trader.email)).text).toContain("second factor");
    const { query, read } = databaseOf(stack);
    const [log] = await read([
      query
        .select({ actor: auditLog.actor, action: auditLog.action, detail: auditLog.detail })
        .from(auditLog)
        .where(eq(auditLog.subject, `user:${trader.userId}`)),
    ]);
    const detail = JSON.stringify({ reason: "Joins the team on Monday" });
    expect(log).toEqual([
      { actor: second.userId, action: "admin.appoint_agreed", detail },
      { actor: admin.userId, action: "admin.appointed", detail },
    ]);
  });

  test("whose approvals count a day later, as the error says", async () => {
    const trader = await newTrader(stack);
    const { secret } = await turnOnTotp(trader);
    const beforeMs = Date.now();
    const given = await appoint(trader);
    const fromMs = Date.parse(given.body.user.approvalsCountFrom);
    expect(fromMs).toBeGreaterThanOrEqual(beforeMs + ADMIN.approvalsCountAfterMs);
    const puppet = new Client(stack.origin);
    expect((await logInAsAdmin(trader, codeOf(secret), puppet)).status).toBe(200);
    expect((await puppet.get(`/api/admin/users/${trader.userId}`)).body.user.approvalsCountFrom).toBe(
      given.body.user.approvalsCountFrom,
    );

    const { id } = await askForWithdrawal(stack, 2_000);
    expect((await approve(admin, id)).body.approvals).toEqual({ have: 1, need: 2 });
    const early = await approve(puppet, id);
    expect([early.status, early.body.code]).toEqual([409, "admin_too_new"]);
    expect(early.body.message).toContain(`Your approvals count from ${formatMoment(fromMs, "Asia/Phnom_Penh")}`);
    const small = await askForWithdrawal(stack, 10);
    expect((await approve(puppet, small.id)).body.code).toBe("admin_too_new");
    // Actions that send no money out are allowed from the first minute.
    expect((await reject(puppet, small.id)).status).toBe(200);

    const db = databaseOf(stack);
    const yesterday = { roleGivenAtMs: Date.now() - ADMIN.approvalsCountAfterMs };
    const aged = db.query.update(users).set(yesterday).where(eq(users.id, trader.userId));
    await behindTriggers(db, ["users_role_given"], [aged]);
    expect((await approve(puppet, id)).body.withdrawal.status).toBe("approved");
  });

  test("only with a fresh second factor, a reason, and a user with a verified address", async () => {
    const [trader, late] = [await newTrader(stack), await newAdmin(stack, "Late")];
    const { query, write } = databaseOf(stack);
    const authenticatedAtMs = Date.now() - SESSION.stepUpMs;
    await write([query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, late.userId))]);
    expect((await changeRole(late, trader, "admin")).body.code).toBe("step_up_required");
    expect((await changeRole(trader, trader, "admin")).body.code).toBe("forbidden");
    const path = `/api/admin/users/${trader.userId}/role`;
    const silent = await admin.post(path, { version: 1, role: "admin", reason: "" });
    expect(silent.body).toMatchObject({ code: "invalid_input", field: "reason" });
    await write([query.update(users).set({ emailVerifiedAtMs: null }).where(eq(users.id, trader.userId))]);
    expect((await changeRole(admin, trader, "admin")).body.message).toBe("Nobody has verified this e-mail address yet");
    const frozen = await newTrader(stack);
    await admin.post(`/api/admin/users/${frozen.userId}/freeze`, { version: 1, reason: "Looked at" });
    expect((await changeRole(admin, frozen, "admin", 2)).body.message).toBe(
      "This account is frozen. Unfreeze it first.",
    );
  });
});

describe("the approval of one admin", () => {
  test("is shown to all, changes nothing, and is not given twice", async () => {
    const trader = await newTrader(stack);
    expect((await changeRole(admin, trader, "admin")).status).toBe(200);
    expect((await trader.get("/api/auth/check")).body.user.role).toBe("trader");
    const { user } = (await second.get(`/api/admin/users/${trader.userId}`)).body;
    expect(user).toMatchObject({ role: "trader", version: 1 });
    expect(user.appointment).toMatchObject({
      approvals: { have: 1, need: 2 },
      approvedBy: [{ adminId: admin.userId, name: admin.name }],
      aloneFrom: null,
    });
    const again = await changeRole(admin, trader, "admin");
    expect([again.status, again.body.message]).toEqual([
      409,
      "You have approved this already. Another owner must approve it too.",
    ]);
  });

  test("is void once the account was changed, and a dialog that did not show it is refused", async () => {
    const trader = await newTrader(stack);
    await changeRole(admin, trader, "admin");
    const seen = { version: 1, approvals: { have: 0, need: 2 }, role: "admin", reason: "Joins on Monday" };
    const unseen = await second.post(`/api/admin/users/${trader.userId}/role`, seen);
    expect([unseen.status, unseen.body.code]).toEqual([409, "wrong_state"]);
    await second.post(`/api/admin/users/${trader.userId}/freeze`, { version: 1, reason: "Looked at" });
    await second.post(`/api/admin/users/${trader.userId}/unfreeze`, { version: 2, reason: "All is well" });
    const reply = await changeRole(second, trader, "admin", 3);
    expect([reply.status, reply.body.user.role, reply.body.user.appointment.approvals.have]).toEqual([
      200,
      "trader",
      1,
    ]);
  });

  test("and another's at the same moment appoint once", async () => {
    const trader = await newTrader(stack);
    const replies = await Promise.all([changeRole(admin, trader, "admin"), changeRole(second, trader, "admin")]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies.map(({ body }) => body.user.role).sort()).toEqual(["admin", "trader"]);
  });

  test("of a new admin does not count", async () => {
    const [trader, person] = [await newTrader(stack), await newTrader(stack)];
    const secret = await giveTotp(stack, person);
    await appoint(person);
    const puppet = new Client(stack.origin);
    expect((await logInAsAdmin(person, codeOf(secret), puppet)).status).toBe(200);
    expect((await changeRole(puppet, trader, "admin")).body.code).toBe("admin_too_new");
  });
});

describe("an admin removes another one", () => {
  test("at once: the next request is refused, and the next log-in too", async () => {
    const other = await newAdmin(stack, "Former");
    const reply = await changeRole(admin, other, "trader", 2);
    expect([reply.status, reply.body.user?.role]).toEqual([200, "trader"]);
    expect((await other.get("/api/admin/users")).status).toBe(401);
    const again = await changeRole(admin, other, "trader", 3);
    expect(again.body).toMatchObject({ code: "wrong_state", message: "This person is not an admin" });
    for (const { email } of [admin, other]) {
      const words = `${admin.name} has removed ${other.email} as an admin`;
      await waitUntil(`a mail to ${email}`, async () =>
        (await mailsTo(stack, email)).some(({ text }) => text.includes(words)),
      );
    }
  });

  test("not from themselves", async () => {
    const { version } = (await admin.get(`/api/admin/users/${admin.userId}`)).body.user;
    expect((await changeRole(admin, admin, "trader", version)).body.code).toBe("own_account");
  });

  test("when two remove each other concurrently, one is left", async () => {
    const [one, two] = [await newAdmin(stack, "One"), await newAdmin(stack, "Two")];
    const replies = await Promise.all([changeRole(one, two, "trader", 2), changeRole(two, one, "trader", 2)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status !== 200)?.body.code).toMatch(/not_signed_in|forbidden/);
  });

  test("on the version that they saw: the second one gets an error that names the first", async () => {
    const trader = await newTrader(stack);
    const colleague = await newAdmin(stack, "Vanna");
    await changeRole(second, trader, "admin");
    expect((await changeRole(colleague, trader, "admin")).status).toBe(200);
    const late = await changeRole(admin, trader, "admin");
    expect([late.status, late.body.code]).toEqual([409, "wrong_state"]);
    expect(late.body.message).toMatch(/^Vanna Kim has made this person an admin at \d\d:\d\d\./);
  });
});

describe("the database itself refuses", () => {
  const own = setUpDatabase();
  const verify = (id: string) =>
    own.db.write([own.db.query.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.id, id))]);
  const setRole = (userId: string, role: "admin" | "trader", by: string, atMs = Date.now()) =>
    own.db.write([giveRole(own.db.query, { userId, role, by, atMs })]);
  const agree = (userId: string, version: number, by: string, atMs: number) =>
    own.db.write(appointmentApprovals(own.db, { userId, version }, [by], atMs));
  const giveFactor = (userId: string) =>
    own.db.write([own.db.query.insert(secondFactors).values({ userId, totpSecret: "A", createdAtMs: 0 })]);
  const openAdmin = (userId: string) =>
    own.db.write([
      own.db.query.insert(sessions).values({
        id: randomToken(),
        tokenHash: randomToken(),
        userId,
        kind: "admin",
        userAgent: "",
        createdAtMs: 0,
        lastActionAtMs: 0,
        authenticatedAtMs: 0,
        expiresAtMs: 1,
      }),
    ]);

  test("a role that no admin gave, the removal of the last admin, and an admin without a second factor", async () => {
    for (const id of ["boss", "mate", "guest"]) await addPerson(own.db, id, id === "boss" ? "admin" : "trader");
    await expect(setRole("mate", "admin", "guest")).rejects.toThrow(/not_an_admin/);
    await expect(setRole("mate", "admin", "mate")).rejects.toThrow(/own_account/);
    await expect(setRole("mate", "admin", "boss")).rejects.toThrow(/wrong_state/);
    const silently = own.db.query.update(users).set({ role: "admin" }).where(eq(users.id, "mate"));
    await expect(own.db.write([silently])).rejects.toThrow(/not_an_admin/);
    await verify("mate");
    await expect(setRole("mate", "admin", "boss")).rejects.toThrow(/approvals_missing/);
    await agree("mate", 1, "boss", 0);
    // The only admin waits for 24 hours.
    await expect(setRole("mate", "admin", "boss", DAY_MS - 1)).rejects.toThrow(/approvals_missing/);
    await setRole("mate", "admin", "boss", DAY_MS);

    await expect(openAdmin("mate")).rejects.toThrow(/not_an_admin/);
    await expect(openAdmin("guest")).rejects.toThrow(/not_an_admin/);
    // A colleague who cannot log in does not count as a remaining admin.
    await expect(setRole("boss", "trader", "mate")).rejects.toThrow(/last_admin/);
    await giveFactor("mate");
    await openAdmin("mate");
    // One who may approve would be left.
    await expect(setRole("boss", "trader", "mate")).rejects.toThrow(/last_operators/);
    await setRole("boss", "trader", "system");
    await expect(setRole("mate", "trader", "system")).rejects.toThrow(/last_admin/);
    const born = { id: "x", email: "x", username: "x", usernameKey: "x", firstName: "x", lastName: "x" };
    const insert = own.db.query
      .insert(users)
      .values({ ...born, passwordHash: "-", timeZone: "UTC", createdAtMs: 0, role: "admin" });
    await expect(own.db.write([insert])).rejects.toThrow(/not_an_admin/);
  });

  test("an appointment by one of two, also a day later, and approvals of another person, version or state", async () => {
    for (const id of ["anna", "boran"]) await addPerson(own.db, id, "admin");
    for (const id of ["chan", "dina"]) await addPerson(own.db, id);
    await expect(agree("chan", 1, "anna", 0)).rejects.toThrow(/wrong_state/);
    for (const id of ["anna", "chan", "dina"]) await verify(id);
    await expect(agree("anna", 1, "anna", 0)).rejects.toThrow(/own_account/);
    await expect(agree("anna", 1, "boran", 0)).rejects.toThrow(/wrong_state/);
    await expect(agree("chan", 2, "anna", 0)).rejects.toThrow(/wrong_state/);
    await expect(agree("nobody", 1, "anna", 0)).rejects.toThrow(/wrong_state/);
    await expect(agree("chan", 1, "dina", 0)).rejects.toThrow(/not_an_admin/);
    await agree("chan", 1, "anna", 0);
    await expect(setRole("chan", "admin", "anna", 2 * DAY_MS)).rejects.toThrow(/approvals_missing/);
    await expect(setRole("chan", "admin", "boran", 2 * DAY_MS)).rejects.toThrow(/approvals_missing/);
    // The time of the first approval cannot be moved.
    const later = own.db.query.update(approvals).set({ atMs: 1 }).where(eq(approvals.adminId, "anna"));
    await expect(own.db.write([later])).rejects.toThrow(/wrong_state/);
    await agree("dina", 1, "boran", 0);
    await expect(setRole("chan", "admin", "boran", 2 * DAY_MS)).rejects.toThrow(/approvals_missing/);
    await agree("chan", 1, "boran", 1);
    await setRole("chan", "admin", "boran", 2);
  });
});
