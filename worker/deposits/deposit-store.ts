import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { prepared, preparedInsert, shaped, type Value } from "../../db/prepared.ts";
import { deposits, users } from "../../db/schema/index.ts";
import { cents } from "../contract/money.ts";
import { postTransfer } from "../ledger/transfer-store.ts";
import { audit, auditEach } from "../platform/audit-log-store.ts";
import type { Page } from "../platform/paging.ts";
import { after, HISTORY_ORDER, pageLimit, pageOrder, placeOf } from "../platform/paging-sql.ts";
import { type DepositStatus, nextPollAt, type Payment } from "./deposit-rules.ts";

/**
 * The SQL about deposits, and all that writes them; `payment-poll-store.ts` selects those to poll. Functions return
 * statements; verbs put them into batches.
 */

/** A row of `deposits`. */
export type DepositRow = typeof deposits.$inferSelect;

/** The condition that a deposit is the caller's own; another user's is not found. */
export const isOwn = shaped(
  (callerId: SQL, md5Hash: Value<string>) => sql`${and(eq(deposits.md5Hash, md5Hash), eq(deposits.userId, callerId))}`,
);

/** The condition that a deposit is this one. */
export function isDeposit(id: string): SQL {
  return eq(deposits.id, id);
}

/** The condition that a deposit is a user's. */
export const isDepositOf = shaped((userId: SQL) => eq(deposits.userId, userId));

/** The statement that reads the caller's own deposit by its code's MD5. */
export function selectOwn(query: Query, callerId: SQL<string>, md5Hash: string) {
  return selectWhere(query, isOwn(callerId, md5Hash));
}

const selectWhere = prepared((query, which: SQL) => query.select().from(deposits).where(which));

/** The statement that refuses its batch (`not_cancelled`) unless the caller's own deposit is cancelled. */
export function mustBeCancelled(query: Query, callerId: SQL<string>, md5Hash: string) {
  const isCancelled = sql`${isOwn(callerId, md5Hash)} AND ${deposits.status} = 'cancelled'`;
  return mustHold(query, "not_cancelled", sql`EXISTS (SELECT 1 FROM ${deposits} WHERE ${isCancelled})`);
}

/** A page of the caller's deposits, newest first. */
export function selectHistory(query: Query, callerId: SQL<string>, status: DepositStatus | undefined, page: Page) {
  const place = placeOf(page);
  return selectHistoryPage(query, callerId, status, place?.key, place?.id, pageLimit(page));
}

/** The columns of a deposit in its owner's history: not the code, which is long. */
const HISTORY_COLUMNS = {
  id: deposits.id,
  amountCents: deposits.amountCents,
  status: deposits.status,
  billNumber: deposits.billNumber,
  md5Hash: deposits.md5Hash,
  createdAtMs: deposits.createdAtMs,
  updatedAtMs: deposits.updatedAtMs,
  expiresAtMs: deposits.expiresAtMs,
  paidAtMs: deposits.paidAtMs,
  paidCents: deposits.paidCents,
  reversedAtMs: deposits.reversedAtMs,
};

const selectHistoryPage = prepared(
  (
    query,
    callerId: SQL,
    status: Value<DepositStatus> | undefined,
    key: Value<number> | undefined,
    id: Value<string> | undefined,
    limit: Value<number>,
  ) =>
    query
      .select(HISTORY_COLUMNS)
      .from(deposits)
      .where(
        and(
          eq(deposits.userId, callerId),
          status && eq(deposits.status, status),
          key && id && after(deposits, HISTORY_ORDER, { key, id }),
        ),
      )
      .orderBy(...pageOrder(deposits, HISTORY_ORDER))
      .limit(limit),
);

