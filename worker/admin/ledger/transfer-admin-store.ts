import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { BOOK_ACT_KINDS, EXCEPTION_KINDS } from "../../../db/schema/book-act-kinds.ts";
import {
  accounts,
  bookActs,
  deposits,
  entries,
  paymentExceptions,
  transfers,
  users,
  withdrawals,
} from "../../../db/schema/index.ts";
import { readRecordCode } from "../../contract/record-code.ts";
import { readWithdrawalNumber } from "../../contract/withdrawal-number.ts";
import type { Amounts, Page, Period } from "../../platform/paging.ts";
import {
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  isBetween,
  pageLimit,
  pageOrder,
} from "../../platform/paging-sql.ts";
import { plainText } from "../../platform/plain-text.ts";
import { beginsWith } from "../lists/begins-with-sql.ts";
import { idsFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { referenceKey, referenceKeySql } from "../lists/record-search-sql.ts";

/** The admin SQL about transfers. Functions return statements; verbs put them into batches. */

export type TransferKind = (typeof transfers.$inferSelect)["kind"];
/** All kinds of transfers. */
export const TRANSFER_KINDS = [
  "deposit",
  "withdrawal",
  "trades",
  ...BOOK_ACT_KINDS,
  ...EXCEPTION_KINDS,
] as const satisfies TransferKind[];
/** A transfer as {@link selectTransfer} reads it. */
export type TransferRow = Awaited<ReturnType<typeof selectTransfer>>[number];

/**
 * The filter of a list of transfers. Amounts are in the entries, so they can filter only the few transfers of one user.
 */
export type TransferFilter = Period &
  Amounts & {
    kind?: TransferKind | undefined;
    /** A user's complete e-mail address, username or id. */
    user?: string | undefined;
    /** A complete transfer id, reference, or the id, number or code of the record behind it. */
    search?: string | undefined;
  };

const SEARCH_CHARACTERS_MAX = 254;

const actor = alias(users, "actor");
/**
 * The condition for the entries of the outer transfer. Written out because Drizzle would omit the table name in these
 * subqueries.
 */
const own = sql`entries.transfer_id = transfers.id`;
/** What it moved: in dollars where any of its entries are. */
const movedCents = sql<number>`(SELECT coalesce(sum(CASE WHEN entries.rate_hundredths IS NULL THEN entries.amount_cents END), sum(entries.amount_cents), 0) FROM entries WHERE ${own} AND entries.amount_cents > 0)`;
/** The transfers that the product posts take from at most one account; the entries of a transfer show all of them. */
const accountWhere = (side: SQL) =>
  sql<string | null>`(SELECT entries.account_id FROM entries WHERE ${own} AND ${side} ORDER BY entries.id LIMIT 1)`;
const traderId = sql`(SELECT accounts.user_id FROM entries JOIN accounts ON accounts.id = entries.account_id WHERE ${own} AND accounts.user_id IS NOT NULL LIMIT 1)`;

function selectTransfers(query: Query) {
  return query
    .select({
      id: transfers.id,
      createdAtMs: transfers.atMs,
      kind: transfers.kind,
      reference: transfers.reference,
      memo: transfers.memo,
      actor: transfers.actor,
      actorName: nameOf(actor),
      amountCents: movedCents,
      /** Of its entries; null where any is in dollars. */
      rateHundredths: sql<
        number | null
      >`(SELECT CASE WHEN count(*) = count(entries.rate_hundredths) THEN max(entries.rate_hundredths) END FROM entries WHERE ${own})`,
      fromId: accountWhere(sql`entries.amount_cents < 0`),
      toId: accountWhere(sql`entries.amount_cents > 0`),
      user: PERSON_COLUMNS,
    })
    .from(transfers)
    .leftJoin(users, eq(users.id, traderId))
    .leftJoin(actor, eq(actor.id, transfers.actor))
    .$dynamic();
}

/** The statement that reads one transfer with its user. */
export function selectTransfer(query: Query, id: string) {
  return selectTransfers(query).where(eq(transfers.id, id));
}

/**
 * The statement that reads a page of transfers. @param callerId NULL reads nothing
 * @throws AppError `invalid_input` for characters that no name contains
 */
export function selectTransferPage(query: Query, callerId: SQL, filter: TransferFilter, page: Page) {
  const { kind, user, search, ...rest } = filter;
  const isFound = user !== undefined || search !== undefined;
  const columns = { createdAtMs: asideIf(isFound, transfers.atMs), id: transfers.id };
  return selectTransfers(query)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<TransferFilter>({
          kind: kind && sql`${asideIf(isFound, transfers.kind)} = ${kind}`,
          user: user === undefined ? undefined : inArray(transfers.id, touching(callerId, user)),
          search: search === undefined ? undefined : inArray(transfers.id, named(search)),
        }),
        inPeriod(columns.createdAtMs, rest),
        isBetween(movedCents, rest),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/** A subquery of the transfers that moved a user's money. */
function touching(callerId: SQL, typed: string): SQL {
  return sql`(SELECT ${entries.transferId} FROM ${accounts} JOIN ${entries} ON ${entries.accountId} = ${accounts.id} WHERE ${accounts.userId} IN ${idsFoundBy(callerId, typed, "user")})`;
}

/**
 * A subquery of the transfers with this id or reference, or whose record has this id, bill number, number, code, payment id or reference of the
 * bank.
 */
function named(typed: string): SQL {
  const search = plainText(typed, { field: "search", max: SEARCH_CHARACTERS_MAX });
  const lower = search.toLowerCase();
  const steps = ["request", "complete", "reject"];
  const references = [
    lower,
    ...["deposit", "exception", "book"].map((what) => `${what}:${lower}`),
    ...steps.map((step) => `withdrawal:${lower}:${step}`),
    ...["commit", "reverse"].map((step) => `import:${lower}:${step}`),
  ];
  const code = readRecordCode(search);
  const number = readWithdrawalNumber(search);
  const bill = search.toUpperCase();
  const ofBill = sql`(SELECT ${deposits.id} FROM ${deposits} WHERE ${deposits.billNumber} = ${bill})`;
  const ofNumber = sql`(SELECT ${withdrawals.id} FROM ${withdrawals} WHERE ${withdrawals.number} = ${number})`;
  const byRecord = [
    sql`SELECT 'deposit:' || id FROM ${ofBill}`,
    sql`SELECT 'exception:' || ${paymentExceptions.id} FROM ${paymentExceptions} WHERE ${paymentExceptions.depositId} IN ${ofBill}`,
    sql`SELECT 'book:' || ${bookActs.id} FROM ${bookActs} WHERE ${bookActs.kind} IN ('payout_returned', 'deposit_reversed') AND ${bookActs.cancelledAtMs} IS NULL AND ${bookActs.recordId} IN (SELECT id FROM ${ofBill} UNION ALL SELECT id FROM ${ofNumber})`,
    sql`SELECT 'book:' || ${bookActs.id} FROM ${bookActs} WHERE ${bookActs.bankReference} IS NOT NULL AND ${bookActs.cancelledAtMs} IS NULL AND ${referenceKeySql(bookActs.bankReference)} = ${referenceKey(search)}`,
    ...steps.map((step) => sql`SELECT 'withdrawal:' || id || ${`:${step}`} FROM ${ofNumber}`),
    sql`SELECT 'withdrawal:' || ${withdrawals.id} || ':complete' FROM ${withdrawals} WHERE ${withdrawals.paymentId} = ${search} COLLATE NOCASE`,
    ...(code?.of === "exception"
      ? [
          sql`SELECT 'exception:' || ${paymentExceptions.id} FROM ${paymentExceptions} WHERE ${beginsWith(paymentExceptions.id, code.idStart)}`,
        ]
      : []),
    ...(code?.of === "act"
      ? [sql`SELECT 'book:' || ${bookActs.id} FROM ${bookActs} WHERE ${beginsWith(bookActs.id, code.idStart)}`]
      : []),
  ];
  const kinds = inArray(transfers.kind, [...TRANSFER_KINDS]);
  const found = or(
    eq(transfers.id, lower),
    and(kinds, inArray(transfers.reference, references)),
    and(kinds, inArray(transfers.reference, sql`(${sql.join(byRecord, sql` UNION ALL `)})`)),
  );
  return sql`(SELECT ${transfers.id} FROM ${transfers} WHERE ${found})`;
}
