import { eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import {
  accounts,
  approvals,
  bookActs,
  deposits,
  entries,
  paymentExceptions,
  transfers,
  withdrawals,
} from "../../db/schema/index.ts";
import { fc } from "../../web/test/property.ts";
import { assertOpen } from "../../worker/admin/exceptions/exception-rules.ts";
import {
  decisionFactsOf,
  type ExceptionRow,
  selectDecisionFacts,
  selectException,
} from "../../worker/admin/exceptions/exception-store.ts";
import { type DecisionInput, planDecision } from "../../worker/admin/exceptions/plan-decision.ts";
import type { ActInput, ActTerms, BookFacts } from "../../worker/books/book-plan.ts";
import {
  factsOf,
  hasPlannedBalances,
  insertAct,
  insertBankAccount,
  postAct,
  selectFactsOf,
} from "../../worker/books/book-store.ts";
import { planAct } from "../../worker/books/plan-act.ts";
import { entriesOf } from "../../worker/books/plan-entries.ts";
import { AppError } from "../../worker/contract/errors.ts";
import { cents } from "../../worker/contract/money.ts";
import { DAY_MS, HOUR_MS } from "../../worker/contract/time.ts";
import { endUnpaid, insertDeposit } from "../../worker/deposits/deposit-store.ts";
import {
  decideException,
  hasMoved,
  noteException,
  queueException,
} from "../../worker/deposits/payment-exception-store.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import type { AccountId } from "../../worker/ledger/transfer-store.ts";
import { postTransfer } from "../../worker/ledger/transfer-store.ts";
import { guardNameOf } from "../../worker/platform/database-refusal.ts";
import { behindTriggers } from "./test-database.ts";
import { addPerson, creditTrader } from "./test-money.ts";

/**
 * Random acts on the books, legal and not. Each is planned; what the planner allows is written and compared with its plan to the cent,
 * and what it refuses is written as if it had not, which the database must refuse.
 */

const TRADERS = ["ana", "bopha", "chenda"] as const;
const HOUSE = [
  "house:khqr",
  "house:payout",
  "house:trading",
  "house:suspense",
  "house:fees",
  "house:exchange",
  "house:bank:aba",
] as const;
const RIEL = [
  "house:khqr:khr",
  "house:suspense:khr",
  "house:fees:khr",
  "house:exchange:khr",
  "house:bank:wing",
] as const;
const NOBODY = "nobody";

const trader = fc.constantFrom(...TRADERS);
const slot = fc.nat({ max: 5 });
const reference = fc.nat({ max: 400 }).map((number) => (number % 3 === 0 ? `FT ${number}` : `ft${number}`));
const amount = fc
  .oneof(fc.integer({ min: -1, max: 60_000 }), fc.integer({ min: 60_000, max: 120_000 }))
  .map((value) => cents(value || -1));
const anyAccount = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...HOUSE) },
  { weight: 3, arbitrary: fc.constantFrom<string>(...RIEL) },
  { weight: 1, arbitrary: fc.constantFrom("house:none", "available:ana", "held:bopha") },
);
const rate = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.integer({ min: 400_000, max: 410_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(99_999, 1_000_001) },
);

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("deposit" as const), trader, dollars: fc.integer({ min: 10, max: 900 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pay_out" as const), trader, share: fc.nat({ max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hold" as const), trader, share: fc.nat({ max: 100 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("payout_returned" as const), slot, reference }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("deposit_reversed" as const), slot, reference }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("receivable_collected" as const), trader, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fee" as const),
      bankAccount: fc.constantFrom("aba", "wing", "none"),
      amount,
      rate,
      reference,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("correction" as const),
      trader: fc.oneof({ weight: 12, arbitrary: trader }, { weight: 1, arbitrary: fc.constant(NOBODY) }),
      direction: fc.constantFrom("credit" as const, "debit" as const),
      amount,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("adjustment" as const), from: anyAccount, to: anyAccount, amount, rate }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("odd_payment" as const),
      trader,
      hundredths: fc.oneof(
        { weight: 1, arbitrary: fc.constant(0) },
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
      ),
      currency: fc.constantFrom("USD" as const, "USD" as const, "KHR" as const, "KHR" as const, "EUR" as const),
      // Of a code that another payment came for, or the payment of another code.
      of: fc.constantFrom("new" as const, "new" as const, "new" as const, "same" as const, "used" as const),
      isByVersionBefore: fc.nat({ max: 4 }).map((value) => value === 0),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      slot,
      decision: fc.constantFrom("match" as const, "match" as const, "refund" as const, "dismiss" as const),
      percent: fc.oneof(
        { weight: 2, arbitrary: fc.constant(100) },
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 120 }) },
      ),
      bankAccount: fc.constantFrom(undefined, undefined, "aba", "wing", "none"),
      isByVersionBefore: fc.nat({ max: 2 }).map((value) => value === 0),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The results of the cases. @property refusals how often each code of a planner and each guard refused */
