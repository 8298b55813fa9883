import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Reply } from "../../../dev/test/test-client.ts";
import { behindTriggers } from "../../../dev/test/test-database.ts";
import { configureBank, databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, type Trader } from "../../../dev/test/test-people.ts";
import { apiStack } from "../../../dev/test/test-stack.ts";
import {
  actOn,
  approve,
  completePaid,
  fundedTrader,
  reject,
  requestWithdrawal,
} from "../../../dev/test/test-withdrawals.ts";
import { fc } from "../../../web/test/property.ts";
import { dayAt, isoDate } from "../../contract/trade-calendar.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";
import { guardNameOf } from "../../platform/database-refusal.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
/** Approves; pays; and a third, who does neither. */
let approver: Admin;
let payer: Admin;
let other: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [approver, payer, other] = await Promise.all([newAdmin(stack), newAdmin(stack, "Phalla"), newAdmin(stack, "Maly")]);
}, 600_000);

type Shown = Reply["body"];
type Paid = { id: string; amount: number; trader: Trader; number: string };
const unique = () => crypto.randomUUID().slice(0, 8);
const post = (admin: Admin, path: string, body: object, key?: string) =>
  admin.post(`/api/admin/payouts/${path}`, body, key ? { "Idempotency-Key": key } : {});
const read = async (path: string, admin = payer) => (await admin.get(`/api/admin/payouts/${path}`)).body;

/** A bank account with money on it, by two operators. */
async function bankWith(dollars: number): Promise<string> {
  const id = `aba-${unique()}`;
  await approver.post("/api/admin/books/bank-accounts", { id, name: "ABA Bank", currency: "USD" });
  const about = { kind: "adjustment", from: `house:bank:${id}`, to: "house:khqr", amount: dollars, reason: "Settled" };
  const { act, plan } = (await approver.post("/api/admin/books/acts", about)).body;
  const entries = plan.entries.map(({ accountId, amount }: Shown) => ({ accountId, amount }));
  expect((await payer.post(`/api/admin/books/acts/${act._id}/post`, { entries })).status).toBe(200);
  return id;
}

/** Approved withdrawals, five of each trader at most, who have accounts of their own. */
async function approved(amounts: readonly number[]): Promise<Paid[]> {
  const groups = Array.from({ length: Math.ceil(amounts.length / 5) }, (_, i) => amounts.slice(i * 5, i * 5 + 5));
  const made = groups.map(async (group): Promise<Paid[]> => {
    const trader = await fundedTrader(stack, 5_000);
    await configureBank(stack, trader, { accountId: `00${Math.floor(Math.random() * 1e9)}1234` });
    const paid: Paid[] = [];
    for (const amount of group) {
      const { withdrawal } = await requestWithdrawal(trader, amount);
      expect((await approve(approver, withdrawal._id)).status).toBe(200);
      paid.push({ id: withdrawal._id, amount, trader, number: withdrawal.number });
    }
    return paid;
  });
  return (await Promise.all(made)).flat();
}

