import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { bankAccounts, bookActs } from "../../db/schema/index.ts";
import { cents } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import { balanceMustMatchRecords, openReceivable } from "../ledger/ledger-store.ts";
import { postTransfer } from "../ledger/transfer-store.ts";
import type { ActInput, ActTerms, BookFacts, BookPlan } from "./book-plan.ts";

/** The only SQL that writes acts on the books and bank accounts. Functions return statements; verbs put them into batches. */

/** What the facts of an act hang on, as expressions. @property ownId the act itself, which is not another one; NULL before it stands */
type FactsKeys = { kind: SQL; recordId: SQL; userId: SQL; reference: SQL; ownId: SQL };

/** The statement that reads the facts of an act that is asked for, for {@link factsOf}. */
export function selectFactsOf(query: Query, input: ActInput, nowMs: number) {
  const recordId =
    input.kind === "payout_returned" ? input.withdrawalId : input.kind === "deposit_reversed" ? input.depositId : null;
  const keys = {
    kind: sql`${input.kind}`,
    recordId: sql`${recordId}`,
    userId: sql`${"userId" in input ? input.userId : null}`,
    reference: sql`${"bankReference" in input ? input.bankReference : null}`,
    ownId: sql`NULL`,
  };
  return selectFacts(query, keys, nowMs);
}

/** The statement that reads the facts of an act that was proposed. @param id its own, or one that there is not */
export function selectFactsOfAct(query: Query, id: string, nowMs: number) {
  const its = (column: SQL) => sql`(SELECT ${column} FROM book_acts WHERE id = ${id})`;
  const keys = {
    kind: its(sql`kind`),
    recordId: its(sql`record_id`),
    userId: its(sql`user_id`),
    reference: its(sql`bank_reference`),
    ownId: sql`${id}`,
  };
  return selectFacts(query, keys, nowMs);
}

function selectFacts(query: Query, { kind, recordId, userId, reference, ownId }: FactsKeys, nowMs: number) {
  const trader = sql`coalesce(
    CASE ${kind}
      WHEN 'payout_returned' THEN (SELECT user_id FROM withdrawals WHERE id = ${recordId})
      WHEN 'deposit_reversed' THEN (SELECT user_id FROM deposits WHERE id = ${recordId})
    END, ${userId})`;
  const isOther = sql`other.cancelled_at_ms IS NULL AND other.id IS NOT ${ownId}`;
  return query
    .select({
      record: sql<string | null>`CASE ${kind}
        WHEN 'payout_returned' THEN (
          SELECT json_object('id', id, 'userId', user_id, 'name', CAST(number AS TEXT), 'status', status,
            'amountCents', amount_cents, 'endedAtMs', returned_at_ms)
          FROM withdrawals WHERE id = ${recordId}
        )
        WHEN 'deposit_reversed' THEN (
          SELECT json_object('id', id, 'userId', user_id, 'name', bill_number, 'status', status,
            'amountCents', coalesce(paid_cents, amount_cents), 'endedAtMs', reversed_at_ms)
          FROM deposits WHERE id = ${recordId}
        )
      END`,
      trader: sql<
        string | null
      >`(SELECT json_object('id', id, 'email', email, 'closedAtMs', closed_at_ms) FROM users WHERE id = ${trader})`,
      accounts: sql<string>`(
        SELECT json_group_array(json_object('id', id, 'kind', kind, 'currency', currency, 'balanceCents', balance_cents))
        FROM accounts WHERE user_id IS NULL OR user_id = ${trader}
      )`,
      isReferenceUsed: sql<number>`EXISTS (
        SELECT 1 FROM book_acts AS other WHERE other.bank_reference IS NOT NULL AND ${isOther}
          AND lower(replace(other."bank_reference", ' ', '')) = lower(replace(${reference}, ' ', ''))
      )`,
      isRecordUsed: sql<number>`EXISTS (
        SELECT 1 FROM book_acts AS other WHERE other.kind = ${kind} AND other.record_id = ${recordId} AND ${isOther}
      )`,
      correctedCents: sql<number>`(
        SELECT coalesce(sum(amount_cents), 0) FROM book_acts
        WHERE user_id = ${trader} AND kind = 'correction' AND posted_at_ms > ${nowMs - DAY_MS}
      )`,
      openWithdrawals: sql<number>`(
        SELECT count(*) FROM withdrawals WHERE user_id = ${trader} AND status IN ('pending', 'approved')
      )`,
    })
    .from(sql`(SELECT 1)`);
}

type FactsRow = Awaited<ReturnType<typeof selectFacts>>[number];