export type BookCases = { posted: Record<string, number>; refused: Record<string, number>; owed: number };

/** Runs random cases. @throws Error at the first difference between a plan and what the database did */
export async function runBookCases(db: Database, cases: number): Promise<BookCases> {
  for (const id of ["admin1", "admin2"]) await addPerson(db, id, "admin");
  for (const id of TRADERS) await addPerson(db, id);
  await db.write([
    insertBankAccount(db.query, { id: "aba", name: "ABA Bank", currency: "USD", openedBy: "admin1", openedAtMs: 0 }),
    insertBankAccount(db.query, { id: "wing", name: "Wing riel", currency: "KHR", openedBy: "admin1", openedAtMs: 0 }),
  ]);
  const run = new Run(db);
  const steps = fc.sample(fc.tuple(step, fc.nat({ max: 2 })), cases);
  for (const [at, [one, hours]] of steps.entries()) {
    await run.take(one, hours);
    if (at % 100 === 99) await run.check();
  }
  await run.check();
  return run.result;
}

class Run {
  readonly result: BookCases = { posted: {}, refused: {}, owed: 0 };
  private nowMs = 1_000 * DAY_MS;
  private readonly paid: string[] = [];
  private readonly completed: string[] = [];
  /** The payments that came otherwise than their codes ask, the newest first. */
  private readonly odd: Array<{ id: string; depositId: string }> = [];

  constructor(private readonly db: Database) {}

  async take(one: Step, hours: number): Promise<void> {
    this.nowMs += hours * 4 * HOUR_MS + 1;
    switch (one.do) {
      case "deposit":
        this.paid.unshift(await creditTrader(this.db, one.trader, one.dollars));
        return;
      case "pay_out":
        return this.payOut(one.trader, one.share, true);
      case "hold":
        return this.payOut(one.trader, one.share, false);
      case "odd_payment":
        return this.recordOddPayment(one);
      case "decide":
        return this.decide(one);
      case "payout_returned":
        return this.act({
          kind: one.do,
          withdrawalId: this.completed[one.slot] ?? NOBODY,
          bankReference: one.reference,
          reason: "r",
        });
      case "deposit_reversed":
        return this.act({
          kind: one.do,
          depositId: this.paid[one.slot] ?? NOBODY,
          bankReference: one.reference,
          reason: "r",
        });
      case "receivable_collected":
        return this.act({ kind: one.do, userId: one.trader, amountCents: one.amount, reason: "r" });
      case "fee":
        return this.act({
          kind: one.do,
          bankAccount: one.bankAccount,
          amountCents: one.amount,
          rateHundredths: one.rate,
          bankReference: one.reference,
          reason: "r",
        });
      case "correction":
        return this.act({
          kind: one.do,
          userId: one.trader,
          direction: one.direction,
          amountCents: one.amount,
          evidence: "a statement",
          reason: "r",
        });
      case "adjustment":
        return this.act({
          kind: one.do,
          from: one.from,
          to: one.to,
          amountCents: one.amount,
          rateHundredths: one.rate,
          reason: "r",
        });
    }
  }

  /** Compares every balance with the entries and the records, and finds no fault. */
  async check(): Promise<void> {
    const check = await checkLedger(this.db);
    if (!check.isClean) throw new Error(`the ledger differs: ${JSON.stringify(check)}`);
  }

