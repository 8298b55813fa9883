import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { bookActs, deposits, entries, paymentExceptions, transfers } from "../../db/schema/index.ts";
import { endUnpaid, insertDeposit } from "../../worker/deposits/deposit-store.ts";
import { queueException } from "../../worker/deposits/payment-exception-store.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Reply } from "../test/test-client.ts";
import { creditTrader, databaseOf } from "../test/test-money.ts";
import { type Admin, newAdmin } from "../test/test-people.ts";
import { fundedTrader } from "../test/test-withdrawals.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(3_600_000);

/** `BOOK_KILLS=500 bun test dev/crash/book-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the moments of the kills. */
const KILLS = Number(process.env.BOOK_KILLS ?? 50);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_130);
/** Some kills come before the reads of an act, some between these and its write, some before the answer. */
const KILL_AFTER_MS_MAX = 200;

let stack: CrashStack;
let first: Admin;
let second: Admin;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
  [first, second] = await Promise.all([newAdmin(stack), newAdmin(stack, "Maly")]);
}, 600_000);
afterAll(() => stack?.stop());

/** An act in flight. @property planned its entries, as its dry run showed them */
type InFlight = {
  name: string;
  reference: string;
  planned: Array<[account: string, amount: number]>;
  send: () => Promise<Reply>;
};

const entriesOf = (plan: { entries: Array<{ kind?: string; accountId: string; amount: number }> }) =>
  plan.entries.map(({ accountId, amount }): [string, number] => [accountId, amount]);

/** Proposes an act, and gives its posting by the other operator, with one key however often it is sent. */
async function proposed(body: { kind: string; [field: string]: unknown }): Promise<InFlight> {
  const { body: reply, status } = await first.post("/api/admin/books/acts", body);
  expect([body.kind, status, reply.code]).toEqual([body.kind, 200, undefined]);
  const { act, plan } = reply;
  const seen = entriesOf(plan).map(([accountId, amount]) => ({ accountId, amount }));
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const post = { approvals: { have: 1, need: 2 }, entries: seen };
  return {
    name: body.kind,
    reference: `book:${act._id}`,
    planned: entriesOf(plan),
    send: () => second.post(`/api/admin/books/acts/${act._id}/post`, post, headers),
  };
}

/** A payment that waits for a decision, which the first operator approved; the second's approval is in flight. */
async function decided(userId: string, decision: "match" | "refund", currency: "USD" | "KHR"): Promise<InFlight> {
  const { query, write } = databaseOf(stack);
  const [id, code] = [crypto.randomUUID(), crypto.randomUUID()];
  const [nowMs, amount] = [Date.now(), currency === "USD" ? 21.5 : 86_000];
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs, expiresAtMs: nowMs };
  const row = { id: code, billNumber: code, qrString: code, md5Hash: code, amountCents: 5_000, ...times };
  const payment = { settlementHash: id, fromAccountId: null, toAccountId: "", amount, currency, atMs: nowMs };
  await write([
    insertDeposit(query, sql`${userId}`, { ...row, status: "pending" }),
    ...endUnpaid(query, eq(deposits.id, code), { status: "expired", actor: "system" }, nowMs),
    ...queueException(query, code, payment, currency === "USD" ? "wrong_amount" : "wrong_currency", nowMs, id),
  ]);
  const sum = { amount: decision === "refund" ? amount : 21 };
  const { plan } = (await second.post(`/api/admin/exceptions/${id}/plan`, { decision, ...sum })).body;
  const path = `/api/admin/exceptions/${id}/${decision === "match" ? "match" : "refund-note"}`;
  const body = { version: 1, note: "Agreed", ...sum, ...(decision === "refund" && { bankReference: `RF ${id}` }) };
  expect((await first.post(path, body)).status).toBe(200);
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  return {
    name: `${decision} ${currency}`,
    reference: `exception:${id}`,
    planned: entriesOf(plan),
    send: () => second.post(path, body, headers),
  };
}

