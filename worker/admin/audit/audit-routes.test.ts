import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { auditLog, auditSeals } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, type Trader } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { approve, askForWithdrawal } from "../../../dev/test/test-withdrawals.ts";
import { pauseWithdrawals } from "../../ledger/pause-store.ts";
import { resumeWithdrawals } from "../../ledger/resume-withdrawals.ts";
import type { AuditFault } from "./check-audit.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let admin: Admin;
let trader: Trader;
let withdrawalId: string;
beforeAll(async () => {
  stack = await startFreshApi();
  admin = await newAdmin(stack);
  ({ trader, id: withdrawalId } = await askForWithdrawal(stack, 100, 500));
  await approve(admin, withdrawalId);
}, 600_000);
afterAll(() => stack.stop());

type Entry = { _id: string; at: string; who: { id: string }; action: string; subject: string; isSealed: boolean };
const list = async (search: Record<string, string> = {}): Promise<Entry[]> => {
  const { status, body } = await admin.get(`/api/admin/audit?${new URLSearchParams(search)}`);
  expect(status).toBe(200);
  return body.entries;
};
const actions = async (search: Record<string, string>) => (await list(search)).map(({ action }) => action);

/** Checks everything, stretch by stretch. */
async function check(): Promise<{ checked: number; faults: AuditFault[] }> {
  const whole = { checked: 0, faults: [] as AuditFault[] };
  for (let next: number | null = 0; next !== null; ) {
    const { body } = await admin.get(`/api/admin/audit/check?after=${next}`);
    whole.checked += body.check.checked;
    whole.faults.push(...body.check.faults);
    next = body.check.next;
  }
  return whole;
}

test("the audit log is filtered by actor, subject, action and time", async () => {
  expect(await actions({ who: admin.email })).toContain("withdrawal.approved");
  expect(new Set((await list({ who: admin.email })).map(({ who }) => who.id))).toEqual(new Set([admin.userId]));
  expect(await actions({ about: withdrawalId })).toEqual(
    expect.arrayContaining(["withdrawal.approved", "withdrawal.requested"]),
  );
  expect(await actions({ about: trader.userId, action: "withdrawal.approved" })).toEqual([]);
  expect(await actions({ action: "withdrawal.approved" })).toEqual(["withdrawal.approved"]);
  // The owner of each subject.
  const owner = { id: trader.userId, name: expect.stringMatching(/ /) };
  expect(await list({ about: withdrawalId, action: "withdrawal.approved" })).toMatchObject([{ owner }]);
  expect((await list({ about: admin.userId }))[0]).toMatchObject({ owner: { id: admin.userId, name: admin.name } });
  const [newest] = await list();
  expect(await actions({ from: newest?.at ?? "", action: newest?.action ?? "" })).toEqual([newest?.action ?? ""]);
  expect(await actions({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
  const wrong = await admin.get("/api/admin/audit?action=nothing");
  expect([wrong.status, wrong.body.field]).toEqual([400, "action"]);
});

test("a pause of withdrawals and its end are audited like any other action", async () => {
  const db = databaseOf(stack);
  await db.write(pauseWithdrawals(db.query, "a balance differs", Date.now()));
  // An existing pause is not audited again.
  await db.write(pauseWithdrawals(db.query, "another reason", Date.now()));
  expect((await resumeWithdrawals(db, Date.now())).wasPaused).toBe(true);
  expect(await actions({ about: "withdrawals" })).toEqual(["withdrawals.resumed", "withdrawals.paused"]);
  const [paused] = (await admin.get("/api/admin/audit?action=withdrawals.paused")).body.entries;
  expect(paused).toMatchObject({ subject: "pause:withdrawals", detail: { reason: "a balance differs" } });
});

test("pages follow each other without a gap, and the file has the same rows", async () => {
  const all = await list();
  const paged: Entry[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await admin.get(`/api/admin/audit?limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...body.entries);
    cursor = body.nextCursor;
  }
  expect(paged).toEqual(all);
  const file = await admin.post("/api/admin/audit/export", { reason: "For the accountant" });
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = String(file.body).trimEnd().split("\r\n");
  expect(lines[0]).toBe("Sequence,Time (Asia/Phnom_Penh),Who,Action,About,Detail,Sealed");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(all.map(({ _id }) => _id));
});

test("a changed, removed or inserted row is detected, and one that only waits for its seal is not", async () => {
  const db = databaseOf(stack);
  const { query } = db;
  await stack.wrangler.runCron();
  const entries = await list();
  expect(entries.every(({ isSealed }) => isSealed)).toBe(true);
  expect(await check()).toEqual({ checked: entries.length, faults: [] });

  await askForWithdrawal(stack, 50, 100);
  expect((await list())[0]?.isSealed).toBe(false);
  expect((await check()).faults).toEqual([]);
  await stack.wrangler.runCron();
  const sequences = (await list()).map(({ _id }) => Number(_id)).sort((a, b) => a - b);
  expect(await check()).toEqual({ checked: sequences.length, faults: [] });

  const [first = 0, second = 0, third = 0] = sequences.slice(-3);
  const last = sequences.at(-1) ?? 0;
  await behindTriggers(
    db,
    ["audit_log_append_only"],
    [query.update(auditLog).set({ detail: '{"note":"nothing happened"}' }).where(eq(auditLog.sequence, first))],
  );
  expect((await check()).faults).toEqual([{ sequence: first, kind: "changed" }]);

  await behindTriggers(db, ["audit_log_never_deleted"], [query.delete(auditLog).where(eq(auditLog.sequence, second))]);
  expect((await check()).faults).toEqual([
    { sequence: first, kind: "changed" },
    { sequence: second, kind: "removed" },
  ]);
  // With its seal as well: then the following seal no longer matches.
  await behindTriggers(
    db,
    ["audit_seals_never_deleted"],
    [query.delete(auditSeals).where(eq(auditSeals.sequence, second))],
  );
  expect((await check()).faults).toEqual([
    { sequence: first, kind: "changed" },
    { sequence: third, kind: "changed" },
  ]);
  // With a free sequence number, as if the row had always existed.
  const slipped = {
    sequence: second,
    atMs: 0,
    actor: "system",
    action: "user.slipped",
    subject: "user:x",
    detail: "{}",
  };
  await db.write([query.insert(auditLog).values(slipped)]);
  expect((await check()).faults).toContainEqual({ sequence: second, kind: "added" });
  expect(last).toBe(third);
});

test.each([
  sql`UPDATE audit_log SET detail = '{}'`,
  sql`DELETE FROM audit_log`,
  sql`UPDATE audit_seals SET hash = ''`,
  sql`DELETE FROM audit_seals`,
])("the database itself refuses to rewrite it (%#)", async (statement) => {
  const { query, write } = databaseOf(stack);
  await expect(write([query.run(statement)])).rejects.toThrow("audit_append_only");
});
