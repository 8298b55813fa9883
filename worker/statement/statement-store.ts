import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  bookActs,
  deposits,
  entries,
  imports,
  paymentExceptions,
  transfers,
  users,
  withdrawals,
} from "../../db/schema/index.ts";

/** The SQL of money statements, which reads alone. Functions return statements; verbs put them into batches. */

const IS_AVAILABLE = sql`instr(${entries.accountId}, 'available:') = 1`;

/** What transfers changed of the money that can be spent, and of that on hold, in cents. */
const CHANGES = {
  availableCents: sql<number>`coalesce(sum(CASE WHEN ${IS_AVAILABLE} THEN ${entries.amountCents} END), 0)`,
  heldCents: sql<number>`coalesce(sum(CASE WHEN NOT ${IS_AVAILABLE} THEN ${entries.amountCents} END), 0)`,
};

function ownEntries(callerId: SQL<string>): SQL {
  return sql`${entries.accountId} IN ('available:' || ${callerId}, 'held:' || ${callerId})`;
}

/** The statement that reads who the caller is, as a statement names them. */
export function selectHolder(query: Query, callerId: SQL<string>) {
  return query
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      timeZone: users.timeZone,
    })
    .from(users)
    .where(eq(users.id, callerId));
}

/** The statement that sums up what the caller's money changed by before a moment, epoch ms. */
export function selectBefore(query: Query, callerId: SQL<string>, beforeMs: number) {
  return query
    .select(CHANGES)
    .from(entries)
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(ownEntries(callerId), lt(transfers.atMs, beforeMs)));
}

/** What a reference of a transfer names after its first part: an id, which may be followed by a step. */
function idAfter(prefix: string): SQL {
  return sql.raw(`substr(transfers.reference, ${prefix.length + 1}, 36)`);
}

/** The record that an act on the books is about. */
const recordOfAct = sql`(SELECT ${bookActs.recordId} FROM ${bookActs} WHERE ${bookActs.id} = ${idAfter("book:")})`;

/**
 * The statement that reads the caller's transfers of a time, oldest first, each with the number that its owner knows it by.
 * @param span epoch ms; `fromMs` inclusive, `toMs` exclusive
 */
export function selectMovements(
  query: Query,
  callerId: SQL<string>,
  { fromMs, toMs, limit }: { fromMs: number; toMs: number; limit: number },
) {
  const place = sql`min(${entries.id})`;
  return query
    .select({
      kind: transfers.kind,
      reference: transfers.reference,
      atMs: transfers.atMs,
      ...CHANGES,
      billNumber: sql<string | null>`CASE WHEN ${transfers.kind} IN ('deposit', 'exception_credited') THEN coalesce(
        (SELECT ${deposits.billNumber} FROM ${deposits} WHERE ${deposits.id} = ${idAfter("deposit:")}),
        (SELECT ${deposits.billNumber} FROM ${paymentExceptions} JOIN ${deposits} ON ${deposits.id} = ${paymentExceptions.depositId}
          WHERE ${paymentExceptions.id} = ${idAfter("exception:")})) WHEN ${transfers.kind} = 'deposit_reversed' THEN
        (SELECT ${deposits.billNumber} FROM ${deposits} WHERE ${deposits.id} = ${recordOfAct}) END`,
      withdrawal: sql<number | null>`CASE ${transfers.kind} WHEN 'withdrawal' THEN
        (SELECT ${withdrawals.number} FROM ${withdrawals} WHERE ${withdrawals.id} = ${idAfter("withdrawal:")})
        WHEN 'payout_returned' THEN
        (SELECT ${withdrawals.number} FROM ${withdrawals} WHERE ${withdrawals.id} = ${recordOfAct}) END`,
      fileName: sql<string | null>`CASE ${transfers.kind} WHEN 'trades' THEN
        (SELECT ${imports.fileName} FROM ${imports} WHERE ${imports.id} = ${idAfter("import:")}) END`,
    })
    .from(entries)
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(ownEntries(callerId), gte(transfers.atMs, fromMs), lt(transfers.atMs, toMs)))
    .groupBy(transfers.id)
    .orderBy(asc(transfers.atMs), asc(place))
    .limit(limit);
}

/** A transfer as {@link selectMovements} reads it. */
export type MovementRow = ReturnType<typeof selectMovements>["_"]["result"][number];
