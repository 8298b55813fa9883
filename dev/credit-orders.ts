import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Statement } from "../db/client.ts";
import type { GuardName } from "../db/guard-names.ts";
import { approvals, deposits, entries, paymentExceptions, transfers } from "../db/schema/index.ts";
import { fc } from "../web/test/property.ts";
import { cents } from "../worker/contract/money.ts";
import { creditDeposit, endUnpaid, insertDeposit } from "../worker/deposits/deposit-store.ts";
import { decideException, noteException, queueException } from "../worker/deposits/payment-exception-store.ts";
import { postTransfer } from "../worker/ledger/transfer-store.ts";
import { guardNameOf } from "../worker/platform/database-refusal.ts";

/**
 * Random orders of what can happen to one payment code: payments come at the bank, the network reports them, the code ends,
 * and two admins match, mark paid, dismiss and refund. However they are ordered, at most what came in is credited.
 */

/** The sum asked for, and the sums that come instead. */
const ASKED_CENTS = 5_000;
const SUMS = [ASKED_CENTS, ASKED_CENTS, 4_500, 4_500, 6_000] as const;

/** One step; `pick` chooses among the payments that there are. */
export type CreditStep =
  | { act: "pay"; amountCents: number }
  | { act: "report" | "match" | "dismiss" | "refund"; pick: number }
  /** @property isInvented the admins make up the settlement's hash, as where they do not know it */
  | { act: "mark"; pick: number; isInvented: boolean }
  | { act: "end"; status: "expired" | "cancelled" | "failed" };

const pick = fc.nat({ max: 5 });
const step: fc.Arbitrary<CreditStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("pay" as const), amountCents: fc.constantFrom(...SUMS) }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant("report" as const), pick }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom("match" as const, "refund" as const), pick }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("dismiss" as const), pick }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("mark" as const), pick, isInvented: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("end" as const),
      status: fc.constantFrom("expired", "cancelled", "failed"),
    }),
  },
);

/** Orders of steps; two steps in a row may be sent at once. */
export const creditOrder = fc.array(fc.record({ step, isRace: fc.boolean() }), { minLength: 4, maxLength: 12 });
export type CreditOrder = ReadonlyArray<{ step: CreditStep; isRace: boolean }>;

/** A payment that came at the bank. */
export type CamePayment = {
  hash: string;
  reference: string;
  amountCents: number;
  /** Whether the network has told of it. */
  isReported: boolean;
};

/** The deposit of one random order of steps, and the payments that came for it. */
export type OrderState = {
  depositId: string;
  userId: string;
  payments: CamePayment[];
  nowMs: number;
};

/** How the steps are carried out: by statements alone, or by the product's commands. */
export type CreditActs = {
  report(order: OrderState, payment: CamePayment): Promise<unknown>;
  match(order: OrderState, exceptionId: string): Promise<unknown>;
  mark(order: OrderState, payment: { hash: string; reference: string }): Promise<unknown>;
  dismiss(order: OrderState, exceptionId: string): Promise<unknown>;
  refund(order: OrderState, exceptionId: string, reference: string): Promise<unknown>;
};

/** Carries out one order on a code of its own. @returns what of it was acknowledged, such as `match` */
export async function runOrder(db: Database, acts: CreditActs, userId: string, order: CreditOrder, nowMs: number) {
  const depositId = crypto.randomUUID();
  const state: OrderState = { depositId, userId, payments: [], nowMs };
  const code = { id: depositId, billNumber: depositId, qrString: depositId, md5Hash: depositId };
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs, expiresAtMs: nowMs };
  await db.write([
    insertDeposit(db.query, sql`${userId}`, { ...code, ...times, amountCents: ASKED_CENTS, status: "pending" }),
  ]);
  const done: string[] = [];
  const settle = async (work: Promise<string | null>) => {
    const name = await work;
    if (name !== null) done.push(name);
  };
  for (let i = 0; i < order.length; i++) {
    const [one, next] = [order[i], order[i + 1]];
    if (!one) break;
    // Two requests that are sent at the same moment.
    const isRace = one.isRace && next !== undefined;
    await Promise.all(
      [one, ...(isRace ? [next] : [])].map(({ step }) => settle(perform(db, acts, state, step, isRace))),
    );
    if (isRace) i++;
  }
  await db.write(endUnpaid(db.query, eq(deposits.id, depositId), { status: "expired", actor: "system" }, nowMs));
  return { state, done };
}

