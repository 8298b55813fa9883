import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { deposits, paymentExceptions, users } from "../../../db/schema/index.ts";
import type { DepositStatus } from "../../deposits/deposit-rules.ts";
import type { Amounts, Page, Period, Sort } from "../../platform/paging.ts";
import {
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  isBetween,
  pageLimit,
  pageOrder,
} from "../../platform/paging-sql.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { countApprovals } from "../commands/approvals.ts";
import { typedText } from "../lists/person-search.ts";
import { idsFoundBy, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { isDepositFoundBy, referenceKey, referenceKeySql } from "../lists/record-search-sql.ts";

/** The admin SQL about deposits. Functions return statements; verbs put them into batches. */

/** A deposit as the admin list reads it. */
export type AdminDepositRow = Awaited<ReturnType<typeof selectAdminDeposit>>[number];

/** How many admins must approve a manual credit. */
export const MARK_PAID_ADMINS = 2;

function selectAdminDeposits(query: Query) {
  return query
    .select({
      id: deposits.id,
      createdAtMs: deposits.createdAtMs,
      amountCents: deposits.amountCents,
      deposit: deposits,
      payments: paymentsFor(deposits.id),
      user: PERSON_COLUMNS,
      approvedBy: approvalsOn(sql`'deposit:' || ${deposits.id}`),
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .$dynamic();
}

/** A payment for a deposit's code that did not match it. */
export type PaymentForCode = {
  id: string;
  status: "open" | "matched" | "refunded" | "dismissed";
  paidAmount: number;
  paidCurrency: string;
  paidAtMs: number | null;
  creditedCents: number | null;
};

/** The payments for a deposit's code that did not match it, oldest first, as a column of the row. */
function paymentsFor(depositId: SQLiteColumn): SQL<PaymentForCode[]> {
  const { id, status, paidAmount, paidCurrency, paidAtMs, creditedCents, createdAtMs } = paymentExceptions;
  const payment = sql`json_object('id', ${id}, 'status', ${status}, 'paidAmount', ${paidAmount}, 'paidCurrency', ${paidCurrency}, 'paidAtMs', ${paidAtMs}, 'creditedCents', ${creditedCents})`;
  return sql`(SELECT json_group_array(${payment} ORDER BY ${createdAtMs}) FROM ${paymentExceptions} WHERE ${paymentExceptions.depositId} = ${depositId})`.mapWith(
    // The statement above makes this type true.
    (json: string) => JSON.parse(json) as PaymentForCode[],
  );
}

/** The statement that reads one deposit with its user, its approvals and the payments for its code. */
export function selectAdminDeposit(query: Query, id: string) {
  return selectAdminDeposits(query).where(eq(deposits.id, id));
}

/** The filter of a list of deposits. @property search as typed; {@link matches} compares it with ids and names */
export type DepositFilter = Period &
  Amounts & {
    status?: DepositStatus | undefined;
    search?: string | undefined;
    paidFrom?: number | undefined;
    paidTo?: number | undefined;
  };

/** The statement that reads a page of deposits. @param callerId NULL reads nothing */
export function selectAdminDepositPage(query: Query, callerId: SQL, filter: DepositFilter, page: Page<Sort>) {
  const { status, search, paidFrom, paidTo } = filter;
  const isFound = search !== undefined || paidFrom !== undefined || paidTo !== undefined;
  // Search results, pending deposits and those paid in a period are few, and indexes of their own find them.
  const isSelective = isFound || status === "pending";
  const columns = {
    id: deposits.id,
    createdAtMs: asideIf(isSelective, deposits.createdAtMs),
    amountCents: asideIf(isSelective, deposits.amountCents),
  };
  return selectAdminDeposits(query)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<DepositFilter>({
          status: status && inState(status, { isFound }),
          search: search === undefined ? undefined : matches(callerId, search),
          paidFrom: inPeriod(deposits.paidAtMs, { from: paidFrom }),
          paidTo: inPeriod(deposits.paidAtMs, { to: paidTo }),
        }),
        inPeriod(columns.createdAtMs, filter),
        isBetween(columns.amountCents, filter),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/**
 * Written so that SQLite can use the partial index of each state; not with a search, whose few rows have an index of
 * their own.
 */
function inState(status: DepositStatus, { isFound }: { isFound: boolean }): SQL {
  if (isFound) return sql`${asideIf(isFound, deposits.status)} = ${status}`;
  if (status === "pending") return sql`${deposits.status} = 'pending'`;
  return sql`${deposits.status} = ${status} AND ${deposits.status} <> 'pending'`;
}

/** The condition of a search: the text finds the deposit itself, or its trader. @throws AppError `invalid_input` */
function matches(callerId: SQL, search: string): SQL | undefined {
  return or(
    isDepositFoundBy(typedText(search, "search")),
    inArray(deposits.userId, idsFoundBy(callerId, search, "search")),
  );
}

/** The condition that a deposit still has the status that was read. */
export function hasStatus(id: string, status: DepositStatus): SQL {
  return sql`EXISTS (SELECT 1 FROM ${deposits} WHERE ${eq(deposits.id, id)} AND ${eq(deposits.status, status)})`;
}

/**
 * The statement that finds where a settled payment or a reference of the bank was used already: by a deposit, a payment that
 * waits or was decided about, or a refund. @returns a row when it was
 */
export function selectUsed(
  query: Query,
  { settlementHash, bankReference }: Record<"settlementHash" | "bankReference", string>,
) {
  const names = [settlementHash, referenceKey(bankReference)];
  const isUsed = (hash: SQLiteColumn, reference: SQLiteColumn) =>
    or(inArray(hash, names), and(isNotNull(reference), inArray(referenceKeySql(reference), names)));
  const byDeposit = query
    .select({ id: deposits.id })
    .from(deposits)
    .where(isUsed(deposits.settlementHash, deposits.bankReference));
  const byException = query
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(isUsed(paymentExceptions.settlementHash, paymentExceptions.refundReference));
  return byDeposit.unionAll(byException);
}

/** The approval progress of a manual credit. */
export function markPaidApprovals({ approvedBy }: Pick<AdminDepositRow, "approvedBy">) {
  return countApprovals(approvedBy, "mark_paid", MARK_PAID_ADMINS);
}
