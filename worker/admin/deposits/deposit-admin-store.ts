import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
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
import { typedName } from "../lists/person-search.ts";
import { idsNamed, PERSON_COLUMNS } from "../lists/person-sql.ts";

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
      user: PERSON_COLUMNS,
      approvedBy: approvalsOn(sql`'deposit:' || ${deposits.id}`),
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .$dynamic();
}

/** The statement that reads one deposit with its user and approvals. */
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
          search: search === undefined ? undefined : matches(search),
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

/**
 * The condition of a search: an exact reference, code MD5, settlement hash, e-mail address or username.
 * @throws AppError `invalid_input` for characters that none of these contains
 */
function matches(search: string): SQL | undefined {
  const name = typedName(search, "search");
  return or(
    eq(deposits.id, name),
    eq(deposits.billNumber, name.toUpperCase()),
    eq(deposits.md5Hash, name),
    eq(deposits.settlementHash, name),
    inArray(deposits.userId, idsNamed(name)),
  );
}

/** The condition that a deposit still has the status that was read. */
export function hasStatus(id: string, status: DepositStatus): SQL {
  return sql`EXISTS (SELECT 1 FROM ${deposits} WHERE ${eq(deposits.id, id)} AND ${eq(deposits.status, status)})`;
}

/** The statement that finds where a settled payment was used already. @returns a row when it was */
export function selectSettlement(query: Query, settlementHash: string) {
  const byDeposit = query.select({ id: deposits.id }).from(deposits).where(eq(deposits.settlementHash, settlementHash));
  const byException = query
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(eq(paymentExceptions.settlementHash, settlementHash));
  return byDeposit.unionAll(byException);
}

/** The approval progress of a manual credit. */
export function markPaidApprovals({ approvedBy }: Pick<AdminDepositRow, "approvedBy">) {
  return countApprovals(approvedBy, "mark_paid", MARK_PAID_ADMINS);
}
