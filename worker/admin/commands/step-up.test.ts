import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog, sessions } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { SESSION } from "../../contract/limits.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const stepUp = (admin: Client, code: string) => admin.post("/api/admin/step-up", { code });
const actOnMoney = (admin: Client) =>
  admin.post(`/api/admin/exceptions/${crypto.randomUUID()}/dismiss`, { version: 1, note: "not there" });

/** Makes the second factor so old that an action on money requires it again. */
async function letFactorAge(admin: Admin, byMs: number = SESSION.stepUpMs): Promise<void> {
  const authenticatedAtMs = Date.now() - byMs;
  await db.write([db.query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, admin.userId))]);
}

describe("stepping up", () => {
  test("allows actions on money again, which are refused fifteen minutes after the log-in", async () => {
    const admin = await newAdmin(stack);
    expect((await actOnMoney(admin)).status).toBe(404);
    await letFactorAge(admin, SESSION.stepUpMs - 10_000);
    expect((await actOnMoney(admin)).status).toBe(404);
    await letFactorAge(admin);
    const shut = await actOnMoney(admin);
    expect([shut.status, shut.body.code]).toEqual([403, "step_up_required"]);
    expect((await admin.get("/api/admin/exceptions")).status).toBe(200);

    const reply = await stepUp(admin, admin.unusedCode());
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect((await actOnMoney(admin)).status).toBe(404);
  });

  test("is announced: the admin screens receive the remaining time for actions on money", async () => {
    const admin = await newAdmin(stack);
    const leftS = async () => (await admin.get("/api/admin/queues")).body.stepUpLeftS;
    await letFactorAge(admin, SESSION.stepUpMs - 120_000);
    const left = await leftS();
    expect(left).toBeGreaterThan(60);
    expect(left).toBeLessThanOrEqual(120);
    await letFactorAge(admin);
    expect(await leftS()).toBe(0);
    await stepUp(admin, admin.unusedCode());
    expect(await leftS()).toBeGreaterThan(840);
  });

  test("gives the session another cookie, which expires when the first would have", async () => {
    const admin = await newAdmin(stack);
    const before = new Client(stack.origin);
    for (const [name, value] of admin.cookies) before.cookies.set(name, value);
    const reply = await stepUp(admin, admin.unusedCode());
    expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=287\d\d; Path=\/; HttpOnly; SameSite=Strict/);
    expect((await before.get("/api/auth/check")).status).toBe(401);
    expect((await admin.get("/api/auth/check")).body.user.role).toBe("admin");
  });

  test("accepts a code once, also in concurrent attempts", async () => {
    const admin = await newAdmin(stack);
    const twin = new Client(stack.origin);
    for (const [name, value] of admin.cookies) twin.cookies.set(name, value);
    const code = admin.unusedCode();
    const replies = await Promise.all([stepUp(admin, code), stepUp(twin, code)]);
    expect(replies.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const signedIn = replies[0]?.status === 200 ? admin : twin;
    const replay = await stepUp(signedIn, code);
    expect([replay.status, replay.body.code, replay.body.reason]).toEqual([400, "invalid_code", "used"]);
    const [rows] = await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.actor, admin.userId), eq(auditLog.action, "admin.stepped_up"))),
    ]);
    expect(rows).toHaveLength(1);
  });

  test("is blocked after five wrong codes, also when they are concurrent", async () => {
    const admin = await newAdmin(stack);
    const replies = await Promise.all(Array.from({ length: 12 }, () => stepUp(admin, "000000")));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await stepUp(admin, admin.unusedCode())).status).toBe(429);
    expect((await admin.get("/api/auth/check")).status).toBe(200);
  });

  test("counts a code of another time, and says that the clock is wrong; a used one is not counted", async () => {
    const admin = await newAdmin(stack);
    const code = admin.unusedCode();
    expect((await stepUp(admin, code)).status).toBe(200);
    for (let i = 0; i < 6; i++) expect((await stepUp(admin, code)).body.reason).toBe("used");
    for (const steps of [6, 7, 8, 9, 10]) {
      const reply = await stepUp(admin, admin.unusedCode(steps));
      expect([reply.status, reply.body.reason]).toEqual([400, "clock"]);
    }
    expect((await stepUp(admin, admin.unusedCode(11))).status).toBe(429);
  });

  test("resets wrong codes after a correct one", async () => {
    const admin = await newAdmin(stack);
    for (let i = 0; i < 4; i++) expect((await stepUp(admin, "000000")).status).toBe(400);
    expect((await stepUp(admin, admin.unusedCode())).status).toBe(200);
    for (let i = 0; i < 4; i++) expect((await stepUp(admin, "000000")).status).toBe(400);
  });
});
