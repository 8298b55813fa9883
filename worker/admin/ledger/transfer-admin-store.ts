import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { accounts, deposits, entries, transfers, users, withdrawals } from "../../../db/schema/index.ts";
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
} from "../../platform/paging.ts";
import { plainText } from "../../platform/plain-text.ts";
import { nameOf } from "../commands/run-admin-command.ts";
import { idsNamed, PERSON_COLUMNS, typedName } from "../lists/person-columns.ts";

/** The desk's SQL about transfers. Functions give statements; verbs put them into batches. */

export type TransferKind = (typeof transfers.$inferSelect)["kind"];
export const TRANSFER_KINDS = ["deposit", "withdrawal", "trades"] as const satisfies TransferKind[];
export type TransferRow = Awaited<ReturnType<typeof selectTransfer>>[number];

/** Which transfers a list has. What they move is told by their entries, so sums narrow the few of one person alone. */
export type TransferFilter = Period &
  Amounts & {
    kind?: TransferKind | undefined;
    /** A person's e-mail address, username or id, whole. */
    user?: string | undefined;
    /** A transfer's id, its reference, or what the bank or the product calls what is behind it, whole. */
    search?: string | undefined;
  };

const SEARCH_CHARACTERS_MAX = 254;

const actor = alias(users, "actor");
/** Of the transfer in hand. Written out: in these subqueries Drizzle would drop the table's name. */
const own = sql`entries.transfer_id = transfers.id`;
const movedCents = sql<number>`(SELECT coalesce(sum(entries.amount_cents), 0) FROM entries WHERE ${own} AND entries.amount_cents > 0)`;
/** One account at most is taken from in what the product posts; the entries of a transfer have all of them. */
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
      fromId: accountWhere(sql`entries.amount_cents < 0`),
      toId: accountWhere(sql`entries.amount_cents > 0`),
      user: PERSON_COLUMNS,
    })
    .from(transfers)
    .leftJoin(users, eq(users.id, traderId))
    .leftJoin(actor, eq(actor.id, transfers.actor))
    .$dynamic();
}

export function selectTransfer(query: Query, id: string) {
  return selectTransfers(query).where(eq(transfers.id, id));
}

/**
 * The statement that reads a page of transfers. @param callerId NULL reads nothing
 * @throws AppError `invalid_input` for characters that no name has
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
          user: user === undefined ? undefined : inArray(transfers.id, touching(typedName(user, "user"))),
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

/** A subquery of the transfers that moved somebody's money. */
function touching(name: string): SQL {
  return sql`(SELECT ${entries.transferId} FROM ${accounts} JOIN ${entries} ON ${entries.accountId} = ${accounts.id} WHERE ${accounts.userId} IN ${idsNamed(name)})`;
}

/** A subquery of the transfers that go by a name, or by that of what they are for. */
function named(typed: string): SQL {
  const search = plainText(typed, { field: "search", max: SEARCH_CHARACTERS_MAX });
  const lower = search.toLowerCase();
  const references = [
    lower,
    ...["deposit", "exception"].map((what) => `${what}:${lower}`),
    ...["request", "complete", "reject"].map((step) => `withdrawal:${lower}:${step}`),
    ...["commit", "reverse"].map((step) => `import:${lower}:${step}`),
  ];
  const byBill = sql`SELECT 'deposit:' || ${deposits.id} FROM ${deposits} WHERE ${deposits.billNumber} = ${search.toUpperCase()}`;
  const byPayment = sql`SELECT 'withdrawal:' || ${withdrawals.id} || ':complete' FROM ${withdrawals} WHERE ${withdrawals.paymentId} = ${search} COLLATE NOCASE`;
  const kinds = inArray(transfers.kind, [...TRANSFER_KINDS]);
  const found = or(
    eq(transfers.id, lower),
    and(kinds, inArray(transfers.reference, references)),
    and(kinds, inArray(transfers.reference, sql`(${byBill} UNION ALL ${byPayment})`)),
  );
  return sql`(SELECT ${transfers.id} FROM ${transfers} WHERE ${found})`;
}