/** The facts of the row that {@link selectFactsOf} reads. */
export function factsOf(row: FactsRow | undefined): BookFacts {
  if (!row) throw new Error("a statement about one row gave none");
  // The statement makes these objects.
  const parsed = <T>(json: string | null) => (json === null ? null : (JSON.parse(json) as T));
  return {
    record: parsed<NonNullable<BookFacts["record"]>>(row.record),
    trader: parsed<NonNullable<BookFacts["trader"]>>(row.trader),
    accounts: parsed<BookFacts["accounts"]>(row.accounts) ?? [],
    isReferenceUsed: row.isReferenceUsed === 1,
    isRecordUsed: row.isRecordUsed === 1,
    correctedCents: row.correctedCents,
    openWithdrawals: row.openWithdrawals,
  };
}

/** The statement that inserts a proposed act. */
export function insertAct(
  query: Query,
  act: ActTerms & Pick<typeof bookActs.$inferInsert, "id" | "reason" | "foundFor" | "proposedBy" | "proposedAtMs">,
) {
  return query.insert(bookActs).values(act);
}

/**
 * The statements that post a planned act: its transfer, by which the database posts the act and marks its record. The trader's
 * accounts must match their records before, and be as the plan has them.
 */
export function postAct(query: Query, id: string, { terms, entries }: BookPlan, actor: string, nowMs: number) {
  const { kind, userId } = terms;
  const transfer = {
    kind,
    reference: `book:${id}` as const,
    memo: `${kind.replaceAll("_", " ")}`,
    actor,
    entries: entries.map(({ accountId, amountCents, rateHundredths }) => ({
      accountId,
      amountCents: cents(amountCents),
      rateHundredths,
    })),
  };
  const owes = entries.some(({ accountId }) => accountId.startsWith("receivable:"));
  return [
    ...(userId === null ? [] : [balanceMustMatchRecords(query, userId)]),
    ...(userId !== null && owes ? [openReceivable(query, userId)] : []),
    ...postTransfer(query, transfer, nowMs),
  ];
}

/** The condition that the trader's accounts are as the plan has them before. */
export function hasPlannedBalances({ entries }: Pick<BookPlan, "entries">): SQL {
  const own = entries.filter(({ accountId }) => !accountId.startsWith("house:"));
  const same = own.map(
    ({ accountId, beforeCents }) =>
      sql`coalesce((SELECT balance_cents FROM accounts WHERE id = ${accountId}), 0) = ${beforeCents}`,
  );
  return same.length === 0 ? sql`TRUE` : sql.join(same, sql` AND `);
}

/** The statement that cancels an act that was not posted. */
export function cancelAct(query: Query, id: string, cancelledBy: string, nowMs: number) {
  return query
    .update(bookActs)
    .set({ cancelledBy, cancelledAtMs: nowMs })
    .where(and(eq(bookActs.id, id), sql`${bookActs.postedAtMs} IS NULL AND ${bookActs.cancelledAtMs} IS NULL`));
}

/** The statement that opens an account of the company at a bank, and with it its account of the ledger. */
export function insertBankAccount(query: Query, account: typeof bankAccounts.$inferInsert) {
  return query.insert(bankAccounts).values(account);
}

/** An act as the database has it. */
export type ActRow = typeof bookActs.$inferSelect;

/** What an admin asked for, from an act that was proposed. */
export function inputOf(act: ActRow): ActInput {
  const { reason, rateHundredths, bankReference, evidence, recordId, userId } = act;
  const amountCents = cents(act.amountCents);
  // The guards of the table see to what is there of each kind.
  const there = (value: string | null) => value ?? "";
  switch (act.kind) {
    case "payout_returned":
      return { kind: act.kind, reason, withdrawalId: there(recordId), bankReference: there(bankReference) };
    case "deposit_reversed":
      return { kind: act.kind, reason, depositId: there(recordId), bankReference: there(bankReference) };
    case "receivable_collected":
      return { kind: act.kind, reason, userId: there(userId), amountCents };
    case "fee": {
      const bankAccount = act.toAccount.slice("house:bank:".length);
      return { kind: act.kind, reason, bankAccount, amountCents, rateHundredths, bankReference: there(bankReference) };
    }
    case "correction": {
      const direction = act.fromAccount === "house:suspense" ? ("credit" as const) : ("debit" as const);
      return { kind: act.kind, reason, userId: there(userId), direction, amountCents, evidence: there(evidence) };
    }
    case "adjustment":
      return { kind: act.kind, reason, from: act.fromAccount, to: act.toAccount, amountCents, rateHundredths };
  }
}
