import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { auditLog } from "../../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../../dev/sample-images.ts";
import type { Stack } from "../../../dev/stack.ts";
import { giveTotp } from "../../../dev/test/test-authenticator.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { openDeposit } from "../../../dev/test/test-deposits.ts";
import {
  commitImport,
  newTicket,
  openImport,
  reverseImport,
  sentRow,
  stageFile,
} from "../../../dev/test/test-imports.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import {
  actOn,
  approve,
  askForWithdrawal,
  completePaid,
  oddPayment,
  reject,
  sentImage,
} from "../../../dev/test/test-withdrawals.ts";
import { ACCESS } from "../../access.ts";
import { seeIncident } from "../../platform/incidents/incident-store.ts";
import { recordRestore } from "../restores/restore-store.ts";

/** Uses a stack of its own, because the whole database is compared. */

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
/** The admin whose audit rows the database refuses during an action, and a colleague who prepares the records. */
let admin: Admin;
let colleague: Admin;
beforeAll(async () => {
  stack = await startFreshApi();
  db = databaseOf(stack);
  [admin, colleague] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
}, 600_000);
afterAll(() => stack.stop());

const LARGE = 2_000;
const ROLES = { version: 2, roles: ["support"], reason: "Moves to the front desk" };
const on = (path: string, body: object) => () => admin.post(`/api/admin/${path}`, body);
async function approved(dollars = 100): Promise<string> {
  const { id } = await askForWithdrawal(stack, dollars);
  await approve(colleague, id);
  if (dollars > 1_000) await approve(admin, id);
  return id;
}
async function paidBy(payer: Admin): Promise<string> {
  const id = await approved();
  await actOn(payer, id, "start-payment", { version: 2 });
  await db.write([db.query.run(sql`UPDATE withdrawals SET claimed_until_ms = 0 WHERE id = ${id}`)]);
  return id;
}
async function withIdCard(): Promise<Trader> {
  const trader = await newTrader(stack);
  await trader.put("/api/user/profile", { idCardImage: sentImage("", SAMPLE_IMAGES.png).image });
  return trader;
}
async function asked(): Promise<string> {
  const { id } = await askForWithdrawal(stack);
  const question = { kind: "withdrawal", id, text: "Whose account is it?", language: "en" };
  return (await colleague.post("/api/admin/questions", question)).body.question;
}
const odd = async () => (await oddPayment(stack, await newTrader(stack), { amount: 20 })).id;
const staged = async () => stageFile(admin, await newTrader(stack), [sentRow(newTicket())]);
const bankSays = () => ({
  bankReference: `FT ${crypto.randomUUID()}`,
  settlementHash: crypto.randomUUID().replaceAll("-", "").repeat(2),
  note: "Seen in the bank's books",
});

/** Other tests of the same stack have references of their own. */
const REFUNDS = crypto.randomUUID();
const refundOf = (reference: string) => ({
  ...{ version: 1, amount: 20, note: "Sent back" },
  bankReference: `${reference} ${REFUNDS}`,
});