/** The transfers of an act, without the receipt of its payment, and whether its record is marked as done. */
async function stateOf({ reference }: InFlight) {
  const { query, read } = databaseOf(stack);
  const id = reference.slice(reference.indexOf(":") + 1);
  const [moved, acts, payments] = await read([
    query
      .select({ account: entries.accountId, cents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .where(sql`${transfers.reference} = ${reference} AND ${transfers.kind} <> 'exception_received'`)
      .orderBy(entries.id),
    query.select({ atMs: bookActs.postedAtMs }).from(bookActs).where(eq(bookActs.id, id)),
    query.select({ atMs: paymentExceptions.decidedAtMs }).from(paymentExceptions).where(eq(paymentExceptions.id, id)),
  ]);
  return {
    moved: moved.map(({ account, cents }): [string, number] => [account, cents / 100]),
    isDone: [...acts, ...payments].some(({ atMs }) => atMs !== null),
  };
}

test(`after each of ${KILLS} kills in the middle of a batch, every act is there whole or not at all, and a retry ends it once (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const [corrected, reversed, payer] = await Promise.all([1, 2, 3].map(() => fundedTrader(stack, 500)));
  if (!corrected || !reversed || !payer) throw new Error("a trader is missing");
  const opened = { id: "aba", name: "ABA Bank", currency: "USD" };
  expect((await first.post("/api/admin/books/bank-accounts", opened)).status).toBe(200);
  const counts = { answered: 0, posted: 0, untouched: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const depositId = await creditTrader(databaseOf(stack), reversed.userId, 10 + kill);
    const about = { reason: `Kill ${kill}` };
    const batch = await Promise.all([
      proposed({ kind: "adjustment", from: "house:khqr", to: "house:bank:aba", amount: 1 + kill, ...about }),
      proposed({ kind: "fee", bankAccount: "aba", amount: 2, bankReference: `FEE ${kill}`, ...about }),
      proposed({
        ...{ kind: "correction", userId: corrected.userId, evidence: "A ticket", amount: 3, ...about },
        direction: kill % 2 === 0 ? "credit" : "debit",
      }),
      proposed({ kind: "deposit_reversed", depositId, bankReference: `RV ${kill}`, ...about }),
      decided(payer.userId, kill % 3 === 0 ? "refund" : "match", kill % 2 === 0 ? "USD" : "KHR"),
    ]);
    const sent = batch.map(({ send }) =>
      send().then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    await Bun.sleep(chance.next() * KILL_AFTER_MS_MAX);
    if (chance.next() < 0.3) await stack.crashDatabase();
    else await stack.crashWorker();
    const answered = await Promise.all(sent);
    for (const [i, act] of batch.entries()) {
      const { moved, isDone } = await stateOf(act);
      expect([kill, act.name, moved]).toEqual([kill, act.name, isDone ? act.planned : []]);
      // What was answered is there.
      if (answered[i]) expect([kill, act.name, isDone]).toEqual([kill, act.name, true]);
      counts[answered[i] ? "answered" : isDone ? "posted" : "untouched"] += 1;
      const reply = await waitUntil("the retry is answered", async () => {
        const again = await act.send().catch(() => null);
        return again && again.status !== 503 ? again : null;
      });
      expect([kill, act.name, reply.status, reply.body.code]).toEqual([kill, act.name, 200, undefined]);
      expect(await stateOf(act)).toEqual({ moved: act.planned, isDone: true });
    }
    expect(await checkLedger(databaseOf(stack))).toMatchObject({ isClean: true });
  }
  const cutOff = counts.posted + counts.untouched;
  expect(cutOff).toBeGreaterThan(0);
  console.info(
    `${KILLS} kills: ${cutOff} of ${KILLS * 5} acts were not answered, of which ${counts.posted} were posted`,
  );
});
