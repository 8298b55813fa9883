import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { PAUSE } from "../../contract/limits.ts";
import { endPauseOnServer } from "./pause-admin-store.ts";

setDefaultTimeout(600_000);

/** Uses a stack of its own, which has one admin. */
let stack: Stack;
let admin: Admin;
beforeAll(async () => {
  stack = await startFreshApi({ SOLE_APPROVER_PAYOUT: "allowed" });
  admin = await newAdmin(stack);
}, 600_000);
afterAll(() => stack.stop());

const pause = async () => (await admin.post("/api/admin/pauses", { reason: "A call" })).body.pause;
const resume = (id: string) => admin.post(`/api/admin/pauses/${id}/resume`, {});

test("the only admin resumes withdrawals a day after they paused them, and not earlier", async () => {
  const { query } = databaseOf(stack);
  const { _id, since, aloneFrom } = await pause();
  expect(Date.parse(aloneFrom) - Date.parse(since)).toBe(PAUSE.aloneAfterMs);
  const early = await resume(_id);
  expect([early.status, early.body.code, early.body.message]).toEqual([
    409,
    "wrong_state",
    expect.stringMatching(/^You are the only admin, so you can resume from .+ "bun run admin resume" does it/),
  ]);
  const earlier = sql`UPDATE withdrawal_pauses SET since_ms = since_ms - ${PAUSE.aloneAfterMs} WHERE id = ${_id}`;
  await behindTriggers(databaseOf(stack), ["withdrawal_pauses_terms_fixed"], [query.run(earlier)]);
  const done = await resume(_id);
  expect([done.status, done.body.approvals]).toEqual([200, { have: 1, need: 1 }]);
  const { overview } = (await admin.get("/api/admin/overview")).body;
  expect([overview.withdrawalPause, overview.soleApproverPayout]).toEqual([null, "allowed"]);
});

test("the server's owner resumes them at once, which is audited", async () => {
  const { query, read, write } = databaseOf(stack);
  const { _id } = await pause();
  expect((await write(endPauseOnServer(query, Date.now())))[2]).toEqual([{ id: _id }]);
  expect((await write(endPauseOnServer(query, Date.now())))[2]).toEqual([]);
  expect((await resume(_id)).body.code).toBe("wrong_state");
  const [records] = await read([
    query
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `pause:${_id}`)),
  ]);
  expect(records.map(({ action, actor }) => [action, actor])).toEqual([
    ["withdrawals.paused", admin.userId],
    ["withdrawals.resumed", "system"],
  ]);
});