/** The facts for the receipt of the caller's own paid deposit; no row for another user's deposit or an unpaid one. */
export function selectReceipt(query: Query, callerId: SQL<string>, billNumber: string) {
  return query
    .select({
      billNumber: deposits.billNumber,
      paidCents: deposits.paidCents,
      paidAtMs: deposits.paidAtMs,
      reversedAtMs: deposits.reversedAtMs,
      settlementHash: deposits.settlementHash,
      qrString: deposits.qrString,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(and(eq(deposits.billNumber, billNumber), eq(deposits.userId, callerId), eq(deposits.status, "paid")));
}

/** The statement that opens a deposit of the caller; the sweep polls it from its first minute. */
export function insertDeposit(
  query: Query,
  callerId: SQL<string>,
  deposit: Omit<typeof deposits.$inferInsert, "userId" | "nextAskAtMs">,
) {
  return insertRow(query, { ...deposit, userId: callerId, nextAskAtMs: nextPollAt(null, deposit.createdAtMs) });
}

const insertRow = preparedInsert(deposits);

/** The statement that inserts the deposit of a payment that has come without a code: nobody polls for it. */
export function insertDepositOfPayment(query: Query, deposit: Omit<typeof deposits.$inferInsert, "nextAskAtMs">) {
  return query.insert(deposits).values({ ...deposit, nextAskAtMs: null });
}

/** The statement that stores the link which opens a deposit's code in a banking app. */
export function setDeeplink(query: Query, id: string, deeplink: string) {
  return query.update(deposits).set({ deeplink }).where(eq(deposits.id, id));
}

/**
 * The statements that credit a deposit once: the transfer, the state and the audit row.
 * @param byHand the admin whose approval completed it, and the reference that they read in the bank's records
 */
export function creditDeposit(
  query: Query,
  deposit: DepositRow,
  { settlementHash }: Pick<Payment, "settlementHash">,
  nowMs: number,
  byHand?: { actor: string; bankReference: string },
) {
  const amountCents = cents(deposit.amountCents);
  const actor = byHand?.actor ?? "system";
  // Set only for a manual credit: the database requires two admins' approvals for any update that sets it.
  const bankReference = byHand ? { bankReference: byHand.bankReference } : {};
  return [
    ...postTransfer(
      query,
      {
        kind: "deposit",
        reference: `deposit:${deposit.id}`,
        memo: `KHQR deposit ${deposit.billNumber}`,
        actor,
        entries: [
          { accountId: "house:khqr", amountCents: cents(-amountCents) },
          { accountId: `available:${deposit.userId}`, amountCents },
        ],
      },
      nowMs,
    ),
    query
      .update(deposits)
      .set({
        status: "paid",
        paidAtMs: nowMs,
        paidCents: amountCents,
        updatedAtMs: nowMs,
        settlementHash,
        ...bankReference,
        nextAskAtMs: deposit.nextAskAtMs === null ? null : lastPollAt(deposit, nowMs),
      })
      .where(eq(deposits.id, deposit.id)),
    audit(
      query,
      {
        actor,
        action: "deposit.paid",
        subject: `deposit:${deposit.id}`,
        detail: { amountCents, settlementHash, was: deposit.status, ...bankReference },
      },
      nowMs,
    ),
  ] as const;
}

/**
 * When to poll a paid deposit once more. A code that is open in two apps can be paid twice, so a second payment is
 * looked for after the code has expired.
 */
function lastPollAt({ expiresAtMs }: DepositRow, nowMs: number): number {
  return Math.max(expiresAtMs, nowMs) + 60_000;
}

/**
 * The statements that end a pending deposit unpaid; they change nothing when it is no longer pending.
 * @param which the deposit or deposits, e.g. all that have expired
 * @returns rows of the second statement: the deposits that ended
 */
export function endUnpaid(
  query: Query,
  which: SQL,
  end: { status: "failed" | "expired" | "cancelled"; actor: SQL<string> | string },
  nowMs: number,
) {
  // A literal, not a parameter: only then can SQLite use the partial index of open deposits.
  const pending = sql`${which} AND ${deposits.status} = 'pending'`;
  const { actor, status } = end;
  return [
    auditEach(
      query,
      { actor, action: `deposit.${status}`, subject: sql<string>`'deposit:' || ${deposits.id}` },
      sql`FROM ${deposits} WHERE ${pending}`,
      nowMs,
    ),
    query
      .update(deposits)
      .set({ status, updatedAtMs: nowMs, nextAskAtMs: nowMs + 60_000 })
      .where(pending)
      .returning(),
  ] as const;
}

/** The statement that reads the current state of a deposit, after the statements before it. */
export function selectStatus(query: Query, depositId: string) {
  return query.select({ status: deposits.status }).from(deposits).where(eq(deposits.id, depositId));
}

/** The statements that end all expired deposits. @returns rows of the second: the deposits that ended */
export function expireDeposits(query: Query, nowMs: number) {
  return endUnpaid(query, lte(deposits.expiresAtMs, nowMs), { status: "expired", actor: "system" }, nowMs);
}

/** The statement that schedules the sweep's next poll of a deposit, unless its state has changed meanwhile. */
export function schedulePoll(
  query: Query,
  { id, status }: Pick<DepositRow, "id" | "status">,
  nextAskAtMs: number | null,
) {
  return query
    .update(deposits)
    .set({ nextAskAtMs })
    .where(and(eq(deposits.id, id), eq(deposits.status, status)));
}

/** The statement that records the poll of a deposit, if the statement before it changed a row: it claimed the call. */
export const notePollIfChanged = prepared((query, which: SQL, nowMs: Value<number>) =>
  query
    .update(deposits)
    .set({ askedAtMs: sql`${nowMs}` })
    .where(sql`changes() = 1 AND ${which}`),
);
