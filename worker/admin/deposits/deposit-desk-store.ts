import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { deposits, paymentExceptions, users } from "../../../db/schema/index.ts";
import { countWords, wordsOn } from "../desk/approvals.ts";
import { afterCursor, type Direction, type Page, pageLimit, pageOrder } from "../desk/desk-page.ts";
import { DESK_PERSON_COLUMNS } from "../desk/desk-person.ts";

/** The desk's SQL about deposits. Functions give statements; verbs put them into batches. */

export type DepositStatus = (typeof deposits.$inferSelect)["status"];
export type DeskDepositRow = Awaited<ReturnType<typeof selectDeskDeposit>>[number];

/** Nobody credits money by hand alone. */
export const MARK_PAID_ADMINS = 2;

function selectDeskDeposits(query: Query) {
  return query
    .select({
      id: deposits.id,
      createdAtMs: deposits.createdAtMs,
      deposit: deposits,
      user: DESK_PERSON_COLUMNS,
      words: wordsOn(sql`'deposit:' || ${deposits.id}`),
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .$dynamic();
}

export function selectDeskDeposit(query: Query, id: string) {
  return selectDeskDeposits(query).where(eq(deposits.id, id));
}

/** A page of deposits. @param me NULL reads nothing */
export function selectDeskDepositPage(
  query: Query,
  me: SQL,
  filter: { status: DepositStatus | undefined; search: string; page: Page; direction: Direction },
) {
  const { status, search, page, direction } = filter;
  // What is searched for is little, and so is what is pending: both are found by indexes of their own and then put in
  // order. The plus keeps the planner from walking through all deposits in the order they came.
  const isLittle = search !== "" || status === "pending";
  const createdAtMs = isLittle ? sql`+${deposits.createdAtMs}` : deposits.createdAtMs;
  const columns = { createdAtMs, id: deposits.id };
  return selectDeskDeposits(query)
    .where(
      and(
        sql`${me} IS NOT NULL`,
        status && inState(status, { isSearched: search !== "" }),
        search === "" ? undefined : matches(search),
        afterCursor(columns, page, direction),
      ),
    )
    .orderBy(...pageOrder(columns, direction))
    .limit(pageLimit(page));
}

/** Written so that the partial index of each serves it; not beside a search, which finds its few by indexes of its own. */
function inState(status: DepositStatus, { isSearched }: { isSearched: boolean }): SQL {
  if (isSearched) return sql`+${deposits.status} = ${status}`;
  if (status === "pending") return sql`${deposits.status} = 'pending'`;
  return sql`${deposits.status} = ${status} AND ${deposits.status} <> 'pending'`;
}

/** By what a trader reads out or a bank's statement shows, whole: reference, code, payment, e-mail address, username. */
function matches(search: string): SQL | undefined {
  const lower = search.normalize("NFKC").toLowerCase();
  const people = sql`(SELECT ${users.id} FROM ${users} WHERE ${or(eq(users.email, lower), eq(users.usernameKey, lower))})`;
  return or(
    eq(deposits.id, lower),
    eq(deposits.billNumber, search.toUpperCase()),
    eq(deposits.md5Hash, lower),
    eq(deposits.settlementHash, lower),
    inArray(deposits.userId, people),
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

export function markPaidApprovals({ words }: Pick<DeskDepositRow, "words">) {
  return countWords(words, "mark_paid", MARK_PAID_ADMINS);
}
