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
import { databaseOf, fundTrader, typedCard } from "../../../dev/test/test-money.ts";
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
import { dayAt, isoDate } from "../../contract/trade-calendar.ts";
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

/**
 * An action and its preparation: `ready` returns the request, which can be sent again.
 * @property rows how many rows the log has of it, where it is about several records
 */
type Act = { name: string; ready: () => Promise<() => Promise<Reply>>; rows?: number };
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
      ready: async () => () =>
        admin.post("/api/admin/views", { list: "deposits", name: "Audited", query: "minAmount=1000" }),
    },
  ],
  "POST /api/admin/views/:id/remove": [
    {
      name: "removal of a view",
      ready: async () => {
        const saved = await admin.post("/api/admin/views", {
          list: "deposits",
          name: "Removed",
          query: "minAmount=1000",
        });
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
      ready: async () => {
        const { userId } = await withIdCard();
        return on(`identities/${userId}/verify`, { version: 1, ...typedCard(userId) });
      },
    },
  ],
  "POST /api/admin/identities/:userId/card": [
    {
      name: "identity card corrected",
      ready: async () => {
        const { userId } = await withIdCard();
        const path = `identities/${userId}`;
        expect((await on(`${path}/verify`, { version: 1, ...typedCard(userId) })()).status).toBe(200);
        const { card } = (await admin.get(`/api/admin/${path}`)).body;
        const reason = "A digit was misread";
        return on(`${path}/card`, { version: 2, readAt: card.readAt, reason, ...typedCard(userId) });
      },
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
        const { userId } = await withIdCard();
        const path = `identities/${userId}`;
        expect((await on(`${path}/verify`, { version: 1, ...typedCard(userId) })()).status).toBe(200);
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
  "POST /api/admin/books/acts": [
    { name: "act on the books, proposed", ready: async () => on("books/acts", await fix()) },
  ],
  "POST /api/admin/books/acts/:id/post": [
    {
      name: "act on the books, posted",
      ready: async () => {
        const { act, plan } = (await colleague.post("/api/admin/books/acts", await fix())).body;
        const entries = plan.entries.map(({ accountId, amount }: { accountId: string; amount: number }) => ({
          accountId,
          amount,
        }));
        return on(`books/acts/${act._id}/post`, { entries });
      },
    },
  ],
  "POST /api/admin/books/acts/:id/cancel": [
    {
      name: "act on the books, cancelled",
      ready: async () => {
        const { act } = (await colleague.post("/api/admin/books/acts", await fix())).body;
        return on(`books/acts/${act._id}/cancel`, { reason: "Not needed" });
      },
    },
  ],
  "POST /api/admin/books/bank-accounts": [
    {
      name: "bank account, opened",
      ready: async () => {
        const id = crypto.randomUUID().slice(0, 8);
        return on("books/bank-accounts", { id, name: "ABA Bank", currency: "USD" });
      },
    },
  ],
  "POST /api/admin/months/:month/prepare": [
    {
      name: "month, prepared",
      ready: async () => {
        const { month, digest } = await nextMonth();
        return on(`months/${month}/prepare`, { digest });
      },
    },
  ],
  "POST /api/admin/months/:month/cancel": [
    {
      name: "close of a month, cancelled",
      ready: async () => on(`months/${(await preparedMonth()).month}/cancel`, {}),
    },
  ],
  "POST /api/admin/months/:month/seal": [
    {
      name: "month, sealed",
      ready: async () => {
        const { month, digest } = await preparedMonth();
        return on(`months/${month}/seal`, { digest });
      },
    },
  ],
  "POST /api/admin/statements": [
    {
      name: "statement, imported",
      ready: async () => {
        const account = await bankAccount();
        return on("statements", statementFile(account, [["1.00", "", "X"]]));
      },
    },
  ],
  "POST /api/admin/statements/match": [
    {
      name: "open lines, matched again",
      ready: async () => on("statements/match", { from: "2026-01-05", to: "2026-01-06" }),
    },
  ],
  "POST /api/admin/statements/lines/:id/link": [
    {
      name: "line, linked",
      ready: async () => {
        const { line, transferIds } = await openLine();
        return on(`statements/lines/${line}/link`, { transferIds, reason: "The payer told us" });
      },
    },
  ],
  "POST /api/admin/statements/lines/:id/take-back": [
    {
      name: "link, taken back",
      ready: async () => {
        const { line, transferIds } = await openLine();
        await colleague.post(`/api/admin/statements/lines/${line}/link`, { transferIds, reason: "The payer told us" });
        return on(`statements/lines/${line}/take-back`, { reason: "Another payer" });
      },
    },
  ],
  "POST /api/admin/statements/lines/:id/exception": [
    {
      name: "exception of a line",
      ready: async () => {
        const { line, depositId } = await openLine();
        return on(`statements/lines/${line}/exception`, { depositId });
      },
    },
  ],
  "POST /api/admin/statements/lines/:id/complete": [
    {
      name: "completion by a line",
      ready: async () => {
        const id = await paidBy(admin);
        const { line } = await openLine([["", "100.00", `FT-${id}`]]);
        return on(`statements/lines/${line}/complete`, { withdrawalId: id, version: 2, proof: sentImage("Paid") });
      },
    },
  ],
  "POST /api/admin/payouts/batches": [
    {
      name: "payout batch, made",
      rows: 2,
      ready: async () => {
        const [id, account] = [await approved(), await fullBankAccount()];
        return on("payouts/batches", batchOf([id], account));
      },
    },
  ],
  "POST /api/admin/payouts/batches/:id/file": [
    {
      name: "bank file of a batch, taken",
      ready: async () => on(`payouts/batches/${(await payoutBatch())._id}/file`, {}),
    },
  ],
  "POST /api/admin/payouts/batches/:id/result": [
    {
      name: "result of a batch, imported",
      rows: 2,
      ready: async () => {
        const { _id, number } = await payoutBatch();
        return on(`payouts/batches/${_id}/result`, resultFile(`${number}/1`));
      },
    },
  ],
  "POST /api/admin/payouts/batches/:id/statement": [
    {
      name: "batch, completed from the statement",
      rows: 2,
      ready: async () => {
        const { _id, number, bankAccount, madeAt } = await payoutBatch();
        // The day of the batch in Phnom Penh: an older line settles nothing of it.
        const [year, month, day] = isoDate(dayAt(Date.parse(madeAt), "Asia/Phnom_Penh")).split("-");
        const lines = [["", "100.00", crypto.randomUUID()]] as const;
        const file = statementFile(bankAccount._id, lines, { reference: number, day: `${day}/${month}/${year}` });
        await colleague.post("/api/admin/statements", file);
        return on(`payouts/batches/${_id}/statement`, {});
      },
    },
  ],
  "POST /api/admin/payouts/batches/:id/take-over": [
    {
      name: "batch, taken over",
      rows: 2,
      ready: async () => {
        const [id, account] = [await approved(), await fullBankAccount()];
        const { _id } = (await colleague.post("/api/admin/payouts/batches", batchOf([id], account))).body.batch;
        const began = sql`UPDATE withdrawals SET payment_started_at_ms = payment_started_at_ms - 3600000, claimed_until_ms = 0 WHERE id = ${id}`;
        await behindTriggers(db, ["withdrawals_payment"], [db.query.run(began)]);
        return on(`payouts/batches/${_id}/take-over`, { payerId: colleague.userId, count: 1 });
      },
    },
  ],
  "POST /api/admin/payouts/batches/:id/items/:withdrawalId/match": [
    {
      name: "row of a result, matched",
      rows: 2,
      ready: async () => {
        const { _id } = await payoutBatch();
        await admin.post(`/api/admin/payouts/batches/${_id}/result`, resultFile(""));
        const { items, lines } = (await admin.get(`/api/admin/payouts/batches/${_id}`)).body;
        return on(`payouts/batches/${_id}/items/${items[0].withdrawalId}/match`, { resultLine: lines[0]._id });
      },
    },
  ],
  "POST /api/admin/payouts/batches/:id/items/:withdrawalId/take-back": [
    {
      name: "payment of a batch, taken back",
      rows: 2,
      ready: async () => {
        const { _id } = await payoutBatch();
        const { items } = (await admin.get(`/api/admin/payouts/batches/${_id}`)).body;
        return on(`payouts/batches/${_id}/items/${items[0].withdrawalId}/take-back`, { version: 2 });
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

/** The month that can be closed now, long before all that other tests do, with nobody's close of it. */
async function nextMonth(): Promise<{ month: string; digest: string }> {
  const month: string = (await colleague.get("/api/admin/months")).body.next ?? "2020-01";
  const { digest, close } = (await colleague.get(`/api/admin/months/${month}`)).body;
  if (close) await colleague.post(`/api/admin/months/${month}/cancel`, {});
  return { month, digest };
}

/** The same, prepared by a colleague. */
async function preparedMonth(): Promise<{ month: string; digest: string }> {
  const { month, digest } = await nextMonth();
  await colleague.post(`/api/admin/months/${month}/prepare`, { digest });
  return { month, digest };
}

async function bankAccount(): Promise<string> {
  const id = `aba-${crypto.randomUUID().slice(0, 8)}`;
  await colleague.post("/api/admin/books/bank-accounts", { id, name: "ABA Bank", currency: "USD" });
  return id;
}

/** A statement of a day of its own. @param rows what came in or went out, and the bank's id */
function statementFile(
  account: string,
  rows: readonly (readonly [moneyIn: string, moneyOut: string, id: string])[],
  { reference = "", day = "05/01/2026" } = {},
) {
  const heads =
    "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance";
  const lines = rows.map(([moneyIn, moneyOut, id]) => `${day},00:00,${id},${reference},,,,${moneyOut},${moneyIn},USD,`);
  const text = [`Account number,${account}`, heads, ...lines].join("\n");
  return {
    account,
    accountNumber: account,
    profile: "aba",
    fileName: "a.csv",
    file: Buffer.from(text).toString("base64"),
  };
}

/** A bank account with money on it. */
async function fullBankAccount(): Promise<string> {
  const id = await bankAccount();
  const about = { kind: "adjustment", from: `house:bank:${id}`, to: "house:khqr", amount: 1_000, reason: "Settled" };
  const { act, plan } = (await colleague.post("/api/admin/books/acts", about)).body;
  const entries = plan.entries.map(({ accountId, amount }: { accountId: string; amount: number }) => ({
    accountId,
    amount,
  }));
  await admin.post(`/api/admin/books/acts/${act._id}/post`, { entries });
  return id;
}

const batchOf = (ids: readonly string[], account: string) => ({
  items: ids.map((id) => ({ _id: id, version: 2 })),
  ...{ bankAccount: account, profile: "aba-bulk", count: ids.length, total: ids.length * 100 },
});

/** A batch that the admin made of one withdrawal. */
async function payoutBatch() {
  const [id, account] = [await approved(), await fullBankAccount()];
  return (await admin.post("/api/admin/payouts/batches", batchOf([id], account))).body.batch;
}

/** The bank's result about one payment. */
function resultFile(reference: string) {
  const row = `${reference},100.00,Success,${crypto.randomUUID()},`;
  const text = `Reference,Amount,Status,Transaction ID,Reason\n${row}`;
  return { fileName: "result.csv", file: Buffer.from(text).toString("base64") };
}

/** An open line of a deposit's sum, with its transfer. */
async function openLine(rows?: Parameters<typeof statementFile>[1]) {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, 12);
  const account = await bankAccount();
  await colleague.post("/api/admin/statements", statementFile(account, rows ?? [["12.00", "", crypto.randomUUID()]]));
  const [[line], [transfer]] = await db.read([
    db.query.all<{ id: string }>(sql`SELECT id FROM statement_lines WHERE account_id = ${account}`),
    db.query.all<{ id: string; depositId: string }>(sql`
      SELECT transfers.id, deposits.id AS depositId FROM deposits JOIN transfers ON transfers.reference = 'deposit:' || deposits.id
      WHERE deposits.user_id = ${trader.userId}`),
  ]);
  if (!line || !transfer) throw new Error("no line");
  return { line: line.id, transferIds: [transfer.id], depositId: transfer.depositId };
}

/** A correction of a trader of its own. */
const fix = async () => ({
  ...{ kind: "correction", direction: "credit", amount: 5, evidence: "Ticket 9", reason: "Wrong result" },
  userId: (await newTrader(stack)).userId,
});

/** Rows of a file are sent in chunks, which change no records before the commit; a dry run changes nothing at all. */
const NOT_AUDITED = [
  "PUT /api/admin/imports/:id/rows",
  "POST /api/admin/books/plan",
  "POST /api/admin/exceptions/:id/plan",
];

const EXPORTS = ACCESS.filter(({ path }) => path.startsWith("/api/admin/") && path.endsWith("/export"));

test.each(EXPORTS.map(({ path }) => path))("a file whose audit row cannot be written is not sent: %s", async (path) => {
  const send = () =>
    admin.post(path.replace(":id", "house:payout").replace(":month", "2020-01"), { reason: "For the accountant" });
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
  async (_, { ready, rows = 1 }) => {
    const send = await ready();
    const before = await everything();
    await refuseAuditOf(admin);
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([500, "internal"]);
    await db.write([db.query.run(sql`DROP TRIGGER refuses_audit_rows`)]);
    expect(await everything()).toEqual(before);

    const rowsBefore = await auditRowsOf(admin);
    const done = await send();
    const isDone = typeof done.body === "string" || done.body.success;
    expect([done.status, isDone]).toEqual([done.status === 201 ? 201 : 200, true]);
    expect((await auditRowsOf(admin)) - rowsBefore).toBe(rows);
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
