import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { deposits, paymentExceptions, users } from "../../../db/schema/index.ts";
import { BOOKS } from "../../contract/books.ts";
import { readRecordCode } from "../../contract/record-code.ts";
import type { Page, Period } from "../../platform/paging.ts";
import { afterCursor, asideIf, conditionsOf, inPeriod, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { clientColumns, isAtClient, SUBJECT_OF } from "../../questions/question-sql.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { countApprovals } from "../commands/approvals.ts";
import { beginsWith } from "../lists/begins-with-sql.ts";
import { codeOf, typedText } from "../lists/person-search.ts";
import { idsFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { isDepositFoundBy } from "../lists/record-search-sql.ts";
import { seen } from "../lists/seen-sql.ts";
import { exceptionWaitsFor } from "../overview/queue-store.ts";
import type { DecisionFacts } from "./exception-rules.ts";

/** The admin SQL about payments that wait for a decision. Functions return statements; verbs put them into batches. */

/** The state of an exception. */
export type ExceptionStatus = (typeof paymentExceptions.$inferSelect)["status"];
/** An exception as {@link selectException} reads it. */
export type ExceptionRow = Awaited<ReturnType<typeof selectException>>[number];

const decider = alias(users, "decider");
const creditedTo = alias(deposits, "credited_to");

/** The trader whom the valid approvals of a match name, where nobody knew the payer: all of them the same. */
const CHOSEN_TRADER = sql`CASE WHEN payment_exceptions.deposit_id IS NULL THEN (
  SELECT json_object('_id', chosen.id, 'name', chosen.first_name || ' ' || chosen.last_name, 'username', chosen.username)
  FROM standing_words JOIN users AS chosen ON chosen.id = substr(standing_words.detail, instr(standing_words.detail, ' ') + 1)
  WHERE standing_words.subject = 'exception:' || payment_exceptions.id LIMIT 1
) END`.mapWith((json: string) => JSON.parse(json) as ChosenTrader | null);
type ChosenTrader = { _id: string; name: string; username: string };

function selectExceptions(query: Query, callerId: SQL) {
  return (
    query
      .select({
        id: paymentExceptions.id,
        status: paymentExceptions.status,
        reason: paymentExceptions.reason,
        paidAmount: paymentExceptions.paidAmount,
        paidCurrency: paymentExceptions.paidCurrency,
        paidAtMs: paymentExceptions.paidAtMs,
        paidFrom: seen<string | null>(callerId, "payer", paymentExceptions.paidFrom),
        settlementHash: paymentExceptions.settlementHash,
        receivedCents: paymentExceptions.receivedCents,
        creditedCents: paymentExceptions.creditedCents,
        refundedCents: paymentExceptions.refundedCents,
        refundReference: paymentExceptions.refundReference,
        refundedFrom: paymentExceptions.refundedFrom,
        note: paymentExceptions.note,
        decidedByName: nameOf(decider),
        decidedAtMs: paymentExceptions.decidedAtMs,
        version: paymentExceptions.version,
        createdAtMs: paymentExceptions.createdAtMs,
        traderId: deposits.userId,
        deposit: {
          id: deposits.id,
          amountCents: deposits.amountCents,
          paidCents: deposits.paidCents,
          status: deposits.status,
          billNumber: deposits.billNumber,
          bankReference: deposits.bankReference,
          expiresAtMs: deposits.expiresAtMs,
          createdAtMs: deposits.createdAtMs,
        },
        /** The deposit that this payment was credited to, if another one: found by its settlement hash. */
        creditedTo: { id: creditedTo.id, billNumber: creditedTo.billNumber },
        user: PERSON_COLUMNS,
        chosenTrader: CHOSEN_TRADER,
        ...clientColumns(sql`payment_exceptions.created_at_ms`, SUBJECT_OF.exception),
        approvedBy: approvalsOn(sql`'exception:' || ${paymentExceptions.id}`),
        refundApprovedBy: approvalsOn(sql`'refund:' || ${paymentExceptions.id}`),
      })
      .from(paymentExceptions)
      // Of a payment whose payer nobody knows there is neither.
      .leftJoin(deposits, eq(deposits.id, paymentExceptions.depositId))
      .leftJoin(users, eq(users.id, deposits.userId))
      .leftJoin(
        creditedTo,
        and(eq(creditedTo.settlementHash, paymentExceptions.settlementHash), ne(paymentExceptions.status, "matched")),
      )
      .leftJoin(decider, eq(decider.id, paymentExceptions.decidedBy))
      .$dynamic()
  );
}

/**
 * The statement that reads one exception with its deposit, user and approvals. @param callerId the admin, who sees of it what their
 * roles allow
 */
export function selectException(query: Query, callerId: SQL, id: string) {
  return selectExceptions(query, callerId).where(eq(paymentExceptions.id, id));
}

/** The trader to whom a payment is credited whose payer nobody knew. */
export type ChosenTraderRow = Awaited<ReturnType<typeof selectChosenTrader>>[number];

/** The statement that reads a trader by their id. @param callerId NULL reads nothing */
export function selectChosenTrader(query: Query, callerId: SQL, userId: string | undefined) {
  return query
    .select(PERSON_COLUMNS)
    .from(users)
    .where(and(sql`${callerId} IS NOT NULL`, eq(users.id, userId ?? "")));
}

/**
 * The statement that reads what a decision about a payment may touch, for {@link decisionFactsOf}.
 * @param callerId NULL reads nothing @param userId the trader to whom it is credited, where nobody knew the payer
 */
export function selectDecisionFacts(query: Query, callerId: SQL, id: string, userId?: string) {
  return query
    .select({
      accounts: sql<string>`(
        SELECT json_group_array(json_object('id', id, 'kind', kind, 'currency', currency, 'balanceCents', balance_cents))
        FROM accounts WHERE user_id IS NULL OR user_id = coalesce(${payerOf(callerId, id)}, ${userId ?? null})
      )`,
      rateHundredths: sql<number>`coalesce(
        (SELECT entries.rate_hundredths FROM transfers JOIN entries ON entries.transfer_id = transfers.id
          WHERE transfers.kind = 'exception_received' AND transfers.reference = ${`exception:${id}`} LIMIT 1),
        (SELECT rate_hundredths FROM book_acts
          WHERE posted_at_ms IS NOT NULL AND rate_hundredths IS NOT NULL ORDER BY posted_at_ms DESC LIMIT 1),
        ${BOOKS.rateHundredthsFirst}
      )`,
    })
    .from(sql`(SELECT 1)`)
    .where(sql`${callerId} IS NOT NULL`);
}

/** The facts of the row that {@link selectDecisionFacts} reads. */
export function decisionFactsOf(
  row: Awaited<ReturnType<typeof selectDecisionFacts>>[number] | undefined,
): DecisionFacts {
  if (!row) throw new Error("a statement about one row gave none");
  // The statement makes these objects.
  return { accounts: JSON.parse(row.accounts) as DecisionFacts["accounts"], rateHundredths: row.rateHundredths };
}

/** The id of the trader whose code was paid, as an expression. @param callerId NULL gives NULL */
export function payerOf(callerId: SQL, id: string): SQL {
  return sql`(SELECT deposits.user_id FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id WHERE payment_exceptions.id = ${id} AND ${callerId} IS NOT NULL)`;
}

/** The filter of a list of exceptions. @property id narrows it to one, whatever its state */
export type ExceptionFilter = Period & {
  id?: string | undefined;
  status?: ExceptionStatus | undefined;
  /** Of the open ones, those that wait for the asking admin, or for their client. */
  stage?: "waiting" | "client" | undefined;
  reason?: ExceptionRow["reason"] | undefined;
  user?: string | undefined;
  decidedFrom?: number | undefined;
  decidedTo?: number | undefined;
};

/** The statement that reads a page of the queue. @param callerId NULL reads nothing */
export function selectExceptionPage(query: Query, callerId: SQL, filter: ExceptionFilter, page: Page) {
  const { id, status, stage, reason, user, decidedFrom, decidedTo } = filter;
  // One user's exceptions are few, and found by their deposits.
  const isFound = user !== undefined;
  const createdAtMs = asideIf(isFound, paymentExceptions.createdAtMs);
  const columns = { createdAtMs, id: paymentExceptions.id };
  return selectExceptions(query, callerId)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<ExceptionFilter>({
          id: id === undefined ? undefined : eq(paymentExceptions.id, id),
          status: status && eq(asideIf(isFound, paymentExceptions.status), status),
          stage:
            stage &&
            and(
              eq(asideIf(isFound, paymentExceptions.status), "open"),
              stage === "client" ? isAtClient(SUBJECT_OF.exception) : exceptionWaitsFor(callerId),
            ),
          reason: reason && eq(paymentExceptions.reason, reason),
          user: isFound ? isSearchedBy(callerId, user) : undefined,
          decidedFrom: inPeriod(paymentExceptions.decidedAtMs, { from: decidedFrom }),
          decidedTo: inPeriod(paymentExceptions.decidedAtMs, { to: decidedTo }),
        }),
        inPeriod(createdAtMs, filter),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/**
 * The condition of a search: the text finds the deposit or its trader, or is the payment's code or settlement hash. @throws
 * AppError `invalid_input`
 */
function isSearchedBy(callerId: SQL, typed: string): SQL | undefined {
  const text = typedText(typed, "user");
  const isOf = or(isDepositFoundBy(text), inArray(deposits.userId, idsFoundBy(callerId, typed, "user")));
  const code = readRecordCode(text);
  return or(
    code?.of === "exception" ? beginsWith(paymentExceptions.id, code.idStart) : undefined,
    inArray(paymentExceptions.depositId, sql`(SELECT ${deposits.id} FROM ${deposits} WHERE ${isOf})`),
    eq(paymentExceptions.settlementHash, codeOf(text)),
  );
}

/** All valid approvals about a payment, of its match and of its refund. */
export function approvalsOnRecord({
  approvedBy,
  refundApprovedBy,
}: Pick<ExceptionRow, "approvedBy" | "refundApprovedBy">) {
  return [...approvedBy, ...refundApprovedBy];
}

/** The approval progress of a match. */
export function matchApprovals({ approvedBy }: Pick<ExceptionRow, "approvedBy">) {
  return countApprovals(approvedBy, "match", MATCH_ADMINS);
}

/** How many admins must approve a match. */
export const MATCH_ADMINS = 2;

/** The approval progress of a refund. */
export function refundApprovals({ refundApprovedBy }: Pick<ExceptionRow, "refundApprovedBy">) {
  return countApprovals(refundApprovedBy, "approve", REFUND_ADMINS);
}

/** How many admins must agree on a refund. */
export const REFUND_ADMINS = 2;

/** The condition that an exception waits for a decision, unchanged since it was read. */
export function isOpenAt({ id, version }: { id: string; version: number }): SQL {
  const asRead = and(
    eq(paymentExceptions.id, id),
    eq(paymentExceptions.version, version),
    eq(paymentExceptions.status, "open"),
  );
  return sql`EXISTS (SELECT 1 FROM ${paymentExceptions} WHERE ${asRead})`;
}