  /** A share of what is available leaves as a completed withdrawal, or waits as a pending one. */
  private async payOut(userId: string, share: number, isPaid: boolean): Promise<void> {
    const { query } = this.db;
    const amountCents = Math.floor(((await this.balances()).get(`available:${userId}`) ?? 0) * (share / 100));
    if (amountCents < 1) return;
    const id = crypto.randomUUID();
    const move = (step: "request" | "complete", from: AccountId, to: AccountId) =>
      postTransfer(
        query,
        {
          kind: "withdrawal",
          reference: `withdrawal:${id}:${step}`,
          memo: "a case",
          actor: userId,
          entries: [
            { accountId: from, amountCents: cents(-amountCents) },
            { accountId: to, amountCents: cents(amountCents) },
          ],
        },
        this.nowMs,
      );
    const row = {
      id,
      userId,
      amountCents,
      status: isPaid ? ("completed" as const) : ("pending" as const),
      approvalsNeeded: 1,
      paymentMethod: "Bank Transfer" as const,
      bankName: "ABA Bank",
      accountId: "1",
      requestMessage: "Rent",
      createdAtMs: this.nowMs,
      updatedAtMs: this.nowMs,
      ...(isPaid && { completedAtMs: this.nowMs, paymentId: id }),
    };
    await behindTriggers(
      this.db,
      ["withdrawals_start_pending"],
      [
        ...move("request", `available:${userId}`, `held:${userId}`),
        ...(isPaid ? move("complete", `held:${userId}`, "house:payout") : []),
        query.insert(withdrawals).values(row),
      ],
    );
    if (isPaid) this.completed.unshift(id);
  }

  private async recordOddPayment(one: Extract<Step, { do: "odd_payment" }>): Promise<void> {
    const { query, read, write } = this.db;
    const isUsed = one.of === "used" && this.paid[0] !== undefined;
    const [last] = this.odd;
    const isSame = one.of === "same" && last !== undefined;
    const [id, hash, code] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const [[used]] = await read([
      query
        .select()
        .from(deposits)
        .where(eq(deposits.id, this.paid[0] ?? NOBODY)),
    ]);
    const depositId = isSame ? last.depositId : code;
    const times = { createdAtMs: this.nowMs, updatedAtMs: this.nowMs, expiresAtMs: this.nowMs };
    const opened = { id: code, billNumber: code, qrString: code, md5Hash: code, amountCents: 5_000, ...times };
    const payment = {
      settlementHash: isUsed && used?.settlementHash ? used.settlementHash : hash,
      amount: one.hundredths === 0 ? 0.004 : one.currency === "KHR" ? one.hundredths * 10 : one.hundredths / 100,
      currency: one.currency,
      atMs: this.nowMs,
      fromAccountId: null,
      toAccountId: "",
    };
    const reason = isUsed ? "settlement_used" : "wrong_amount";
    const before = await this.balances();
    const { amount, currency, settlementHash } = payment;
    const queued = await write([
      ...(isSame
        ? []
        : [
            insertDeposit(query, sql`${one.trader}`, { ...opened, status: "pending" }),
            ...endUnpaid(query, eq(deposits.id, code), { status: "expired", actor: "system" }, this.nowMs),
          ]),
      ...(one.isByVersionBefore
        ? [
            query
              .insert(paymentExceptions)
              .values({
                id,
                depositId,
                settlementHash,
                reason,
                paidAmount: amount,
                paidCurrency: currency,
                createdAtMs: this.nowMs,
              })
              .onConflictDoNothing({ target: paymentExceptions.settlementHash }),
          ]
        : queueException(query, depositId, payment, reason, this.nowMs, id)),
      query.select().from(paymentExceptions).where(eq(paymentExceptions.id, id)),
    ]);
    const [row] = queued.at(-1) as unknown as [typeof paymentExceptions.$inferSelect | undefined];
    // The payment was recorded before.
    if (!row) return;
    this.odd.unshift({ id, depositId });
    const isHeld = currency !== "EUR" && one.hundredths > 0 && !isUsed && !one.isByVersionBefore;
    const cameCents = currency === "KHR" ? one.hundredths * 1_000 : one.hundredths;
    if (row.receivedCents !== (isHeld ? cameCents : null))
      throw new Error(`another sum is held: ${JSON.stringify(row)}`);
    const expected = new Map(before);
    if (isHeld) {
      const riel = currency === "KHR" ? ":khr" : "";
      const add = (account: string, moved: number) => expected.set(account, (expected.get(account) ?? 0) + moved);
      add(`house:khqr${riel}`, -cameCents);
      add(`house:suspense${riel}`, cameCents);
    }
    if (!sameMap(expected, await this.balances()))
      throw new Error(`a payment is not on suspense: ${JSON.stringify(row)}`);
    if (isHeld) count(this.result.posted, "exception_received");
  }

