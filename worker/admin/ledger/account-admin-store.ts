import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, entries, transfers, users } from "../../../db/schema/index.ts";
import type { Page, Period } from "../../platform/paging.ts";
import { afterCursor, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { isFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";

/** The admin SQL about accounts and their entries. Functions return statements; verbs put them into batches. */

/** An account as {@link selectAccount} reads it. */
export type AccountRow = Awaited<ReturnType<typeof selectAccount>>[number];
/** An entry as {@link selectAccountEntries} reads it. */
export type AccountEntryRow = Awaited<ReturnType<typeof selectAccountEntries>>[number];
/** An entry as {@link selectTransferEntries} reads it. */
export type TransferEntryRow = Awaited<ReturnType<typeof selectTransferEntries>>[number];

/** How many people's accounts a search shows. */
const PEOPLE_MAX = 20;
/**
 * A past balance is the current one minus the entries since; it is not computed when there are more entries than this.
 */
const ENTRIES_ADDED_MAX = 10_000;

const actor = alias(users, "actor");
const last = alias(transfers, "last");

function selectAccounts(query: Query) {
  return query
    .select({
      id: accounts.id,
      kind: accounts.kind,
      currency: accounts.currency,
      balanceCents: accounts.balanceCents,
      floorCents: accounts.floorCents,
      // The paging key of a file of accounts, as of a file of entries.
      createdAtMs: accounts.lastEntryId,
      /** When its balance last changed. */
      movedAtMs: last.atMs,
      user: PERSON_COLUMNS,
    })
    .from(accounts)
    .leftJoin(users, eq(users.id, accounts.userId))
    .leftJoin(entries, eq(entries.id, accounts.lastEntryId))
    .leftJoin(last, eq(last.id, entries.transferId))
    .$dynamic();
}

/** The statement that reads one account with its owner. */
export function selectAccount(query: Query, id: string) {
  return selectAccounts(query).where(eq(accounts.id, id));
}

/** The owner of an account, as a subquery; NULL for the company's. */
export function ownerOf(id: string): SQL {
  return sql`(SELECT user_id FROM accounts WHERE id = ${id})`;
}

/** The company's accounts (`house:*`). @param callerId NULL reads nothing */
export function selectHouseAccounts(query: Query, callerId: SQL) {
  return selectAccounts(query)
    .where(and(sql`${callerId} IS NOT NULL`, isNull(accounts.userId)))
    .orderBy(asc(accounts.id));
}

/**
 * The account with this id, and the accounts of the first people whom the text finds.
 * @param callerId NULL reads nothing
 * @param search in lower case
 */
export function selectAccountsNamed(query: Query, callerId: SQL, search: string) {
  const people = sql`(SELECT ${users.id} FROM ${users} WHERE ${isFoundBy(callerId, search)} LIMIT ${PEOPLE_MAX})`;
  return selectAccounts(query)
    .where(and(sql`${callerId} IS NOT NULL`, or(eq(accounts.id, search), inArray(accounts.userId, people))))
    .orderBy(asc(accounts.userId), asc(accounts.id));
}

/** The entries of one transfer, each with the balance after it, or NULL when too many entries came since. */
export function selectTransferEntries(query: Query, transferId: string) {
  const since = sumOf(sql`later.account_id = ${entries.accountId} AND later.id > ${entries.id}`);
  return query
    .select({
      id: entries.id,
      amountCents: entries.amountCents,
      accountId: entries.accountId,
      kind: accounts.kind,
      currency: accounts.currency,
      balanceCents: sql<number | null>`${accounts.balanceCents} - ${since}`,
      user: PERSON_COLUMNS,
    })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(eq(entries.transferId, transferId))
    .orderBy(asc(entries.id));
}

/** The filter of a list of entries. */
export type EntryFilter = Period & { accountId: string };

/** Entries are listed in the order in which they were written, which is the order of their ids. */
const COLUMNS = { createdAtMs: entries.id, id: entries.id };

/** The statement that reads a page of an account's entries. @param callerId NULL reads nothing */
export function selectAccountEntries(query: Query, callerId: SQL, filter: EntryFilter, page: Page) {
  return query
    .select({
      id: sql<string>`CAST(${entries.id} AS TEXT)`,
      createdAtMs: entries.id,
      amountCents: entries.amountCents,
      atMs: transfers.atMs,
      transferId: transfers.id,
      kind: transfers.kind,
      reference: transfers.reference,
      memo: transfers.memo,
      actor: transfers.actor,
      actorName: nameOf(actor),
    })
    .from(entries)
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .leftJoin(actor, eq(actor.id, transfers.actor))
    .where(onPage(callerId, filter, page))
    .orderBy(...pageOrder(COLUMNS, page))
    .limit(pageLimit(page));
}

/**
 * The balance after the first entry of a page, NULL when too many entries would have to be summed: with the newest
 * first, the entries since; otherwise the entry and those before it.
 */
export function selectFirstBalance(query: Query, callerId: SQL, filter: EntryFilter, page: Page) {
  const { accountId } = filter;
  const order = page.sort === "newest" ? desc(entries.id) : asc(entries.id);
  const first = sql`(SELECT ${entries.id} FROM ${entries} WHERE ${onPage(callerId, filter, page)} ORDER BY ${order} LIMIT 1)`;
  const balance =
    page.sort === "newest"
      ? sql<
          number | null
        >`${accounts.balanceCents} - ${sumOf(sql`later.account_id = ${accountId} AND later.id > ${first}`)}`
      : sql<number | null>`${sumOf(sql`later.account_id = ${accountId} AND later.id <= ${first}`)}`;
  return query
    .select({ balanceCents: balance })
    .from(accounts)
    .where(and(sql`${callerId} IS NOT NULL`, eq(accounts.id, accountId)));
}

function onPage(callerId: SQL, { accountId, from, to }: EntryFilter, page: Page): SQL | undefined {
  return and(
    sql`${callerId} IS NOT NULL`,
    eq(entries.accountId, accountId),
    from === undefined ? undefined : sql`${entries.id} >= ${edgeEntry("min", sql`min(at_ms)`, sql`at_ms >= ${from}`)}`,
    to === undefined ? undefined : sql`${entries.id} <= ${edgeEntry("max", sql`max(at_ms)`, sql`at_ms < ${to}`)}`,
    afterCursor(COLUMNS, page),
  );
}

/**
 * The id of the first or last entry of a period, NULL when it has none. An entry has no time of its own, and looking up
 * the time of each transfer would read all entries of the account. So the ids are compared, which follow the Worker's
 * clock within seconds.
 */
function edgeEntry(which: "min" | "max", edge: SQL, condition: SQL): SQL {
  const moment = sql`(SELECT ${edge} FROM transfers WHERE ${condition})`;
  return sql`(SELECT ${sql.raw(which)}(edge.id) FROM entries AS edge JOIN transfers ON transfers.id = edge.transfer_id WHERE transfers.at_ms = ${moment})`;
}

/** The sum of an account's entries, selected by a condition on `later`; NULL when they are too many to be summed. */
function sumOf(condition: SQL): SQL {
  return sql`(SELECT CASE WHEN count(*) <= ${ENTRIES_ADDED_MAX} THEN coalesce(sum(amount_cents), 0) END FROM (SELECT later.amount_cents FROM entries AS later WHERE ${condition} LIMIT ${ENTRIES_ADDED_MAX + 1}))`;
}