/** @returns the step's name once it is done; null where there is nothing to do it with, or it was refused */
async function perform(
  db: Database,
  acts: CreditActs,
  state: OrderState,
  step: CreditStep,
  isRace: boolean,
): Promise<string | null> {
  if (step.act === "pay") {
    const hash = crypto.randomUUID();
    state.payments.push({ hash, reference: `FT ${hash}`, amountCents: step.amountCents, isReported: false });
    return "pay";
  }
  try {
    return (await act(db, acts, state, step, isRace)) ? step.act : null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

async function act(
  db: Database,
  acts: CreditActs,
  state: OrderState,
  step: Exclude<CreditStep, { act: "pay" }>,
  isRace: boolean,
): Promise<boolean> {
  const { query } = db;
  if (step.act === "end") {
    const end = { status: step.status, actor: "system" } as const;
    const [, ended] = await db.write(endUnpaid(query, eq(deposits.id, state.depositId), end, state.nowMs));
    return ended.length > 0;
  }
  const isThis = eq(paymentExceptions.depositId, state.depositId);
  const [queued, [deposit]] = await db.read([
    query.select().from(paymentExceptions).where(isThis).orderBy(paymentExceptions.id),
    query.select().from(deposits).where(eq(deposits.id, state.depositId)),
  ]);
  if (step.act === "report") {
    const payment = state.payments[step.pick % Math.max(1, state.payments.length)];
    if (!payment) return false;
    payment.isReported = true;
    await acts.report(state, payment);
    return true;
  }
  if (step.act === "mark") {
    // What races with this step may decide about it.
    const isOpen = !isRace && queued.some(({ status }) => status === "open");
    // Admins in good faith mark what they see in the bank's books, in full, and what the dialog does not list.
    const listed = new Set(queued.map(({ settlementHash }) => settlementHash));
    const seen = state.payments.filter(({ hash, amountCents }) => amountCents === ASKED_CENTS && !listed.has(hash));
    const payment = seen[step.pick % Math.max(1, seen.length)];
    const invented = { hash: crypto.randomUUID(), reference: `FT ${crypto.randomUUID()}` };
    const isCredited = deposit?.status === "paid";
    // While a payment waits or is credited, an invented one is tried too: the database must refuse it.
    if (!payment && !isOpen && !isCredited) return false;
    const said = { ...(payment ?? invented), ...(step.isInvented ? { hash: invented.hash } : {}) };
    await acts.mark(state, said);
    return true;
  }
  const row = queued[step.pick % Math.max(1, queued.length)];
  if (!row) return false;
  if (step.act === "match") await acts.match(state, row.id);
  if (step.act === "dismiss") await acts.dismiss(state, row.id);
  if (step.act === "refund") await acts.refund(state, row.id, `RF ${crypto.randomUUID()}`);
  return true;
}

/** The guards that may refuse a step. */
const REFUSALS: ReadonlySet<string> = new Set([
  "approval_differs",
  "approvals_missing",
  "credited_more_than_came",
  "credited_twice",
  "deposit_payment_fixed",
  "matched_without_transfer",
  "paid_without_transfer",
  "payment_waits",
  "settlement_used",
  "version_conflict",
  "wrong_state",
  "UNIQUE deposits.settlement_hash",
  "UNIQUE transfers.kind, transfers.reference",
] satisfies GuardName[]);

function isRefusal(error: unknown): boolean {
  const guard = guardNameOf(error);
  if (guard !== null) return REFUSALS.has(guard);
  // What a command answers.
  const code = error instanceof Error && "code" in error ? error.code : null;
  return (
    code === "wrong_state" || code === "settlement_used" || code === "approval_differs" || code === "invalid_input"
  );
}

/** Runs each step as SQL statements alone, without the rules of the product, so that the database is the only guard. */
export function actsByStatements({ query, write }: Database): CreditActs {
  const both = (subject: string, act: "match" | "mark_paid" | "approve", detail: string, atMs: number) =>
    ["admin1", "admin2"].map((adminId) =>
      query
        .insert(approvals)
        .values({ subject, act, adminId, detail, atMs })
        .onConflictDoUpdate({
          target: [approvals.subject, approvals.act, approvals.adminId],
          set: { detail, atMs },
        }),
    );
  const decided = (atMs: number) => ({ version: 2, decidedBy: "admin2", decidedAtMs: atMs });
  const nothing = { creditedCents: null, refundedCents: null, refundReference: null };
  const paidCents = async (id: string) => {
    const [row] = await write([query.select().from(paymentExceptions).where(eq(paymentExceptions.id, id))]);
    return Math.round((row[0]?.paidAmount ?? 0) * 100);
  };
  const depositOf = async ({ depositId }: OrderState) => {
    const [[row]] = await write([query.select().from(deposits).where(eq(deposits.id, depositId))]);
    if (!row) throw new Error("there is no deposit");
    return row;
  };
  return {
    async report(order, { hash, amountCents }) {
      const deposit = await depositOf(order);
      const payment = {
        settlementHash: hash,
        fromAccountId: null,
        toAccountId: "",
        currency: "USD",
        atMs: order.nowMs,
      };
      const came = { ...payment, amount: amountCents / 100 };
      const queue = () =>
        write(queueException(query, order.depositId, came, "wrong_amount", order.nowMs) as readonly Statement[]);
      if (deposit.settlementHash === hash) return;
      if (amountCents !== ASKED_CENTS) return queue();
      try {
        await write([...creditDeposit(query, deposit, came, order.nowMs)]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await queue();
      }
    },
    // As versions before suspense credit a match, which a rollback leads to.
    async match(order, id) {
      const amountCents = cents(await paidCents(id));
      const transfer = {
        kind: "deposit" as const,
        reference: `exception:${id}` as const,
        actor: "admin2",
        memo: "a match",
        entries: [
          { accountId: "house:khqr" as const, amountCents: cents(-amountCents) },
          { accountId: `available:${order.userId}` as const, amountCents },
        ],
      };
      await write([
        ...both(`exception:${id}`, "match", String(amountCents), order.nowMs),
        ...noteException(query, { id, version: 1 }, "As paid"),
        ...postTransfer(query, transfer, order.nowMs),
        decideException(query, id, {
          ...nothing,
          ...decided(order.nowMs),
          status: "matched",
          creditedCents: amountCents,
        }),
      ]);
    },
    async mark(order, { hash, reference }) {
      const deposit = await depositOf(order);
      const byHand = { actor: "admin2", bankReference: reference };
      await write([
        ...both(`deposit:${order.depositId}`, "mark_paid", `${reference} ${hash}`, order.nowMs),
        ...creditDeposit(query, deposit, { settlementHash: hash }, order.nowMs, byHand),
      ]);
    },
    async dismiss(order, id) {
      await write([
        ...noteException(query, { id, version: 1 }, "Nothing to do"),
        decideException(query, id, { ...nothing, ...decided(order.nowMs), status: "dismissed" }),
      ]);
    },
    async refund(order, id, reference) {
      const refunded = { refundedCents: await paidCents(id), refundReference: reference };
      await write([
        ...both(`refund:${id}`, "approve", `${refunded.refundedCents} ${reference}`, order.nowMs),
        ...noteException(query, { id, version: 1 }, "Sent back"),
        decideException(query, id, { ...nothing, ...decided(order.nowMs), ...refunded, status: "refunded" }),
      ]);
    },
  };
}

/** @returns the faults in what was credited for the codes of these orders, in words; empty without one */
export async function creditFaults({ query, read }: Database, orders: readonly OrderState[]): Promise<string[]> {
  const ids = orders.map(({ depositId }) => depositId);
  const [rows, queued, moved] = await read([
    query.select().from(deposits).where(inArray(deposits.id, ids)),
    query.select().from(paymentExceptions).where(inArray(paymentExceptions.depositId, ids)),
    query
      .select({ reference: transfers.reference, amountCents: entries.amountCents })
      .from(transfers)
      .innerJoin(entries, eq(entries.transferId, transfers.id))
      .where(sql`${entries.accountId} LIKE 'available:%' AND ${transfers.kind} IN ('deposit', 'exception_credited') AND ${transfers.reference} IN (
        SELECT 'deposit:' || id FROM deposits WHERE ${inArray(deposits.id, ids)} UNION ALL
        SELECT 'exception:' || payment_exceptions.id FROM payment_exceptions WHERE ${inArray(paymentExceptions.depositId, ids)})`),
  ]);
  return orders.flatMap(({ depositId, payments }) => {
    const deposit = rows.find(({ id }) => id === depositId);
    const ofThis = queued.filter((row) => row.depositId === depositId);
    const references = [`deposit:${depositId}`, ...ofThis.map(({ id }) => `exception:${id}`)];
    const credits = moved.filter(({ reference }) => references.includes(reference));
    const creditedCents = credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const cameCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const wasSentBack = ofThis.some(
      ({ status, settlementHash }) => status === "refunded" && settlementHash === deposit?.settlementHash,
    );
    const isRight = {
      "credited at most once": credits.length <= 1,
      "credited at most what came": creditedCents <= cameCents,
      "paid where something was credited": (deposit?.status === "paid") === credits.length > 0,
      "paid with what was credited": (deposit?.paidCents ?? 0) === creditedCents,
      "sent back what was not credited": !wasSentBack,
    };
    return Object.entries(isRight).flatMap(([rule, holds]) => (holds ? [] : [`${depositId}: not ${rule}`]));
  });
}