/** An action and its preparation: `ready` returns the request, which can be sent again. */
type Act = { name: string; ready: () => Promise<() => Promise<Reply>> };
const ACTS: Record<string, Act[]> = {
  "POST /api/admin/step-up": [
    {
      name: "step-up",
      ready: async () => {
        const code = admin.unusedCode();
        return on("step-up", { code });
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/claim": [
    {
      name: "claim",
      ready: async () => {
        const { id } = await askForWithdrawal(stack);
        return () => actOn(admin, id, "claim", { version: 1 });
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/hand-over": [
    {
      name: "hand-over of a withdrawal",
      ready: async () => {
        const { id } = await askForWithdrawal(stack);
        return () => actOn(admin, id, "hand-over", { version: 1, to: colleague.userId });
      },
    },
  ],
  "POST /api/admin/views": [
    {
      name: "saving of a view",
      ready: async () => () => admin.post("/api/admin/views", { name: "Audited", query: "minAmount=1000" }),
    },
  ],
  "POST /api/admin/views/:id/remove": [
    {
      name: "removal of a view",
      ready: async () => {
        const saved = await admin.post("/api/admin/views", { name: "Removed", query: "minAmount=1000" });
        return () => admin.post(`/api/admin/views/${saved.body.view._id}/remove`, {});
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/release": [
    {
      name: "release of a claim",
      ready: async () => {
        const { id } = await askForWithdrawal(stack);
        await actOn(admin, id, "claim", { version: 1 });
        return () => actOn(admin, id, "release", { version: 1 });
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/start-payment": [
    {
      name: "start of a payment",
      ready: async () => {
        const id = await approved();
        return () => actOn(admin, id, "start-payment", { version: 2 });
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/stop-payment": [
    {
      name: "stop of a payment",
      ready: async () => {
        const id = await paidBy(admin);
        return () => actOn(admin, id, "stop-payment", { version: 2 });
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/take-over-payment": [
    {
      name: "take-over of a payment",
      ready: async () => {
        const id = await paidBy(colleague);
        const began = sql`UPDATE withdrawals SET payment_started_at_ms = payment_started_at_ms - 3600000 WHERE id = ${id}`;
        await behindTriggers(db, ["withdrawals_payment"], [db.query.run(began)]);
        return () => actOn(admin, id, "take-over-payment", { version: 2, payerId: colleague.userId });
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/approve": [
    {
      name: "approval by one",
      ready: async () => {
        const { id } = await askForWithdrawal(stack);
        return () => approve(admin, id, { notes: "Fine", images: [sentImage("Your papers")] });
      },
    },
    {
      name: "approval, first of two",
      ready: async () => {
        const { id } = await askForWithdrawal(stack, LARGE);
        return () => approve(admin, id);
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/complete": [
    {
      name: "completion",
      ready: async () => {
        const id = await paidBy(admin);
        return () => completePaid(admin, id);
      },
    },
  ],
  "POST /api/admin/withdrawals/:id/reject": [
    {
      name: "rejection",
      ready: async () => {
        const { id } = await askForWithdrawal(stack);
        return () => reject(admin, id);
      },
    },
    {
      name: "rejection of what a colleague pays, first of two",
      ready: async () => {
        const id = await paidBy(colleague);
        return () => reject(admin, id, { version: 2 });
      },
    },
  ],
  "POST /api/admin/exceptions/:id/match": [
    {
      name: "match of a payment",
      ready: async () => on(`exceptions/${await odd()}/match`, { version: 1, amount: 20, note: "As paid" }),
    },
  ],
  "POST /api/admin/exceptions/:id/refund-note": [
    {
      name: "refund",
      ready: async () => on(`exceptions/${await odd()}/refund-note`, refundOf("RF 1")),
    },
    {
      name: "refund, second of two",
      ready: async () => {
        const path = `exceptions/${await odd()}/refund-note`;
        await colleague.post(`/api/admin/${path}`, refundOf("RF 2"));
        return on(path, refundOf("RF 2"));
      },
    },
  ],
  "POST /api/admin/exceptions/:id/dismiss": [
    { name: "dismissal", ready: async () => on(`exceptions/${await odd()}/dismiss`, { version: 1, note: "A double" }) },
  ],
  "POST /api/admin/deposits/:id/mark-paid": [
    {
      name: "deposit marked paid",
      ready: async () => on(`deposits/${(await openDeposit(await newTrader(stack), 40))._id}/mark-paid`, bankSays()),
    },
  ],
  "POST /api/admin/users/:id/freeze": [
    {
      name: "freeze",
      ready: async () => on(`users/${(await newTrader(stack)).userId}/freeze`, { version: 1, reason: "Looked at" }),
    },
  ],
  "POST /api/admin/users/:id/unfreeze": [
    {
      name: "unfreeze",
      ready: async () => {
        const { userId } = await newTrader(stack);
        await colleague.post(`/api/admin/users/${userId}/freeze`, { version: 1, reason: "Looked at" });
        return on(`users/${userId}/unfreeze`, { version: 2, reason: "All is well" });
      },
    },
  ],
  "POST /api/admin/questions": [
    {
      name: "question to a client",
      ready: async () => {
        const { id } = await askForWithdrawal(stack);
        return on("questions", { kind: "withdrawal", id, text: "Whose account is it?", language: "en" });
      },
    },
  ],
  "POST /api/admin/questions/:id/take-back": [
    { name: "question taken back", ready: async () => on(`questions/${await asked()}/take-back`, {}) },
  ],
  "POST /api/admin/questions/:id/answer": [
    { name: "answer by phone", ready: async () => on(`questions/${await asked()}/answer`, { text: "My own" }) },
  ],
  "POST /api/admin/users/:id/note": [
    { name: "note", ready: async () => on(`users/${(await newTrader(stack)).userId}/note`, { note: "Called" }) },
  ],
  "POST /api/admin/users/:id/end-sessions": [
    { name: "end of sessions", ready: async () => on(`users/${(await newTrader(stack)).userId}/end-sessions`, {}) },
  ],
  "POST /api/admin/users/:id/reset-second-factor": [
    {
      name: "removal of a lost second factor, first of two",
      ready: async () => {
        const trader = await newTrader(stack);
        await giveTotp(stack, trader);
        return on(`users/${trader.userId}/reset-second-factor`, { version: 1, reason: "Their phone is gone" });
      },
    },
    {
      name: "removal of a lost second factor, second of two",
      ready: async () => {
        const trader = await newTrader(stack);
        await giveTotp(stack, trader);
        const [path, body] = [
          `users/${trader.userId}/reset-second-factor`,
          { version: 1, reason: "Their phone is gone" },
        ];
        await colleague.post(`/api/admin/${path}`, body);
        return on(path, body);
      },
    },
  ],
  "POST /api/admin/people/:id/roles": [
    {
      name: "roles, first of two",
      ready: async () => on(`people/${(await newAdmin(stack)).userId}/roles`, ROLES),
    },
    {
      name: "roles, second of two",
      ready: async () => {
        const path = `people/${(await newAdmin(stack)).userId}/roles`;
        await colleague.post(`/api/admin/${path}`, ROLES);
        return on(path, ROLES);
      },
    },
  ],
  "POST /api/admin/people/:id/cancel": [
    {
      name: "end of a change of roles",
      ready: async () => {
        const path = `people/${(await newAdmin(stack)).userId}`;
        await colleague.post(`/api/admin/${path}/roles`, ROLES);
        return on(`${path}/cancel`, { version: 2 });
      },
    },
  ],
  "POST /api/admin/users/:id/role": [
    {
      name: "role, first of two",
      ready: async () =>
        on(`users/${(await newTrader(stack)).userId}/role`, { version: 1, role: "admin", reason: "Joins on Monday" }),
    },
    {
      name: "role, second of two",
      ready: async () => {
        const [path, body] = [
          `users/${(await newTrader(stack)).userId}/role`,
          { version: 1, role: "admin", reason: "Joins on Monday" },
        ];
        await colleague.post(`/api/admin/${path}`, body);
        return on(path, body);
      },
    },
  ],
  "POST /api/admin/imports": [
    {
      name: "import opened",
      ready: async () => {
        const trader = await newTrader(stack);
        return () => openImport(admin, trader);
      },
    },
  ],
  "POST /api/admin/imports/:id/commit": [
    {
      name: "import committed",
      ready: async () => {
        const id = await staged();
        return () => commitImport(admin, id);
      },
    },
  ],
  "POST /api/admin/imports/:id/reverse": [
    {
      name: "import reversed",
      ready: async () => {
        const id = await staged();
        await commitImport(admin, id);
        return () => reverseImport(admin, id);
      },
    },
  ],
  "POST /api/admin/restores/:id/approve": [
    {
      name: "restore approved",
      ready: async () => {
        const id = crypto.randomUUID();
        await db.write(recordRestore(db.query, { id, copySequence: 1, journalSequence: 2, findings: [] }, Date.now()));
        return on(`restores/${id}/approve`, { findingCount: 0 });
      },
    },
  ],
  "POST /api/admin/identities/:userId/verify": [
    {
      name: "identity verified",
      ready: async () => on(`identities/${(await withIdCard()).userId}/verify`, { version: 1 }),
    },
  ],
  "POST /api/admin/identities/:userId/reject": [
    {
      name: "identity rejected",
      ready: async () => on(`identities/${(await withIdCard()).userId}/reject`, { version: 1, reason: "unclear" }),
    },
  ],
  "POST /api/admin/identities/:userId/reopen": [
    {
      name: "identity reopened",
      ready: async () => {
        const path = `identities/${(await withIdCard()).userId}`;
        expect((await on(`${path}/verify`, { version: 1 })()).status).toBe(200);
        return on(`${path}/reopen`, { version: 2, reason: "Another person's card" });
      },
    },
  ],
  "POST /api/admin/on-call/rota": [
    {
      name: "rota",
      ready: async () => on("on-call/rota", { admins: [colleague.userId], version: (await onCall()).rota.version }),
    },
  ],
  "POST /api/admin/on-call/overrides": [{ name: "stand-in", ready: async () => standIn() }],
  "POST /api/admin/on-call/overrides/:id/remove": [
    {
      name: "stand-in taken back",
      ready: async () => {
        await standIn()();
        return on(`on-call/overrides/${(await onCall()).overrides[0]._id}/remove`, {});
      },
    },
  ],
  "POST /api/admin/on-call/incidents/:id/acknowledge": [
    {
      name: "acknowledgement of an incident",
      ready: async () => {
        const about = crypto.randomUUID();
        await db.write([seeIncident(db.query, { kind: "wrong_account", about }, Date.now())]);
        const { incidents } = (await admin.get("/api/admin/on-call/incidents")).body;
        return on(`on-call/incidents/${incidents[0]._id}/acknowledge`, {});
      },
    },
  ],
  // Last, because the others need withdrawals that go on.
  "POST /api/admin/pauses": [{ name: "pause of withdrawals", ready: async () => on("pauses", { reason: "A call" }) }],
  "POST /api/admin/settings": [
    {
      name: "setting for two, proposed",
      ready: async () => {
        const limit = { key: "withdrawal_day_max_trader", user: (await newTrader(stack)).userId, value: 500 };
        return on("settings", { ...limit, version: null, reason: "As agreed" });
      },
    },
    {
      name: "setting for one",
      ready: async () => on("settings", { key: "target_hours_imports", value: 12, version: null, reason: "" }),
    },
  ],
  "POST /api/admin/settings/:id/approve": [
    { name: "setting, approved", ready: async () => on(`settings/${await proposalOf(colleague)}/approve`, {}) },
  ],
  "POST /api/admin/settings/:id/cancel": [
    { name: "setting, taken back", ready: async () => on(`settings/${await proposalOf(colleague)}/cancel`, {}) },
  ],
  "POST /api/admin/pauses/:id/resume": [
    { name: "end of a pause, first of two", ready: async () => on(`pauses/${await pauseOf(admin)}/resume`, {}) },
    {
      name: "end of a pause, second of two",
      ready: async () => {
        await colleague.post(`/api/admin/pauses/${await pauseOf(admin)}/resume`, {});
        const id = await pauseOf(colleague);
        await colleague.post(`/api/admin/pauses/${id}/resume`, {});
        return on(`pauses/${id}/resume`, {});
      },
    },
  ],
};

const onCall = async () => (await admin.get("/api/admin/on-call")).body.onCall;

/** The request by which the admin stands in for an hour. */
function standIn(): () => Promise<Reply> {
  const [from, to] = [Date.now(), Date.now() + 3_600_000].map((atMs) => new Date(atMs).toISOString());
  return on("on-call/overrides", { admin: admin.userId, from, to });
}

/** A proposed day's limit of a trader of its own. @returns the id of the proposal */
async function proposalOf(proposer: Admin): Promise<string> {
  const { userId } = await newTrader(stack);
  const limit = { key: "withdrawal_day_max_trader", user: userId, value: 500, version: null, reason: "As agreed" };
  return (await proposer.post("/api/admin/settings", limit)).body.setting.proposal._id;
}

/** The id of the pause that lasts, or of a new one. */
async function pauseOf(pauser: Admin): Promise<string> {
  return (await pauser.post("/api/admin/pauses", { reason: "A call" })).body.pause._id;
}

/** Rows of a file are sent in chunks, which change no records before the commit. */
const NOT_AUDITED = ["PUT /api/admin/imports/:id/rows"];

const EXPORTS = ACCESS.filter(({ path }) => path.startsWith("/api/admin/") && path.endsWith("/export"));

test.each(EXPORTS.map(({ path }) => path))("a file whose audit row cannot be written is not sent: %s", async (path) => {
  const send = () => admin.post(path.replace(":id", "house:payout"), { reason: "For the accountant" });
  await refuseAuditOf(admin);
  const refused = await send();
  expect([refused.status, refused.body.code]).toEqual([500, "internal"]);
  await db.write([db.query.run(sql`DROP TRIGGER refuses_audit_rows`)]);
  const rowsBefore = await auditRowsOf(admin);
  expect((await send()).status).toBe(200);
  expect((await auditRowsOf(admin)) - rowsBefore).toBe(1);
});

test("every admin action is listed here", () => {
  const acts = ACCESS.filter((row) => row.who === "admin" && row.method !== "GET" && !EXPORTS.includes(row));
  const titles = acts.map(({ method, path }) => `${method} ${path}`);
  expect(titles.sort()).toEqual([...Object.keys(ACTS), ...NOT_AUDITED].sort());
});

test.each(Object.values(ACTS).flatMap((acts) => acts.map((act) => [act.name, act] as const)))(
  "an action whose audit row cannot be written does not happen, and happens once it can: %s",
  async (_, { ready }) => {
    const send = await ready();
    const before = await everything();
    await refuseAuditOf(admin);
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([500, "internal"]);
    await db.write([db.query.run(sql`DROP TRIGGER refuses_audit_rows`)]);
    expect(await everything()).toEqual(before);

    const rowsBefore = await auditRowsOf(admin);
    const done = await send();
    expect([done.status, done.body.success]).toEqual([done.status === 201 ? 201 : 200, true]);
    expect((await auditRowsOf(admin)) - rowsBefore).toBe(1);
  },
);

/** Makes the database refuse one admin's audit rows, which refuses their whole batches. */
async function refuseAuditOf({ userId }: Admin): Promise<void> {
  await db.write([
    db.query.run(
      sql.raw(`CREATE TRIGGER refuses_audit_rows BEFORE INSERT ON audit_log WHEN NEW.actor = '${userId}' BEGIN
        SELECT RAISE(ABORT, 'audit_row_refused');
      END`),
    ),
  ]);
}

/** Changed by requests and by the clock, whatever becomes of the action. */
const COUNTED = ["counters", "job_runs", "providers", "sessions"];

/** All rows of all tables, to detect any write. */
async function everything(): Promise<Record<string, unknown[]>> {
  const [{ rows: names }] = await db.read([
    db.query.run(sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`),
  ]);
  const tables = names.map(({ name }) => String(name)).filter((name) => !COUNTED.includes(name));
  // Whether an earlier mail has been sent yet does not matter here.
  const columns = (name: string) => (name === "outbox" ? "id" : "*");
  const results = await db.read(
    tables.map((name) => db.query.run(sql.raw(`SELECT ${columns(name)} FROM "${name}" ORDER BY rowid`))),
  );
  return Object.fromEntries(tables.map((name, i) => [name, results[i]?.rows.map((row) => ({ ...row })) ?? []]));
}

async function auditRowsOf({ userId }: Admin): Promise<number> {
  const [rows] = await db.read([db.query.select().from(auditLog).where(eq(auditLog.actor, userId))]);
  return rows.length;
}
