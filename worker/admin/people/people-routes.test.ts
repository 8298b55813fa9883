import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { adminRoles, approvals, auditLog, secondFactors, users } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Client, Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { nextMailAbout } from "../../../dev/test/test-mails.ts";
import { addPerson, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { actOn, approve, askForWithdrawal, completePaid, oddPayment } from "../../../dev/test/test-withdrawals.ts";
import { ACCESS } from "../../access.ts";
import { ADMIN_ROLES, type AdminRole, HIDDEN_IMAGE, rolesText } from "../../contract/admin-roles.ts";
import { DAY_MS } from "../../contract/time.ts";
import { giveRole, raiseAdminVersion } from "../../platform/user-store.ts";
import { setRoles } from "../users/admin-role-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let owner: Admin;
let second: Admin;
beforeAll(async () => {
  stack = await apiStack();
  [owner, second] = [await newAdmin(stack, "Sophea"), await newAdmin(stack, "Rith")];
}, 600_000);

const VERSION = 2;
/** Proposes or approves roles of an admin. */
const ask = (who: Client, { userId }: { userId: string }, roles: readonly AdminRole[], version = VERSION) =>
  who.post(`/api/admin/people/${userId}/roles`, { version, roles, reason: "Moves to the front desk" });
/** As two owners do. @returns the reply to the second */
async function change(person: { userId: string }, roles: readonly AdminRole[], version = VERSION): Promise<Reply> {
  expect((await ask(second, person, roles, version)).status).toBe(200);
  return ask(owner, person, roles, version);
}
const cancel = (who: Client, { userId }: { userId: string }, version = VERSION) =>
  who.post(`/api/admin/people/${userId}/cancel`, { version });
const inList = async ({ userId }: { userId: string }) =>
  (await owner.get("/api/admin/people")).body.people.find(({ _id }: { _id: string }) => _id === userId);
const rolesNow = async (admin: Client) => (await admin.get("/api/auth/check")).body.user.roles;

describe("two owners change an admin's roles", () => {
  test("whose page follows: the next refusal names the role that it takes, and those that are left", async () => {
    const person = await newAdmin(stack, "Chan");
    const first = await ask(second, person, ["support"]);
    expect([first.status, first.dbTrips]).toEqual([200, 2]);
    expect(await rolesNow(person)).toEqual([...ADMIN_ROLES]);
    expect((await inList(person)).change).toMatchObject({
      roles: ["support"],
      reason: "Moves to the front desk",
      approvals: { have: 1, need: 2 },
      approvedBy: [{ adminId: second.userId }],
      aloneFrom: null,
    });
    const done = await ask(owner, person, ["support"]);
    expect([done.status, done.dbTrips]).toEqual([200, 2]);
    expect(done.body.person).toMatchObject({ roles: [{ role: "support" }], version: VERSION + 1, change: null });

    const refused = await person.post("/api/admin/pauses", { reason: "x" });
    expect([refused.status, refused.body.code]).toEqual([403, "role_needed"]);
    expect(refused.body.message).toContain("operator or owner");
    expect(refused.body.roles).toEqual({ needed: ["operator", "owner"], held: ["support"] });
    expect(await rolesNow(person)).toEqual(["support"]);
    expect((await person.get("/api/admin/withdrawals")).status).toBe(200);
    expect((await inList(person)).roles.map(({ role }: { role: AdminRole }) => role)).toEqual(["support"]);

    // What they get back counts a day later.
    const back = await change(person, ADMIN_ROLES, VERSION + 1);
    const { roles } = back.body.person;
    expect(Date.parse(roles[1].countsFrom)).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
    const { id } = await askForWithdrawal(stack, 10);
    const early = await approve(person, id);
    expect([early.status, early.body.code]).toEqual([409, "admin_too_new"]);
    expect((await approve(owner, id)).status).toBe(200);
  });

  test("which every admin is mailed, and the audit log has", async () => {
    const person = await newAdmin(stack, "Dina");
    await change(person, ["operator", "support"]);
    const proposed = await nextMailAbout(stack, person.email, "An admin's roles are to change at Tonle");
    expect(proposed.text).toContain(`Rith Kim wants to change the roles of ${person.email}`);
    const changed = await nextMailAbout(stack, person.email, "An admin's roles have changed at Tonle");
    expect(changed.text).toContain("from support, operator, owner to support, operator");
    const { query, read } = databaseOf(stack);
    const about = and(eq(auditLog.subject, `user:${person.userId}`), sql`${auditLog.action} LIKE 'admin.roles%'`);
    const [log] = await read([query.select().from(auditLog).where(about)]);
    expect(log.map(({ action, actor }) => [action, actor])).toEqual([
      ["admin.roles_proposed", second.userId],
      ["admin.roles_changed", owner.userId],
    ]);
    expect(JSON.parse(log[1]?.detail ?? "")).toMatchObject({ from: "support,operator,owner", to: "support,operator" });
  });

  test("not their own, not what they proposed themselves, and not without the role of an owner", async () => {
    const [person, operator] = [await newAdmin(stack, "Boran"), await newAdmin(stack, "Ouk", ["support", "operator"])];
    expect((await ask(person, person, ["owner"])).body.code).toBe("own_account");
    const climbing = await ask(operator, operator, ADMIN_ROLES);
    expect([climbing.body.code, climbing.body.roles.needed]).toEqual(["role_needed", ["owner"]]);
    expect((await ask(operator, person, ["support"])).body.code).toBe("role_needed");
    expect((await ask(second, person, ["support"])).status).toBe(200);
    const twice = await ask(second, person, ["support"]);
    expect([twice.status, twice.body.code]).toEqual([409, "wrong_state"]);
    // The person may not stop it either.
    expect((await cancel(person, person)).body.code).toBe("own_account");
    expect(await rolesNow(person)).toEqual([...ADMIN_ROLES]);
  });

  test("to the same roles: others are refused until the change that waits is cancelled", async () => {
    const person = await newAdmin(stack, "Vanna");
    await ask(second, person, ["support"]);
    const other = await ask(owner, person, ["support", "operator"]);
    expect([other.status, other.body.code]).toEqual([409, "approval_differs"]);
    expect(other.body.message).toContain("Rith Kim has proposed other roles: support.");
    const cancelled = await cancel(owner, person);
    expect([cancelled.status, cancelled.body.person.change]).toEqual([200, null]);
    expect((await cancel(owner, person, VERSION + 1)).body.code).toBe("wrong_state");
    // The approval of before is void.
    expect((await ask(owner, person, ["support"])).body.code).toBe("wrong_state");
    expect((await ask(owner, person, ["support"], VERSION + 1)).body.person.change.approvals.have).toBe(1);
  });

  test("and refuses what is no change, no role, and a person who is no admin", async () => {
    const [person, trader] = [await newAdmin(stack, "Kosal"), await newTrader(stack)];
    expect((await ask(owner, person, ADMIN_ROLES)).body.code).toBe("wrong_state");
    expect((await ask(owner, person, [])).body).toMatchObject({ code: "invalid_input", field: "roles" });
    expect((await ask(owner, trader, ["support"], 1)).body.code).toBe("wrong_state");
    expect((await ask(owner, { userId: "x" }, ["support"])).status).toBe(404);
  });
});

describe("at the same moment", () => {
  test("two proposals of other roles: one waits, the other is told which", async () => {
    const person = await newAdmin(stack, "Pisey");
    const replies = await Promise.all([ask(owner, person, ["support"]), ask(second, person, ["operator"])]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe("approval_differs");
    expect(await rolesNow(person)).toEqual([...ADMIN_ROLES]);
  });

  test("two last approvals, and a cancellation: the roles change once, or not at all", async () => {
    const [person, third] = [await newAdmin(stack, "Srey"), await newAdmin(stack, "Third")];
    await ask(second, person, ["support"]);
    const replies = await Promise.all([
      ask(owner, person, ["support"]),
      ask(third, person, ["support"]),
      cancel(second, person),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const isCancelled = replies[2]?.status === 200;
    expect(await rolesNow(person)).toEqual(isCancelled ? [...ADMIN_ROLES] : ["support"]);
    expect((await inList(person)).version).toBe(VERSION + 1);
  });

  test("two owners take each other's role: one of them stays an owner", async () => {
    const [one, two] = [await newAdmin(stack, "One"), await newAdmin(stack, "Two")];
    await ask(second, one, ["operator"]);
    await ask(second, two, ["operator"]);
    const replies = await Promise.all([ask(one, two, ["operator"]), ask(two, one, ["operator"])]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status !== 200)?.body.code).toBe("role_needed");
    expect([await rolesNow(one), await rolesNow(two)].sort()).toEqual([["operator"], [...ADMIN_ROLES]]);
  });

  test("an approval of money and the loss of its role: whichever comes first, it no longer counts", async () => {
    const person = await newAdmin(stack, "Late");
    const { id } = await askForWithdrawal(stack, 2_000);
    await ask(second, person, ["support"]);
    const [given] = await Promise.all([approve(person, id), ask(owner, person, ["support"])]);
    expect([200, 403]).toContain(given.status);
    if (given.status === 403) expect(given.body.code).toBe("role_needed");
    const { withdrawal } = (await owner.get(`/api/admin/withdrawals/${id}`)).body;
    expect([withdrawal.approvals.have, withdrawal.status]).toEqual([0, "pending"]);
    expect((await approve(owner, id)).body.approvals).toEqual({ have: 1, need: 2 });
    expect((await approve(second, id)).body.withdrawal.status).toBe("approved");
  });
});

test("a payment of somebody who lost the operator's role is taken over at once, and not completed by them", async () => {
  const person = await newAdmin(stack, "Payer");
  const { id } = await askForWithdrawal(stack, 50);
  expect((await approve(owner, id)).status).toBe(200);
  expect((await actOn(person, id, "start-payment", { version: 2 })).status).toBe(200);
  const early = await actOn(second, id, "take-over-payment", { version: 2, payerId: person.userId });
  expect(early.status).toBe(409);
  await change(person, ["support", "owner"]);
  expect((await completePaid(person, id)).body.code).toBe("role_needed");
  const taken = await actOn(second, id, "take-over-payment", { version: 2, payerId: person.userId });
  expect([taken.status, taken.body.message]).toEqual([200, undefined]);
  expect((await completePaid(second, id)).body.withdrawal.status).toBe("completed");
});

test("an appointment gives the roles that both owners name, and refuses others", async () => {
  const trader = await newTrader(stack);
  const appoint = (who: Client, roles: readonly AdminRole[]) =>
    who.post(`/api/admin/users/${trader.userId}/role`, { version: 1, role: "admin", roles, reason: "Joins" });
  expect((await appoint(owner, [])).body).toMatchObject({ code: "invalid_input", field: "roles" });
  expect((await appoint(owner, ["support"])).body.user.appointment.roles).toEqual(["support"]);
  expect((await appoint(second, ["support", "owner"])).body.code).toBe("approval_differs");
  expect((await appoint(second, ["support"])).body.user).toMatchObject({ role: "admin", roles: ["support"] });
  expect((await inList(trader)).roles).toMatchObject([{ role: "support", since: null }]);
  // Who is removed holds none, and gets what the next appointment says.
  const gone = await owner.post(`/api/admin/users/${trader.userId}/role`, { version: 2, role: "trader", reason: "x" });
  expect(gone.body.user.roles).toEqual([]);
});

describe("what support reads", () => {
  const ACCOUNT = "000 123 456";

  test("has no account number, payer, address or image in any answer, and an operator's has", async () => {
    const support = await newAdmin(stack, "Front", ["support"]);
    const operator = await newAdmin(stack, "Back", ["operator"]);
    const { trader, id } = await askForWithdrawal(stack, 20);
    await trader.send("PUT", "/api/user/profile", {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ address: "12 Street of Secrets" }),
    });
    const { id: exceptionId } = await oddPayment(stack, trader, { amount: 20 });
    const { query, read, write } = databaseOf(stack);
    const [[paid]] = await read([
      query.select({ from: sql<string>`paid_from` }).from(sql`payment_exceptions`).where(sql`id = ${exceptionId}`),
    ]);
    const secrets = [ACCOUNT, "Street of Secrets", paid?.from ?? "no payer"];
    const named: Record<string, string> = {
      "/api/admin/withdrawals/:id": id,
      "/api/admin/exceptions/:id": exceptionId,
      "/api/admin/users/:id": trader.userId,
      "/api/admin/users/:id/timeline": trader.userId,
    };
    const seenBy = async (who: Client) => {
      const found = new Set<string>();
      for (const { path, roles, method } of ACCESS) {
        if (method !== "GET" || !roles?.includes("support") || (path.includes(":") && !named[path])) continue;
        const search = path.includes(":") || path.includes("on-call") ? "" : listQuery(path, trader.email);
        const reply = await who.get(path.replace(":id", named[path] ?? "") + search);
        expect(reply.status, path).toBe(200);
        for (const secret of secrets)
          if (JSON.stringify(reply.body).includes(secret)) found.add(`${secret} in ${path}`);
      }
      return [...found];
    };
    expect(await seenBy(support)).toEqual([]);
    expect((await seenBy(operator)).length).toBeGreaterThan(4);

    const item = (await support.get(`/api/admin/withdrawals/${id}`)).body;
    expect(item.withdrawal.paymentDetails.accountId).toBe(`•• ${ACCOUNT.replaceAll(" ", "").slice(-4)}`);
    expect(item.withdrawal.user.email).toBe(trader.email);
    // What people write between digits is none of the four.
    await write([
      query.run(sql`UPDATE payment_methods SET account_id = '000 12-34.56/7' WHERE user_id = ${trader.userId}`),
    ]);
    expect(JSON.stringify((await support.get(`/api/admin/users/${trader.userId}`)).body)).toContain('"•• 4567"');
    expect(item.trader.phone).toBe((await operator.get(`/api/admin/withdrawals/${id}`)).body.trader.phone);
  });

  test("is not found by an account number, whose digits a search would tell one by one", async () => {
    const support = await newAdmin(stack, "Front", ["support"]);
    const { trader } = await askForWithdrawal(stack, 20);
    const foundBy = async (who: Client) =>
      (await who.get(`/api/admin/users?search=${encodeURIComponent(ACCOUNT)}`)).body.users.length;
    expect([await foundBy(support), (await foundBy(owner)) > 0]).toEqual([0, true]);
    const lists = `/api/admin/withdrawals?user=${encodeURIComponent(ACCOUNT)}`;
    expect((await support.get(lists)).body.withdrawals).toEqual([]);
    expect((await support.get(`/api/admin/withdrawals?user=${trader.email}`)).body.withdrawals).toHaveLength(1);
  });

  test("has no picture of an identity card, nor has an owner's; an operator's has", async () => {
    const [support, onlyOwner] = [await newAdmin(stack, "Front", ["support"]), await newAdmin(stack, "Top", ["owner"])];
    const trader = await newTrader(stack);
    const image = `data:image/png;base64,${Buffer.from((await import("../../../dev/sample-images.ts")).SAMPLE_IMAGES.png).toString("base64")}`;
    const sent = await trader.send("PUT", "/api/user/profile", {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ idCardImage: image }),
    });
    const { idCardImage } = sent.body.user;
    const path = `/api/admin/identities/${trader.userId}`;
    for (const who of [support, onlyOwner]) {
      const { identity, trader: beside } = (await who.get(path)).body;
      expect([identity.image, beside.identity.image]).toEqual(Array(2).fill(`/api/image/${HIDDEN_IMAGE}`));
      expect((await who.get(idCardImage)).status).toBe(404);
    }
    expect((await owner.get(path)).body.identity.image).toBe(idCardImage);
    expect((await owner.get(idCardImage)).status).toBe(200);
  });
});