  private async decide(one: Extract<Step, { do: "decide" }>): Promise<void> {
    const { query, read, write } = this.db;
    const { id } = this.odd[one.slot] ?? { id: NOBODY };
    const callerId = sql`'admin2'`;
    const [[row], [factsRow]] = await read([
      selectException(query, callerId, id),
      selectDecisionFacts(query, callerId, id),
    ]);
    if (!row) return;
    const share =
      (row.paidAmount * one.percent) / 100 / (one.decision === "match" && row.paidCurrency === "KHR" ? 4_000 : 1);
    const amount = Math.round(share * 100) / 100;
    const isByVersionBefore = one.isByVersionBefore && (one.decision !== "refund" || one.bankAccount === undefined);
    const input: DecisionInput =
      one.decision === "dismiss"
        ? { decision: one.decision }
        : one.decision === "match"
          ? { decision: one.decision, amount }
          : { decision: one.decision, amount, bankAccount: one.bankAccount };
    const before = await this.balances();
    const planned = attempt(() =>
      planDecision(input, assertOpen(row, row.version, "admin2"), decisionFactsOf(factsRow)),
    );
    if (planned.error) {
      const asked = {
        amountCents: Math.round(amount * 100),
        refundedFrom: one.bankAccount ? `house:bank:${one.bankAccount}` : null,
      };
      const error = await write(this.decisionStatements(row, one.decision, asked, false)).then(
        () => null,
        (caught: unknown) => caught,
      );
      if (error === null || guardNameOf(error) === null) {
        throw new Error(
          `the planner refused (${planned.error.code}) what the database did not: ${JSON.stringify({ input, row })} ${error}`,
        );
      }
      if (!sameMap(before, await this.balances()))
        throw new Error(`a refusal moved money: ${JSON.stringify({ input, row })}`);
      count(this.result.refused, `exception_${one.decision} ${planned.error.code}`);
      return;
    }
    const plan = planned.value;
    const isPlanned = mustHold(query, "entries_differ", hasMoved(id, plan.entries, row.receivedCents !== null));
    await write([
      ...this.decisionStatements(row, one.decision, plan, isByVersionBefore),
      ...(isByVersionBefore ? [] : [isPlanned]),
    ]).catch((caught: unknown) => {
      throw new Error(
        `the database refused what was planned: ${JSON.stringify({ input, row, plan })} ${guardNameOf(caught)} ${caught}`,
      );
    });
    const expected = new Map(before);
    for (const { accountId, afterCents } of plan.entries) expected.set(accountId, afterCents);
    // What the version before recorded and decided moves no riel.
    const isOutside = isByVersionBefore && row.receivedCents === null;
    if (!isOutside && !sameMap(expected, await this.balances())) {
      throw new Error(`the decision differs from its plan: ${JSON.stringify({ input, row, plan })}`);
    }
    const [[left]] = await read([
      query
        .select({ cents: sql<number>`coalesce(sum(${entries.amountCents}), 0)` })
        .from(entries)
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(sql`${transfers.reference} = ${`exception:${id}`} AND ${entries.accountId} LIKE 'house:suspense%'`),
    ]);
    if (left?.cents !== 0) throw new Error(`a decided payment is on suspense: ${JSON.stringify({ input, row })}`);
    count(this.result.posted, isByVersionBefore ? "exception_before" : `exception_${one.decision}`);
  }

