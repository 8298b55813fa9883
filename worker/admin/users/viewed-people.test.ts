import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { scopeFor } from "../../../dev/test/test-scope.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, complete, sentImage } from "../../../dev/test/test-withdrawals.ts";
import { sessionCookieName } from "../../platform/credentials.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { showUser } from "./show-user.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  dara = await newAdmin(stack, "Dara");
  maly = await newAdmin(stack, "Maly");
}, 600_000);

/** The admins that the audit log has as having looked at a person, in order. */
async function viewersOf(userId: string, action: "user.viewed" | "user.payout_images_viewed"): Promise<string[]> {
  const { query } = db;
  const isView = and(eq(auditLog.subject, `user:${userId}`), eq(auditLog.action, action));
  const [rows] = await db.read([
    query.select({ actor: auditLog.actor }).from(auditLog).where(isView).orderBy(auditLog.sequence),
  ]);
  return rows.map(({ actor }) => actor);
}

test("an admin who reads a person's profile or timeline is in the audit log, once an hour", async () => {
  const trader = await newTrader(stack);
  const path = `/api/admin/users/${trader.userId}`;
  for (const one of [path, `${path}/timeline`, path]) expect((await dara.get(one)).status).toBe(200);
  expect((await maly.get(`${path}/timeline`)).status).toBe(200);
  expect(await viewersOf(trader.userId, "user.viewed")).toEqual([dara.userId, maly.userId]);

  const hourAgo = Date.now() - 60 * 60_000;
  await db.write([
    db.query.insert(auditLog).values({
      atMs: hourAgo,
      actor: maly.userId,
      action: "user.viewed",
      subject: `user:${dara.userId}`,
      detail: "{}",
    }),
  ]);
  await maly.get(`/api/admin/users/${dara.userId}`);
  expect(await viewersOf(dara.userId, "user.viewed")).toEqual([maly.userId, maly.userId]);
  // Looks change nothing, so the timeline does not have them.
  const { entries } = (await dara.get(`${path}/timeline`)).body as { entries: { action: string }[] };
  expect(entries.some(({ action }) => action === "user.viewed")).toBe(false);
});

test("nobody is written down for a person who is not there, or by somebody who may not look", async () => {
  const trader = await newTrader(stack);
  const stranger = await newTrader(stack);
  expect((await stranger.get(`/api/admin/users/${trader.userId}`)).status).toBeGreaterThanOrEqual(401);
  expect((await dara.get("/api/admin/users/nobody")).status).toBe(404);
  await dara.get(`/api/admin/users/${dara.userId}`);
  expect(await viewersOf(trader.userId, "user.viewed")).toEqual([]);
  expect(await viewersOf("nobody", "user.viewed")).toEqual([]);
  expect(await viewersOf(dara.userId, "user.viewed")).not.toContain(dara.userId);
});

test("an admin who opens a trader's payout images is in the audit log, and the trader is not", async () => {
  const { trader, id } = await askForWithdrawal(stack);
  await approve(dara, id, { images: [sentImage("Look")] });
  const { withdrawal } = (await complete(dara, id)).body;
  const paths = [
    `/api/withdrawal/admin/image/${withdrawal.adminImages[0].filename}`,
    `/api/withdrawal/user/proof/${withdrawal.proofOfPayment.filename}`,
  ];
  for (const path of paths)
    for (const reader of [trader, maly, maly]) expect((await reader.get(path)).status).toBe(200);
  expect(await viewersOf(trader.userId, "user.payout_images_viewed")).toEqual([maly.userId]);
});

test("an admin who opens the entries of a person's account, or a fill of the demo account, is in the audit log", async () => {
  const [trader, other] = [await newTrader(stack), await newTrader(stack)];
  for (const account of [`available:${trader.userId}`, `held:${trader.userId}`, "house:khqr"]) {
    const path = `/api/admin/ledger/accounts/${encodeURIComponent(account)}/entries`;
    expect([account, (await dara.get(path)).status]).toEqual([account, 200]);
  }
  expect(await viewersOf(trader.userId, "user.viewed")).toEqual([dara.userId]);
  // There is no such fill, but its account was asked for it.
  expect((await maly.get(`/api/admin/users/${other.userId}/fills/1`)).status).toBe(404);
  expect(await viewersOf(other.userId, "user.viewed")).toEqual([maly.userId]);
});

test("the first look of an hour opens a transaction that writes, and the others do not", async () => {
  const trader = await newTrader(stack);
  const tokenHash = await sha256Hex(maly.cookies.get(sessionCookieName(stack.origin)) ?? "");
  const modes: string[] = [];
  const counted: Database = {
    ...db,
    read(statements) {
      modes.push("read");
      return db.read(statements);
    },
    write(statements) {
      modes.push("write");
      return db.write(statements);
    },
  };
  const path = "/api/admin/users/:id/note";
  const scope = scopeFor({ db: counted, settings: stack.settings, path, tokenHash });
  for (let look = 0; look < 3; look += 1) await showUser(scope, trader.userId);
  expect(modes).toEqual(["read", "write", "read", "read"]);
  expect(await viewersOf(trader.userId, "user.viewed")).toEqual([maly.userId]);
  // Two at the same moment are one row.
  const other = await newTrader(stack);
  await Promise.all([showUser(scope, other.userId), showUser(scope, other.userId)]);
  expect(await viewersOf(other.userId, "user.viewed")).toEqual([maly.userId]);
});

test("an admin who opens a request is in the audit log as one who looked at its trader", async () => {
  const { trader, id } = await askForWithdrawal(stack);
  for (let i = 0; i < 2; i++) expect((await maly.get(`/api/admin/withdrawals/${id}`)).status).toBe(200);
  expect(await viewersOf(trader.userId, "user.viewed")).toEqual([maly.userId]);
});