/** The filter of a list by a person, as each list names it. */
function listQuery(path: string, email: string): string {
  if (/withdrawals|exceptions|identities/.test(path)) return `?user=${email}`;
  return /users|deposits/.test(path) ? `?search=${email}` : "";
}

describe("the database itself refuses", () => {
  const own = setUpDatabase();
  const person = async (id: string, role: "trader" | "admin" = "admin") => {
    await addPerson(own.db, id, role);
    await own.db.write([own.db.query.insert(secondFactors).values({ userId: id, totpSecret: "A", createdAtMs: 0 })]);
  };
  const agree = (userId: string, by: string, roles: readonly AdminRole[], atMs = 0) =>
    own.db.write([
      own.db.query
        .insert(approvals)
        .values({ subject: `roles:${userId}:1`, act: "approve", adminId: by, detail: rolesText(roles), atMs }),
    ]);
  const set = (userId: string, by: string, roles: readonly AdminRole[], atMs = 0) =>
    own.db.write([
      ...setRoles(own.db.query, { userId, held: ADMIN_ROLES, roles, by, atMs }),
      raiseAdminVersion(own.db.query, userId),
    ]);

  test("roles that two owners have not approved, one's own, and those of somebody who is no admin", async () => {
    for (const id of ["a", "b", "c"]) await person(id);
    await person("d");
    await person("t", "trader");
    await expect(set("c", "a", ["support"])).rejects.toThrow(/approvals_missing/);
    await agree("c", "a", ["support"]);
    await expect(set("c", "a", ["support"], 5 * DAY_MS)).rejects.toThrow(/approvals_missing/);
    await expect(agree("c", "c", ["support"])).rejects.toThrow(/own_account/);
    await expect(agree("c", "b", ["operator"])).rejects.toThrow(/approval_differs/);
    await expect(agree("c", "t", ["support"])).rejects.toThrow(/not_an_admin/);
    await expect(agree("t", "a", ["support"])).rejects.toThrow(/wrong_state/);
    await agree("c", "b", ["support"]);
    await expect(set("c", "c", ["support"])).rejects.toThrow(/own_account/);
    // Others than those that were approved.
    await expect(set("c", "b", ["owner"])).rejects.toThrow(/approvals_missing/);
    await set("c", "b", ["support"]);
    const grab = own.db.query.update(adminRoles).set({ isHeld: true, changedBy: "a", changedAtMs: null });
    await expect(own.db.write([grab.where(eq(adminRoles.userId, "c"))])).rejects.toThrow(/approvals_missing/);
    await expect(own.db.write([own.db.query.delete(adminRoles)])).rejects.toThrow(/ledger_append_only/);
    // Without the role they approve nothing, neither money nor people.
    const word = { act: "approve", adminId: "c", detail: "support", atMs: 9 * DAY_MS } as const;
    for (const subject of ["roles:d:1", "withdrawal:x", "pause:x"]) {
      const write = own.db.write([own.db.query.insert(approvals).values({ ...word, subject })]);
      await expect(write, subject).rejects.toThrow(/role_needed/);
    }
  });

  test("the loss of one of the last two operators, in whichever way, and one owner before a day is over", async () => {
    for (const id of ["one", "two", "three"]) await person(id);
    const others = own.db.query
      .update(users)
      .set({ role: "trader", roleGivenBy: "system", roleGivenAtMs: 1, adminVersion: sql`desk_version + 1` });
    await own.db.write([others.where(sql`role = 'admin' AND id NOT IN ('one', 'two', 'three')`)]);
    // Three operators: one may go, and the two approve it.
    await agree("three", "one", ["owner"]);
    await agree("three", "two", ["owner"]);
    await set("three", "two", ["owner"]);
    await agree("two", "one", ["owner"]);
    await agree("two", "three", ["owner"]);
    await expect(set("two", "three", ["owner"])).rejects.toThrow(/last_operators/);
    const remove = giveRole(own.db.query, { userId: "two", role: "trader", by: "one", atMs: 5 });
    await expect(own.db.write([remove])).rejects.toThrow(/last_operators/);
    // At once, only one of the two would be taken: neither is.
    const both = await Promise.allSettled([set("two", "three", ["owner"]), set("one", "three", ["owner"])]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);

    // Only "one" is an owner beside "three" now.
    const noOwner = own.db.query.update(adminRoles).set({ isHeld: false, changedBy: "system" });
    await own.db.write([noOwner.where(and(eq(adminRoles.userId, "two"), eq(adminRoles.role, "owner")))]);
    await own.db.write([raiseAdminVersion(own.db.query, "three")]);
    const subject = "roles:three:3";
    const word = { subject, act: "approve", adminId: "one", detail: "support,owner", atMs: 10 } as const;
    await own.db.write([own.db.query.insert(approvals).values(word)]);
    const alone = (atMs: number) =>
      own.db.write(
        setRoles(own.db.query, { userId: "three", held: ["owner"], roles: ["support", "owner"], by: "one", atMs }),
      );
    await expect(alone(9 + DAY_MS)).rejects.toThrow(/approvals_missing/);
    await alone(10 + DAY_MS);
  });

  test("every act on money of somebody without the operator's role", async () => {
    await person("paid", "trader");
    await person("front");
    const take = own.db.query.update(adminRoles).set({ isHeld: false, changedBy: "system" });
    await own.db.write([take.where(and(eq(adminRoles.userId, "front"), eq(adminRoles.role, "operator")))]);
    await own.db.write(
      [sql`INSERT INTO withdrawal_pauses (id, reason, paused_by, since_ms) VALUES ('p', 'x', 'front', 1)`].map(
        (statement) => own.db.query.run(statement),
      ),
    );
    await own.db.write([take.where(and(eq(adminRoles.userId, "front"), eq(adminRoles.role, "owner")))]);
    const frozen = sql`UPDATE users SET frozen_at_ms = 1, frozen_by = 'front', frozen_reason = 'x', desk_version = desk_version + 1 WHERE id = 'paid'`;
    await expect(own.db.write([own.db.query.run(frozen)])).rejects.toThrow(/role_needed/);
    await behindTriggers(
      own.db,
      ["withdrawal_pauses_resumed"],
      [own.db.query.run(sql`UPDATE withdrawal_pauses SET resumed_at_ms = 2, resumed_by = 'system'`)],
    );
    const pause = sql`INSERT INTO withdrawal_pauses (id, reason, paused_by, since_ms) VALUES ('q', 'x', 'front', 1)`;
    await expect(own.db.write([own.db.query.run(pause)])).rejects.toThrow(/role_needed/);
  });
});