  /** The statements of a decision. @param isByVersionBefore as the version before suspense writes it */
  private decisionStatements(
    { id, traderId, version }: ExceptionRow,
    decision: "match" | "refund" | "dismiss",
    { amountCents, refundedFrom }: { amountCents: number; refundedFrom: string | null },
    isByVersionBefore: boolean,
  ): Statement[] {
    const { query } = this.db;
    const reference = `RF ${id}`;
    const approval =
      decision === "match"
        ? { subject: `exception:${id}`, act: "match" as const, detail: String(amountCents) }
        : {
            subject: `refund:${id}`,
            act: "approve" as const,
            detail: [amountCents, reference, ...(refundedFrom === null ? [] : [refundedFrom])].join(" "),
          };
    const decided = {
      status: ({ match: "matched", refund: "refunded", dismiss: "dismissed" } as const)[decision],
      version: version + 1,
      creditedCents: decision === "match" ? amountCents : null,
      refundedCents: decision === "refund" ? amountCents : null,
      refundReference: decision === "refund" ? reference : null,
      ...(decision === "refund" && refundedFrom !== null && { refundedFrom }),
      decidedBy: "admin2",
      decidedAtMs: this.nowMs,
    };
    const asDeposit = {
      kind: "deposit" as const,
      reference: `exception:${id}` as const,
      memo: "a case",
      actor: "admin2",
      entries: [
        { accountId: "house:khqr" as const, amountCents: cents(-amountCents) },
        { accountId: `available:${traderId}` as const, amountCents: cents(amountCents) },
      ],
    };
    return [
      ...(decision === "dismiss"
        ? []
        : ["admin1", "admin2"].map((adminId) =>
            query.insert(approvals).values({ ...approval, adminId, atMs: this.nowMs }),
          )),
      ...noteException(query, { id, version }, "As agreed"),
      ...(isByVersionBefore && decision === "match" ? postTransfer(query, asDeposit, this.nowMs) : []),
      isByVersionBefore
        ? query.update(paymentExceptions).set(decided).where(eq(paymentExceptions.id, id))
        : decideException(query, id, decided),
    ];
  }

  private async act(input: ActInput): Promise<void> {
    const { query, read, write } = this.db;
    const [[row]] = await read([selectFactsOf(query, input, this.nowMs)]);
    const facts = factsOf(row);
    const id = crypto.randomUUID();
    const before = await this.balances();
    const planned = attempt(() => planAct(input, facts));
    if (planned.error) {
      const terms = naiveTerms(input, facts);
      const plan = { terms, entries: entriesOf(terms, facts), changes: [], waiting: 0 };
      const error = await write(this.statements(id, input, plan)).then(
        () => null,
        (caught: unknown) => caught,
      );
      const guard = error === null ? null : guardNameOf(error);
      if (guard === null) {
        throw new Error(
          `the planner refused (${planned.error.code}) what the database did not: ${JSON.stringify({ input, facts })} ${error}`,
        );
      }
      if (!sameMap(before, await this.balances())) throw new Error(`a refusal moved money: ${JSON.stringify(input)}`);
      count(this.result.refused, `${input.kind} ${planned.error.code}`);
      return;
    }
    const plan = planned.value;
    await write(this.statements(id, input, plan)).catch((caught: unknown) => {
      throw new Error(
        `the database refused what was planned: ${JSON.stringify({ input, facts, plan })} ${guardNameOf(caught)} ${caught}`,
      );
    });
    const expected = new Map(before);
    for (const { accountId, afterCents } of plan.entries) expected.set(accountId, afterCents);
    if (!sameMap(expected, await this.balances()))
      throw new Error(`the act differs from its plan: ${JSON.stringify(plan)}`);
    await this.compareRecords(id, plan);
    count(this.result.posted, input.kind);
    if (
      plan.entries.length === 3 ||
      plan.entries.some(({ accountId, amountCents }) => accountId.startsWith("receivable:") && amountCents < 0)
    ) {
      this.result.owed++;
    }
  }

