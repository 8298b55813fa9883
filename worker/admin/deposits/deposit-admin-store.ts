import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { deposits, paymentExceptions, users } from "../../../db/schema/index.ts";
import type { DepositStatus } from "../../deposits/deposit-rules.ts";
import {
  type Amounts,
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  isBetween,
  type Page,
  type Period,
  pageLimit,
  pageOrder,
  type Sort,
} from "../../platform/paging.ts";
import { approvalsOn, countApprovals } from "../commands/approvals.ts";
import { idsNamed, PERSON_COLUMNS, typedName } from "../lists/person-columns.ts";

/** The desk's SQL about deposits. Functions give statements; verbs put them into batches. */

export type AdminDepositRow = Awaited<ReturnType<typeof selectAdminDeposit>>[number];

/** Nobody credits money by hand alone. */
export const MARK_PAID_ADMINS = 2;

function selectAdminDeposits(query: Query) {
  return query
    .select({
      id: deposits.id,
      createdAtMs: deposits.createdAtMs,
      amountCents: deposits.amountCents,
      deposit: deposits,
      user: PERSON_COLUMNS,
      words: approvalsOn(sql`'deposit:' || ${deposits.id}`),
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .$dynamic();
}

export function selectAdminDeposit(query: Query, id: string) {
  return selectAdminDeposits(query).where(eq(deposits.id, id));
}

/** Which deposits a list has. @property search as typed: what {@link matches} compares with */
export type DepositFilter = Period &
  Amounts & {
    status?: DepositStatus | undefined;
    search?: string | undefined;
    paidFrom?: number | undefined;
    paidTo?: number | undefined;
  };

/** A page of deposits. @param callerId NULL reads nothing */
export function selectAdminDepositPage(query: Query, callerId: SQL, filter: DepositFilter, page: Page<Sort>) {
  const { status, search, paidFrom, paidTo } = filter;
  const isFound = search !== undefined || paidFrom !== undefined || paidTo !== undefined;
  // What is searched for is little, and so is what is pending or was paid in a period: all are found by indexes of their own.
  const isLittle = isFound || status === "pending";
  const columns = {
    id: deposits.id,
    createdAtMs: asideIf(isLittle, deposits.createdAtMs),
    amountCents: asideIf(isLittle, deposits.amountCents),
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

/** Written so that the partial index of each serves it; not beside a search, which finds its few by indexes of its own. */
function inState(status: DepositStatus, { isFound }: { isFound: boolean }): SQL {
  if (isFound) return sql`${asideIf(isFound, deposits.status)} = ${status}`;
  if (status === "pending") return sql`${deposits.status} = 'pending'`;
  return sql`${deposits.status} = ${status} AND ${deposits.status} <> 'pending'`;
}

/**
 * By what a trader reads out or a bank's statement shows, whole: reference, code, payment, e-mail address, username.
 * @throws AppError `invalid_input` for characters that none of these has
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

/** Where a settled payment was taken into account already, if anywhere. @returns a row when it was */
export function selectSettlement(query: Query, settlementHash: string) {
  const byDeposit = query.select({ id: deposits.id }).from(deposits).where(eq(deposits.settlementHash, settlementHash));
  const byException = query
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(eq(paymentExceptions.settlementHash, settlementHash));
  return byDeposit.unionAll(byException);
}

export function markPaidApprovals({ words }: Pick<AdminDepositRow, "words">) {
  return countApprovals(words, "mark_paid", MARK_PAID_ADMINS);
}