const totalOf = (paid: readonly { amount: number }[]) =>
  Math.round(paid.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
const bodyOf = (paid: readonly Paid[], bankAccount: string, more: object = {}) => ({
  items: paid.map(({ id }) => ({ _id: id, version: 2 })),
  ...{ bankAccount, profile: "aba-bulk", count: paid.length, total: totalOf(paid), ...more },
});
async function batchOf(paid: readonly Paid[], account: string, admin = payer): Promise<Shown> {
  const made = await post(admin, "batches", bodyOf(paid, account));
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  return made.body.batch;
}

type Row = { reference?: string; amount: number; status?: string; id?: string; reason?: string };
/** What ABA answers to a batch. */
function resultOf(number: string, rows: readonly Row[]): string {
  const lines = rows.map(({ reference = "", amount, status = "Success", id = "", reason = "" }) =>
    [reference, amount.toFixed(2), status, id, reason].map((cell) => `"${cell}"`).join(","),
  );
  const total = `Total,${totalOf(rows).toFixed(2)}`;
  return [`Batch,${number}`, total, "Reference,Amount,Status,Transaction ID,Reason", ...lines].join("\n");
}
const importResult = (admin: Admin, batch: Shown, text: string | Uint8Array, key?: string) =>
  post(
    admin,
    `batches/${batch._id}/result`,
    { fileName: "aba-result.csv", file: Buffer.from(text).toString("base64") },
    key,
  );
/** As the bank pays each item of a batch. */
const rowsOf = (batch: Shown, paid: readonly Paid[]): Row[] =>
  paid.map(({ amount }, i) => ({ reference: `${batch.number}/${i + 1}`, amount, id: `T${unique()}${i}` }));

const auditOf = async (subject: string) => {
  const [rows] = await db.read([
    db.query.all<{ action: string }>(sql`SELECT action FROM audit_log WHERE subject = ${subject} ORDER BY sequence`),
  ]);
  return rows.map(({ action }) => action);
};
const isClean = async () => (await checkLedger(db)).isClean;
const statusOf = async ({ trader, id }: Paid) =>
  (await trader.get("/api/withdrawal/history")).body.withdrawals.find((one: Shown) => one._id === id);

/** A statement as ABA writes it, of today or of days before. */
function statementOf(account: string, rows: readonly StatementRow[]): string {
  const dateOf = (daysAgo: number) =>
    isoDate(dayAt(Date.now(), "Asia/Phnom_Penh") - daysAgo)
      .split("-")
      .toReversed()
      .join("/");
  const heads =
    "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance";
  const lines = rows.map(
    ({ id, reference, amount, daysAgo = 0 }) =>
      `${dateOf(daysAgo)},00:01,${id},${reference},,,,${amount.toFixed(2)},,USD,`,
  );
  return [`Account number,${account}`, heads, ...lines].join("\n");
}
type StatementRow = { id: string; reference: string; amount: number; daysAgo?: number };
const importStatement = (account: string, rows: Parameters<typeof statementOf>[1]) =>
  payer.post("/api/admin/statements", {
    ...{ account, accountNumber: account, profile: "aba", fileName: "november.csv" },
    file: Buffer.from(statementOf(account, rows)).toString("base64"),
  });

describe("a batch", () => {
  test("of fifty withdrawals is completed by a result with three that came back and two that nothing names", async () => {
    const account = await bankWith(20_000);
    const paid = await approved(Array.from({ length: 50 }, (_, i) => 20 + i + (i % 7) / 100));
    const shown = await read("to-pay");
    const own = shown.rows.filter((row: Shown) => paid.some(({ id }) => id === row._id));
    expect(own).toHaveLength(50);
    expect(own[0]).toMatchObject({
      ...{ closedBecause: null, bank: "ABA Bank", approvedBy: [{ _id: approver.userId }], batch: null, payer: null },
      flags: ["first_payout"],
    });
    expect(shown.accounts.find((one: Shown) => one._id === account)).toMatchObject({ balance: 20_000, free: 20_000 });

    const key = unique();
    const made = await post(payer, "batches", bodyOf(paid, account), key);
    expect([made.status, made.dbTrips]).toEqual([200, 2]);
    const { batch } = made.body;
    const total = totalOf(paid);
    expect(batch).toMatchObject({ state: "with_bank", count: 50, total, openCount: 50, accountBefore: 20_000 });
    expect(batch.accountAfter).toBe(Math.round((20_000 - total) * 100) / 100);
    expect((await post(payer, "batches", bodyOf(paid, account), key)).body).toEqual(made.body);
    const [one] = paid as [Paid];
    expect(await statusOf(one)).toMatchObject({ status: "approved", bank: "with_bank" });
    expect((await read("to-pay")).rows.find((row: Shown) => row._id === one.id)).toMatchObject({
      closedBecause: "in_batch",
      batch: { number: batch.number },
    });
    const files = await Promise.all([1, 2].map(() => post(payer, `batches/${batch._id}/file`, {})));
    const [file, again] = files.map(({ body }) => body as string);
    expect(again).toBe(file);
    expect(new Bun.CryptoHasher("sha256").update(file ?? "").digest("hex")).toBe(batch.digest);
    expect((file ?? "").split("\r\n")[1]).toMatch(
      new RegExp(`^${batch.number}/1,00\\d+,Bopha Keo,ABA Bank,20\\.00,USD,\\d\\d/\\d\\d/\\d{4},WD-\\d+$`),
    );

    const rows = rowsOf(batch, paid);
    for (const i of [4, 14, 24])
      rows[i] = { ...(rows[i] as Row), status: "Returned", id: "", reason: "Account closed" };
    // One row names nothing, and one has another sum.
    rows[33] = { amount: rows[33]?.amount ?? 0, id: "T-noref" };
    rows[40] = { ...(rows[40] as Row), amount: 1.5 };
    const resultKey = unique();
    const result = await importResult(payer, batch, resultOf(batch.number, rows), resultKey);
    expect([result.status, result.dbTrips]).toEqual([200, 4]);
    expect(result.body).toMatchObject({ completed: 45, bounced: 3, unmatched: 2, known: 0, isSame: false });
    expect((await importResult(payer, batch, resultOf(batch.number, rows), resultKey)).body).toEqual(result.body);
    const same = await importResult(payer, batch, resultOf(batch.number, rows));
    expect(same.body).toMatchObject({ completed: 0, bounced: 0, unmatched: 2, known: 50, isSame: true });
    const back = await read(`batches/${batch._id}`);
    const { sums } = back.batch;
    expect(back.batch).toMatchObject({ state: "back", openCount: 5, result: { fileName: "aba-result.csv" } });
    expect([sums.completed.count, sums.bounced.count, sums.unmatched.count]).toEqual([45, 3, 2]);
    expect(totalOf(Object.values(sums).map((sum) => ({ amount: (sum as Shown).sum })))).toBe(total);
    expect(back.items[33]).toMatchObject({ state: "unmatched", unmatchedWhy: "no_row" });
    expect(back.items[40]).toMatchObject({ state: "unmatched", unmatchedWhy: "other_sum", says: 1.5 });
    expect(back.lines.map(({ candidates }: Shown) => candidates)).toEqual([[paid[33]?.id], []]);
    expect(await isClean()).toBe(true);

    // A payment that came back is completed, as its money had left. Its trader is notified once two admins have returned it.
    const bounced = paid[4] as Paid;
    expect(await statusOf(bounced)).toMatchObject({ status: "completed", bank: "came_back", returnedAt: null });
    const told = async () =>
      (await bounced.trader.get("/api/notifications")).body.notifications.map((n: Shown) => [n.event, n.subject]);
    expect(await told()).not.toContainEqual(["withdrawal_completed", bounced.number]);
    const about = { kind: "payout_returned", withdrawalId: bounced.id, bankReference: unique(), reason: "Closed" };
    const { act, plan } = (await payer.post("/api/admin/books/acts", about)).body;
    expect((await read(`batches/${batch._id}`)).items[4].returnAct).toMatchObject({ _id: act._id, isYours: true });
    const entries = plan.entries.map(({ accountId, amount }: Shown) => ({ accountId, amount }));
    expect((await other.post(`/api/admin/books/acts/${act._id}/post`, { entries })).status).toBe(200);
    expect(await told()).toContainEqual(["withdrawal_returned", bounced.number]);
    expect((await read(`batches/${batch._id}`)).items[4]).toMatchObject({ state: "returned", returnAct: null });

    // A file that was imported before says nothing new of what came back since, and another one may call it either.
    expect((await importResult(payer, batch, resultOf(batch.number, rows))).body).toMatchObject({ isSame: true });
    const called = { reference: `${batch.number}/5`, amount: bounced.amount, id: bounced.id };
    expect((await importResult(payer, batch, resultOf(batch.number, [called]))).body).toMatchObject({ isSame: true });

    // The row without a reference is matched by hand; the other payment is taken back and its payer is free to pay it again.
    const [line] = back.lines;
    const item = (i: number, verb: string, body: object, admin = payer) =>
      post(admin, `batches/${batch._id}/items/${paid[i]?.id}/${verb}`, body);
    expect((await item(40, "match", { resultLine: line._id })).body.code).toBe("invalid_input");
    expect((await item(33, "match", { resultLine: line._id }, other)).body.code).toBe("wrong_state");
    expect((await item(33, "match", { resultLine: line._id })).body).toMatchObject({
      batch: { openCount: 3 },
      item: { state: "completed", paymentId: "T-noref" },
    });
    expect((await item(40, "take-back", { version: 2 }, other)).body.code).toBe("claimed_by_other");
    expect((await read(`batches/${batch._id}`)).items[40]).toMatchObject({ canTakeBack: true, isSaidPaid: false });
    expect((await item(40, "take-back", { version: 2 })).status).toBe(200);
    expect((await read(`batches/${batch._id}`)).batch.sums.taken_back.count).toBe(1);
    // Its file would pay that too; the file of the other batch is given.
    const refused = await post(payer, `batches/${batch._id}/file`, {});
    expect([refused.body.code, refused.body.message]).toEqual([
      "wrong_state",
      expect.stringContaining(`${paid[40]?.number} has left this batch`),
    ]);
    const second = await batchOf([paid[40] as Paid], account);
    expect(second.count).toBe(1);
    expect((await post(payer, `batches/${second._id}/file`, {})).status).toBe(200);
    // The bank paid it nevertheless, which is said and not hidden.
    const late = { reference: `${batch.number}/41`, amount: paid[40]?.amount ?? 0, id: "T-late" };
    const lateResult = await importResult(payer, batch, resultOf(batch.number, [late]));
    expect(lateResult.body).toMatchObject({ completed: 0, madeAnyway: 1, isSame: false });
    expect((await read(`batches/${batch._id}`)).lines.at(-1)).toMatchObject({ isTakenBack: true, candidates: [] });
    expect(await isClean()).toBe(true);
    expect(await auditOf(`payout:${batch._id}`)).toEqual([
      ...["payout.batch_made", "payout.file_taken", "payout.file_taken", "payout.result_imported"],
      ...["payout.row_matched", "payout.taken_back", "payout.result_imported"],
    ]);
    expect((await auditOf(`withdrawal:${bounced.id}`)).slice(-5)).toEqual([
      ...["withdrawal.payment_started", "withdrawal.completed", "payout.bounced", "book.proposed", "book.posted"],
    ]);
    const [proofless] = await db.read([
      db.query.all<{ count: number }>(sql`
        SELECT count(*) AS count FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
        WHERE items.batch_id = ${batch._id} AND (withdrawals.status = 'completed') <> (items.outcome IS NOT NULL)`),
    ]);
    expect(proofless).toEqual([{ count: 0 }]);
  });

  test("is completed from the statement by references, and by one line of the rest's sum", async () => {
    const account = await bankWith(1_000);
    const paid = await approved([30, 40, 50, 60]);
    const batch = await batchOf(paid, account);
    const statement = () => post(payer, `batches/${batch._id}/statement`, {});
    expect((await statement()).body).toMatchObject({ completed: 0, matched: 0, isSame: true });
    // A line of a day before the batch is of another one, whose number was given again after a restore.
    const old = { id: unique(), reference: `${batch.number}/1`, amount: 30, daysAgo: 2 };
    expect((await importStatement(account, [old])).status).toBe(200);
    expect((await statement()).body).toMatchObject({ completed: 0, matched: 0, isSame: true });
    const settledByOld = sql`
      UPDATE payout_batch_items SET outcome = 'completed', payment_id = ${old.id}, settled_by = ${payer.userId}, settled_at_ms = 1,
        statement_line_id = (SELECT id FROM statement_lines WHERE bank_id = ${old.id})
      WHERE batch_id = ${batch._id} AND line = 1`;
    const byDay = db.query.run(settledByOld);
    expect(await db.write([byDay]).then(() => null, guardNameOf)).toBe("batch_differs");
    const [one, whole, wrong] = [unique(), unique(), unique()];
    const rows = [
      { id: one, reference: `${batch.number}/2`, amount: 40 },
      { id: wrong, reference: `${batch.number}/3`, amount: 51 },
      { id: whole, reference: batch.number, amount: 140 },
    ];
    expect((await importStatement(account, rows)).status).toBe(200);
    expect((await post(other, `batches/${batch._id}/statement`, {})).body.code).toBe("wrong_state");
    expect((await statement()).body).toMatchObject({ completed: 4, matched: 2, batch: { state: "done" } });
    expect((await statement()).body).toMatchObject({ completed: 0, isSame: true });
    const { items } = await read(`batches/${batch._id}`);
    expect(items.map(({ paymentId }: Shown) => paymentId)).toEqual([
      ...[`${batch.number}/1`, one, `${batch.number}/3`, `${batch.number}/4`],
    ]);
    const day = isoDate(dayAt(Date.now(), "Asia/Phnom_Penh"));
    const shown = (await payer.get(`/api/admin/statements/days/${day}`)).body;
    const lineOf = (bankId: string) => shown.lines.find((line: Shown) => line.bankId === bankId);
    expect([one, whole, wrong].map((id) => lineOf(id).transferIds.length)).toEqual([1, 3, 0]);
    // A result that comes later says the same in its own words, and nothing new.
    const late = await importResult(
      payer,
      batch,
      resultOf(
        batch.number,
        rowsOf(batch, paid).filter((_, i) => i !== 1),
      ),
    );
    expect(late.body).toMatchObject({ completed: 0, known: 3, isSame: true });
    const bounce = { reference: `${batch.number}/1`, amount: 30, status: "Returned" };
    expect((await importResult(payer, batch, resultOf(batch.number, [bounce]))).body.message).toStartWith(
      "Line 4 says something else of WD-",
    );
    expect(await isClean()).toBe(true);
  });

  test("is refused whole, saying why, and the next press works", async () => {
    const account = await bankWith(100);
    const paid = await approved([25, 35, 45]);
    const [one, two] = paid as [Paid, Paid];
    const make = (some: readonly Paid[], more: object = {}) => post(payer, "batches", bodyOf(some, account, more));
    expect((await make(paid)).body).toMatchObject({
      ...{ code: "invalid_input", field: "bankAccount" },
      message:
        "The batch needs $105.00, and $100.00 is free on this account. Choose fewer payouts, or have an adjustment posted.",
    });
    expect((await make([one], { total: 26 })).body.message).toContain(
      "You saw 1 payouts of $26.00, and they are 1 of $25.00",
    );
    expect((await make([one], { count: 2 })).body).toMatchObject({ code: "invalid_input", field: "total" });
    expect((await make([one, one])).body).toMatchObject({ code: "invalid_input", field: "items" });
    expect((await make([one], { profile: "wing-bulk" })).body.message).toBe(
      `${one.number}: “Wing bulk transfer, CSV” cannot pay to “ABA Bank”`,
    );
    expect((await actOn(other, two.id, "start-payment", { version: 2 })).status).toBe(200);
    expect((await make([one, two])).body).toMatchObject({
      code: "wrong_state",
      message: `${two.number}: it is being paid already`,
    });
    await other.post(`/api/admin/users/${one.trader.userId}/freeze`, { version: 1, reason: "Asked to" });
    expect((await make([one])).body).toMatchObject({ code: "account_frozen" });
    await other.post(`/api/admin/users/${one.trader.userId}/unfreeze`, { version: 2, reason: "Answered" });
    expect((await actOn(other, two.id, "stop-payment", { version: 2 })).status).toBe(200);
    expect((await make([one, two])).status).toBe(200);
  });

  test("takes a withdrawal once, whoever is at once", async () => {
    const account = await bankWith(5_000);
    const paid = await approved([31, 32, 33, 34, 35]);
    const [one, two, three] = paid as [Paid, Paid, Paid, Paid, Paid];
    const both = await Promise.all([payer, other].map((admin) => post(admin, "batches", bodyOf([one, two], account))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = both[0]?.status === 200 ? payer : other;
    const { batch } = both.find(({ status }) => status === 200)?.body ?? {};

    // A result that comes twice at once is written once.
    const text = resultOf(batch.number, rowsOf(batch, [one, two]));
    const twice = await Promise.all([1, 2].map(() => importResult(winner, batch, text)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice.map(({ body }) => body.isSame).toSorted()).toEqual([false, true]);

    for (const verb of ["take-back", "reject", "complete"] as const) {
      const [asked] = await approved([21]);
      const own = await batchOf([asked as Paid], account);
      const id = asked?.id ?? "";
      const against = {
        "take-back": () => post(payer, `batches/${own._id}/items/${id}/take-back`, { version: 2 }),
        reject: () => reject(payer, id, { version: 2 }),
        complete: () => completePaid(payer, id),
      }[verb];
      const replies = await Promise.all([
        importResult(payer, own, resultOf(own.number, rowsOf(own, [asked as Paid]))),
        against(),
      ]);
      const { status } = await statusOf(asked as Paid);
      const { items, lines } = await read(`batches/${own._id}`);
      expect(replies.some((reply) => reply.status === 200)).toBe(true);
      // Either the bank's word is written, or the payment left the batch and the row is open.
      if (status === "completed") expect(items[0].state).toBe("completed");
      else expect([items[0].state, verb]).toEqual(["taken_back", verb]);
      expect(lines.length <= 1).toBe(true);
    }
    const rivals = await Promise.all([
      post(payer, "batches", bodyOf([three], account)),
      reject(other, three.id, { version: 2 }),
    ]);
    expect(rivals.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await isClean()).toBe(true);
  });
});

test("random batches and whatever their banks answer, in pieces, twice and in any order, add up to the cent", async () => {
  const account = await bankWith(9_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          cents: fc.integer({ min: 1_000, max: 20_000 }),
          says: fc.constantFrom("Success", "Success", "Returned", "no row", "no reference", "other sum"),
          file: fc.nat({ max: 1 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (plan) => {
        const paid = await approved(plan.map(({ cents }) => cents / 100));
        const batch = await batchOf(paid, account);
        const files = [0, 1].map((file) =>
          rowsOf(batch, paid).flatMap((row, i): Row[] => {
            const { says = "", file: own } = plan[i] ?? {};
            if (says === "no row" || own !== file) return [];
            if (says === "no reference") return [{ amount: row.amount, id: row.id ?? "" }];
            return [
              says === "other sum"
                ? { ...row, amount: row.amount + 1 }
                : { ...row, status: says.replace("other sum", "Success") },
            ];
          }),
        );
        for (const rows of [files[1], files[0], files[1]]) {
          if (rows === undefined || rows.length === 0) continue;
          const reply = await importResult(payer, batch, resultOf(batch.number, rows));
          expect([reply.status, reply.body.message]).toEqual([200, undefined]);
        }
        const { batch: shown, items } = await read(`batches/${batch._id}`);
        const hasResult = files.some((rows) => rows.length > 0);
        const expected = plan.map(({ says }) =>
          says === "Success" ? "completed" : says === "Returned" ? "bounced" : hasResult ? "unmatched" : "with_bank",
        );
        expect(items.map(({ state }: Shown) => state)).toEqual(expected);
        const cents = Object.values(shown.sums).map((sum) => Math.round((sum as Shown).sum * 100));
        expect(cents.reduce((all, one) => all + one, 0)).toBe(plan.reduce((all, one) => all + one.cents, 0));
        const left = plan.filter(({ says }) => says === "Success" || says === "Returned");
        const [[moved]] = await db.read([
          db.query.all<{ cents: number }>(sql`
            SELECT coalesce(sum(entries.amount_cents), 0) AS cents FROM payout_batch_items AS items
            JOIN transfers ON transfers.reference = 'withdrawal:' || items.withdrawal_id || ':complete'
            JOIN entries ON entries.transfer_id = transfers.id AND entries.account_id = 'house:payout'
            WHERE items.batch_id = ${batch._id}`),
        ]);
        expect(moved?.cents).toBe(left.reduce((all, one) => all + one.cents, 0));
      },
    ),
    { numRuns: 12 },
  );
  const { accounts } = await read("to-pay");
  const own = accounts.find((one: Shown) => one._id === account);
  expect(Math.round((own.balance - own.withBank - own.unsettled) * 100)).toBe(Math.round(own.free * 100));
  expect(await isClean()).toBe(true);
});

describe("a result", () => {
  test("that is not this batch's answer is refused by its line, and nothing of it is kept", async () => {
    const account = await bankWith(1_000);
    const paid = await approved([30, 40]);
    const batch = await batchOf(paid, account);
    const [first, second] = rowsOf(batch, paid) as [Row, Row];
    const refusal = async (text: string | Uint8Array) => {
      const { status, body } = await importResult(payer, batch, text);
      expect([status, body.code]).toEqual([400, "invalid_input"]);
      return body.message as string;
    };
    const said = (rows: readonly Row[], number = batch.number) => refusal(resultOf(number, rows));
    expect(await said([first], "B-9")).toBe(`Line 1 is of B-9, and this is batch ${batch.number}`);
    expect(await said([{ ...first, reference: "B-9/1" }])).toBe(`Line 4 is of B-9, and this is batch ${batch.number}`);
    expect(await said([first, { ...second, reference: `${batch.number}/77` }])).toBe(
      `Line 5: no payment of this batch is “${batch.number}/77”`,
    );
    expect(await said([first, first])).toBe("Lines 4 and 5 have one reference");
    expect(await said([first, { ...second, id: first.id ?? "" }])).toBe("Lines 4 and 5 have one ID of the bank");
    expect(await said([{ ...first, status: "Pending" }])).toBe(
      "Line 4: “Pending” is not among the results of this profile",
    );
    expect(await refusal(resultOf(batch.number, [first]).replace("Total,30.00", "Total,31.00"))).toBe(
      "The file says a total of $31.00, but its rows come to $30.00. Nothing was imported.",
    );
    expect(await refusal(resultOf(batch.number, [first]).replace('"30.00"', '"=30"'))).toBe(
      "Line 4: “=30” is no sum of this profile",
    );
    expect(await refusal(Buffer.from(resultOf(batch.number, [first]), "utf16le"))).toContain("the file is UTF-16");
    expect(await refusal("")).toBe("This file is empty");
    expect(await refusal("Reference,Amount\nx,1")).toContain("No line of the file names the column");
    const done = await approved([22]);
    await actOn(other, done[0]?.id ?? "", "start-payment", { version: 2 });
    await completePaid(other, done[0]?.id ?? "", { paymentId: `FT ${first.id}` });
    expect(await said([{ ...first, id: `ft${first.id}` }])).toMatch(/^Line 4: WD-\d+ was paid under this ID already$/);
    expect((await read(`batches/${batch._id}`)).batch).toMatchObject({
      state: "with_bank",
      result: null,
      openCount: 2,
    });
    // Another admin does not complete it; what its own payer sends then does.
    expect((await importResult(other, batch, resultOf(batch.number, [first]))).body.code).toBe("wrong_state");
    expect((await importResult(payer, batch, resultOf(batch.number, [first]))).body).toMatchObject({
      completed: 1,
      unmatched: 1,
    });
    expect((await importResult(payer, batch, resultOf(batch.number, [first, second]))).body).toMatchObject({
      ...{ completed: 1, known: 1, unmatched: 0, batch: { state: "done" } },
    });
  });
});

test("a payment that a stored row says was paid is not taken back or rejected by one person", async () => {
  const account = await bankWith(1_000);
  const paid = await approved([30, 40]);
  const [one, two] = paid as [Paid, Paid];
  const batch = await batchOf(paid, account);
  await other.post(`/api/admin/users/${one.trader.userId}/freeze`, { version: 1, reason: "Asked to" });
  const text = resultOf(batch.number, rowsOf(batch, paid));
  expect((await importResult(payer, batch, text)).body).toMatchObject({ completed: 0, unmatched: 2 });
  expect((await read(`batches/${batch._id}`)).items).toMatchObject([
    { canTakeBack: false, isSaidPaid: true },
    { canTakeBack: false, isSaidPaid: true },
  ]);
  await other.post(`/api/admin/users/${one.trader.userId}/unfreeze`, { version: 2, reason: "Answered" });
  for (const refused of [
    await post(payer, `batches/${batch._id}/items/${one.id}/take-back`, { version: 2 }),
    await actOn(payer, one.id, "stop-payment", { version: 2 }),
  ]) {
    expect(refused.body.code).toBe("wrong_state");
    expect(refused.body.message).toStartWith("A result of the bank says that this was paid");
  }
  // Nor past the rules.
  const ended = sql`
    UPDATE withdrawals SET payer_id = NULL, payment_started_at_ms = NULL, sole_approver_payout = NULL WHERE id = ${one.id}`;
  expect(await db.write([db.query.run(ended)]).then(() => null, guardNameOf)).toBe("approvals_missing");
  // One word rejects nothing: a second one does, and without it the same file completes the payment.
  for (const { id } of [one, two]) {
    const { body } = await reject(payer, id, { version: 2 });
    expect([body.message, body.approvals, body.withdrawal?.status]).toEqual([
      undefined,
      { have: 1, need: 2 },
      "approved",
    ]);
  }
  expect((await reject(other, two.id, { version: 2 })).body.withdrawal.status).toBe("rejected");
  expect((await importResult(payer, batch, text)).body).toMatchObject({ completed: 1, madeAnyway: 1 });
  expect(await statusOf(one)).toMatchObject({ status: "completed" });
  expect(await isClean()).toBe(true);
});

/** As if an admin had begun to pay a batch an hour ago. */
const anHourLater = (batch: Shown) =>
  behindTriggers(
    db,
    ["withdrawals_payment"],
    [
      db.query.run(sql`
        UPDATE withdrawals SET payment_started_at_ms = payment_started_at_ms - 3600000, claimed_until_ms = 0
        WHERE id IN (SELECT withdrawal_id FROM payout_batch_items WHERE batch_id = ${batch._id})`),
    ],
  );

test("a batch is taken over as a whole, an hour after its payer began, by one who then completes it and takes nothing back", async () => {
  const account = await bankWith(1_000);
  const paid = await approved([30, 40, 50]);
  const [one, two, three] = paid as [Paid, Paid, Paid];
  const batch = await batchOf(paid, account);
  const taken = (admin: Admin, more: object = {}, key?: string) =>
    post(admin, `batches/${batch._id}/take-over`, { payerId: payer.userId, count: 2, ...more }, key);
  // Nothing came back by taking one back: the bank has said nothing yet.
  const back = await post(payer, `batches/${batch._id}/items/${three.id}/take-back`, { version: 2 });
  expect(back.status).toBe(200);
  expect((await read(`batches/${batch._id}`)).batch).toMatchObject({ state: "with_bank", openCount: 2, count: 3 });
  const claimed = await taken(other);
  expect([claimed.body.code, claimed.body.message]).toEqual([
    "claimed_by_other",
    `${one.number}: a colleague has claimed it`,
  ]);
  await db.write([db.query.run(sql`UPDATE withdrawals SET claimed_until_ms = 0 WHERE id IN (${one.id}, ${two.id})`)]);
  const early = await taken(other);
  expect(early.body.code).toBe("wrong_state");
  expect(early.body.message).toStartWith(
    `${one.number}: Phalla Kim is paying this withdrawal. You can take it over from `,
  );
  await anHourLater(batch);
  expect((await taken(other, { count: 3 })).body.code).toBe("wrong_state");
  expect((await taken(payer)).body.code).toBe("wrong_state");
  await other.post(`/api/admin/users/${one.trader.userId}/freeze`, { version: 1, reason: "Asked to" });
  const frozen = await taken(other);
  expect(frozen.body.code).toBe("account_frozen");
  expect(frozen.body.message).toStartWith(`${one.number}: `);
  const payers = async () => (await read(`batches/${batch._id}`)).items.map((item: Shown) => item.payer?._id);
  expect((await payers()).slice(0, 2)).toEqual([payer.userId, payer.userId]);
  await other.post(`/api/admin/users/${one.trader.userId}/unfreeze`, { version: 2, reason: "Answered" });

  const rival = await newAdmin(stack, "Vichea");
  const key = unique();
  const both = await Promise.all([taken(other, {}, key), taken(rival)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [winner, loser] = both[0]?.status === 200 ? [other, rival] : [rival, other];
  const won = both.find(({ status }) => status === 200);
  expect([won?.body.taken, won?.dbTrips]).toEqual([2, 2]);
  if (winner === other) expect((await taken(other, {}, key)).body).toEqual(won?.body);
  expect((await taken(loser)).body.code).toBe("wrong_state");
  expect((await payers()).slice(0, 2)).toEqual([winner.userId, winner.userId]);
  const items = (await read(`batches/${batch._id}`, winner)).items.slice(0, 2);
  expect(items).toMatchObject([
    { isYours: true, payerBefore: "Phalla Kim", canTakeBack: false },
    { isYours: true, payerBefore: "Phalla Kim", canTakeBack: false },
  ]);
  const stopped = await post(winner, `batches/${batch._id}/items/${one.id}/take-back`, { version: 2 });
  expect(stopped.body.message).toStartWith("You took this payment over from Phalla Kim");
  const text = resultOf(batch.number, rowsOf(batch, [one, two]));
  expect((await importResult(payer, batch, text)).body.code).toBe("wrong_state");
  expect((await importResult(winner, batch, text)).body).toMatchObject({ completed: 2, batch: { state: "done" } });
  expect(await auditOf(`payout:${batch._id}`)).toEqual([
    ...["payout.batch_made", "payout.taken_back", "payout.taken_over", "payout.result_imported"],
  ]);
  expect(await auditOf(`withdrawal:${one.id}`)).toContain("withdrawal.payment_taken_over");
  expect((await auditOf(`withdrawal:${three.id}`)).at(-1)).toBe("withdrawal.payment_stopped");
  expect((await taken(rival, { payerId: winner.userId })).body.code).toBe("wrong_state");
  expect(await isClean()).toBe(true);
});

test("batches of one moment are on a page and the next one each once", async () => {
  const account = await bankWith(100);
  const made = await Promise.all((await approved([20, 21])).map((one) => batchOf([one], account)));
  const ids = made.map(({ _id }) => _id).toSorted();
  const atMs = Date.now() + 60_000;
  const sameTime = sql`UPDATE payout_batches SET made_at_ms = ${atMs} WHERE id IN (${ids[0]}, ${ids[1]})`;
  await behindTriggers(db, ["payout_batches_never_changed"], [db.query.run(sameTime)]);
  const page = async (before: string) =>
    (await read(`batches?before=${before}`)).batches.slice(0, 2).map(({ _id }: Shown) => _id);
  expect(await page(`${atMs + 1}_x`)).toEqual([ids[1], ids[0]]);
  const [after] = await page(`${atMs}_${ids[1]}`);
  expect(after).toBe(ids[0]);
  expect(await page(`${atMs}_${ids[0]}`)).not.toContain(ids[0]);
});

describe("the database", () => {
  test("refuses what the rules refuse, by name", async () => {
    const account = await bankWith(1_000);
    const paid = await approved([30, 40]);
    const batch = await batchOf(paid, account);
    const refused = async (...statements: ReturnType<typeof sql>[]) => {
      const error = await db.write(statements.map((one) => db.query.run(one))).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      return error === null ? null : guardNameOf(error);
    };
    const item = (set: string) =>
      sql`UPDATE payout_batch_items SET ${sql.raw(set)} WHERE batch_id = ${batch._id} AND line = 1`;
    const settled = (more: string) =>
      item(`outcome = 'completed', payment_id = 'X', settled_by = '${payer.userId}', settled_at_ms = 1, ${more}`);
    expect(await refused(item("amount_cents = 1"))).toBe("batch_terms_fixed");
    expect(await refused(item("taken_back_at_ms = 1"))).toBe("wrong_state");
    expect(await refused(settled("result_line_id = 'none'"))).toBe("batch_differs");
    expect(await refused(settled("statement_line_id = 'none'"))).toBe("batch_differs");
    expect(await refused(settled("result_line_id = NULL"))).toBe("payout_batch_items_settled");
    expect(await refused(sql`DELETE FROM payout_batch_items WHERE batch_id = ${batch._id}`)).toBe("batch_terms_fixed");
    expect(await refused(sql`UPDATE payout_batches SET total_cents = 1 WHERE id = ${batch._id}`)).toBe(
      "batch_terms_fixed",
    );
    const insert = (values: string) =>
      sql`INSERT INTO payout_batch_items (batch_id, line, withdrawal_id, reference, amount_cents) ${sql.raw(values)}`;
    expect(await refused(insert(`VALUES ('${batch._id}', 3, '${paid[0]?.id}', 'x', 1)`))).toBe("batch_terms_fixed");
    expect(await refused(insert(`VALUES ('new', 1, '${paid[0]?.id}', 'x', 1)`))).toBe(
      "UNIQUE payout_batch_items.withdrawal_id",
    );

    // Of one that is being paid by hand, each batch that is not exactly its items.
    const [hand] = await approved([50]);
    const id = hand?.id ?? "";
    await actOn(payer, id, "start-payment", { version: 2 });
    const [[row]] = await db.read([
      db.query.all<{ at: number; next: number; free: number }>(sql`
        SELECT payment_started_at_ms AS at, (SELECT max(number) + 1 FROM payout_batches) AS next,
          (SELECT balance_cents - with_bank_cents - unsettled_cents FROM payout_accounts WHERE id = ${account}) AS free
        FROM withdrawals WHERE id = ${id}`),
    ]);
    if (!row) throw new Error("no withdrawal");
    const made = (more: {
      count?: number;
      cents?: number;
      free?: number;
      at?: number;
      number?: number;
      by?: string;
      reference?: string;
      own?: number;
    }) => {
      const {
        count = 1,
        cents = 5_000,
        free = row.free,
        at = row.at,
        number = row.next,
        by = payer.userId,
        own = 5_000,
      } = more;
      const { reference = `B-${number}/1` } = more;
      return refused(
        insert(`VALUES ('new', 1, '${id}', '${reference}', ${own})`),
        sql`INSERT INTO payout_batches (id, number, bank_account_id, profile, item_count, total_cents, free_cents, file_digest, made_by, made_at_ms)
          VALUES ('new', ${number}, ${account}, 'aba-bulk', ${count}, ${cents}, ${free}, 'x', ${by}, ${at})`,
      );
    };
    expect(await made({ count: 2 })).toBe("batch_differs");
    expect(await made({ cents: 4_999 })).toBe("batch_differs");
    expect(await made({ own: 4_999, cents: 4_999 })).toBe("batch_differs");
    expect(await made({ reference: "B-1/1" })).toBe("batch_differs");
    expect(await made({ at: row.at + 1 })).toBe("wrong_state");
    expect(await made({ free: row.free + 1 })).toBe("wrong_state");
    expect(await made({ number: 100 })).toBe("wrong_state");
    expect(await made({ by: other.userId })).toBe("wrong_state");
    expect(await made({ by: hand?.trader.userId ?? "" })).toBe("role_needed");
    const [large] = await approved([999]);
    await actOn(payer, large?.id ?? "", "start-payment", { version: 2 });
    const over = await refused(
      sql`INSERT INTO payout_batch_items (batch_id, line, withdrawal_id, reference, amount_cents) VALUES ('new', 1, ${large?.id}, ${`B-${row.next}/1`}, 99900)`,
      sql`INSERT INTO payout_batches (id, number, bank_account_id, profile, item_count, total_cents, free_cents, file_digest, made_by, made_at_ms)
        SELECT 'new', ${row.next}, ${account}, 'aba-bulk', 1, 99900, ${row.free}, 'x', ${payer.userId}, payment_started_at_ms FROM withdrawals WHERE id = ${large?.id}`,
    );
    expect(over).toBe("batch_over_account");

    // What one admin alone approved, days before, counts together; and after a restore numbers begin anew further up. Each is undone by the last.
    const alone = await approved([60, 50]);
    const [first, second] = alone.map((one) => one.id);
    const later = Date.now() + 2 * 86_400_000;
    const together = (cap: number, number: number, more: ReturnType<typeof sql>[] = []) =>
      refused(
        sql`DROP TRIGGER withdrawals_terms_fixed`,
        ...more,
        sql`UPDATE withdrawals SET admin_alone_cents_max = ${cap} WHERE id IN (${first}, ${second})`,
        ...[first, second].map(
          (one) =>
            sql`UPDATE withdrawals SET payer_id = ${approver.userId}, payment_started_at_ms = ${later}, sole_approver_payout = 'allowed' WHERE id = ${one}`,
        ),
        insert(`VALUES ('new', 1, '${first}', 'B-${number}/1', 6000), ('new', 2, '${second}', 'B-${number}/2', 5000)`),
        sql`INSERT INTO payout_batches (id, number, bank_account_id, profile, item_count, total_cents, free_cents, file_digest, made_by, made_at_ms)
          VALUES ('new', ${number}, ${account}, 'aba-bulk', 2, 11000, ${row.free}, 'x', ${approver.userId}, ${later})`,
        sql`UPDATE payout_batches SET total_cents = 1 WHERE id = 'new'`,
      );
    expect(await together(10_999, row.next)).toBe("second_admin_needed");
    expect(await together(11_000, row.next)).toBe("batch_terms_fixed");
    const restore = sql`
      INSERT INTO restores (id, restored_at_ms, copy_sequence, journal_sequence, finding_count, findings)
      VALUES ('r', ${later}, 1, 1, 0, '[]')`;
    const noPause = sql`DROP TRIGGER withdrawals_payment`;
    expect(await together(11_000, row.next + 999, [noPause, restore])).toBe("wrong_state");
    expect(await together(11_000, row.next + 1_000, [noPause, restore])).toBe("batch_terms_fixed");
  });
});