  private async compareRecords(id: string, plan: ReturnType<typeof planAct>): Promise<void> {
    const { query, read } = this.db;
    const of = eq(transfers.reference, `book:${id}`);
    const [[act], written, returned, reversed] = await read([
      query.select().from(bookActs).where(eq(bookActs.id, id)),
      query
        .select({
          accountId: entries.accountId,
          amountCents: entries.amountCents,
          rateHundredths: entries.rateHundredths,
        })
        .from(entries)
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(of)
        .orderBy(entries.id),
      query.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.returnedAtMs, this.nowMs)),
      query.select({ id: deposits.id }).from(deposits).where(eq(deposits.reversedAtMs, this.nowMs)),
    ]);
    const shown = plan.entries.map(({ accountId, amountCents, rateHundredths }) => ({
      accountId,
      amountCents,
      rateHundredths,
    }));
    const changes = [
      ...returned.map((row) => ({ record: "withdrawal", id: row.id, field: "returnedAt" })),
      ...reversed.map((row) => ({ record: "deposit", id: row.id, field: "reversedAt" })),
    ];
    const same = JSON.stringify([written, changes]) === JSON.stringify([shown, plan.changes]);
    if (!same || act?.postedAtMs !== this.nowMs)
      throw new Error(`the records differ from the plan: ${JSON.stringify({ plan, written, changes, act })}`);
  }

  private statements(id: string, input: ActInput, plan: ReturnType<typeof planAct>): Statement[] {
    const { query } = this.db;
    const approval = (adminId: string) =>
      query.insert(approvals).values({
        subject: `book:${id}`,
        act: "approve",
        adminId,
        detail: String(plan.terms.amountCents),
        atMs: this.nowMs,
      });
    return [
      insertAct(query, { ...plan.terms, id, reason: input.reason, proposedBy: "admin1", proposedAtMs: this.nowMs }),
      approval("admin1"),
      approval("admin2"),
      mustHold(query, "version_conflict", hasPlannedBalances(plan)),
      ...postAct(query, id, plan, "admin2", this.nowMs),
    ];
  }

  private async balances(): Promise<Map<string, number>> {
    const [rows] = await this.db.read([
      this.db.query
        .select({ id: accounts.id, cents: accounts.balanceCents })
        .from(accounts)
        .where(sql`balance_cents <> 0`),
    ]);
    return new Map(rows.map(({ id, cents: held }) => [id, held]));
  }
}

/** The terms of an act as if no rule refused it. */
function naiveTerms(input: ActInput, { record, trader: person, accounts: open }: BookFacts): ActTerms {
  const userId = person?.id ?? ("userId" in input ? input.userId : null);
  const terms = {
    kind: input.kind,
    recordId: null,
    userId,
    amountCents: "amountCents" in input ? input.amountCents : (record?.amountCents ?? 100),
    rateHundredths: "rateHundredths" in input ? input.rateHundredths : null,
    bankReference: "bankReference" in input ? input.bankReference : null,
    evidence: "evidence" in input ? input.evidence : null,
  };
  const own = `available:${userId}` as const;
  switch (input.kind) {
    case "payout_returned":
      return { ...terms, recordId: input.withdrawalId, fromAccount: "house:payout", toAccount: own };
    case "deposit_reversed":
      return { ...terms, recordId: input.depositId, fromAccount: own, toAccount: "house:khqr" };
    case "receivable_collected":
      return { ...terms, fromAccount: own, toAccount: `receivable:${userId}` };
    case "fee": {
      const toAccount = `house:bank:${input.bankAccount}` as const;
      const isRiel = open.find(({ id }) => id === toAccount)?.currency === "KHR";
      return { ...terms, fromAccount: isRiel ? "house:fees:khr" : "house:fees", toAccount };
    }
    case "correction":
      return input.direction === "credit"
        ? { ...terms, fromAccount: "house:suspense", toAccount: own }
        : { ...terms, fromAccount: own, toAccount: "house:suspense" };
    case "adjustment":
      // Whatever was asked for, also what is no account.
      return { ...terms, fromAccount: input.from as AccountId, toAccount: input.to as AccountId };
  }
}

function attempt<T>(plan: () => T): { value: T; error?: never } | { error: AppError } {
  try {
    return { value: plan() };
  } catch (caught) {
    if (caught instanceof AppError) return { error: caught };
    throw caught;
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function sameMap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  const nonZero = (map: ReadonlyMap<string, number>) =>
    [...map]
      .filter(([, value]) => value !== 0)
      .sort()
      .join();
  return nonZero(a) === nonZero(b);
}
