import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deposits, users } from "../../db/schema/index.ts";
import { cents } from "../contract/money.ts";
import { postTransfer } from "../ledger/post-transfer.ts";
import { audit, auditEach } from "../platform/audit.ts";
import { afterCursor, type Page, pageLimit, pageOrder } from "../platform/paging.ts";
import { type DepositStatus, nextAskAt, type Payment } from "./deposit-rules.ts";

/** The SQL about deposits, but for asking about them (`ask-store.ts`). Functions give statements; verbs put them into batches. */

export type DepositRow = typeof deposits.$inferSelect;

/** The condition on a deposit that it is the caller's own; another person's is as if it were not there. */
export function isOwn(callerId: SQL<string>, md5Hash: string): SQL {
  return sql`${and(eq(deposits.md5Hash, md5Hash), eq(deposits.userId, callerId))}`;
}

/** The caller's own deposit by its code's MD5. */
export function selectOwn(query: Query, callerId: SQL<string>, md5Hash: string) {
  return query.select().from(deposits).where(isOwn(callerId, md5Hash));
}

/** The condition that the caller's own deposit is cancelled. */
export function isOwnCancelled(callerId: SQL<string>, md5Hash: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${deposits} WHERE ${isOwn(callerId, md5Hash)} AND ${deposits.status} = 'cancelled')`;
}

/** The caller's deposits, newest first: a page of them. */
export function selectHistory(query: Query, callerId: SQL<string>, status: DepositStatus | undefined, page: Page) {
  return query
    .select()
    .from(deposits)
    .where(
      and(eq(deposits.userId, callerId), status ? eq(deposits.status, status) : undefined, afterCursor(deposits, page)),
    )
    .orderBy(...pageOrder(deposits, page))
    .limit(pageLimit(page));
}

/** What the receipt of the caller's own paid deposit says; nobody else's and none that is not paid has one. */
export function selectReceipt(query: Query, callerId: SQL<string>, billNumber: string) {
  return query
    .select({
      billNumber: deposits.billNumber,
      amountCents: deposits.amountCents,
      paidAtMs: deposits.paidAtMs,
      settlementHash: deposits.settlementHash,
      qrString: deposits.qrString,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(deposits)
    .innerJoin(users, eq(users.id, deposits.userId))
    .where(and(eq(deposits.billNumber, billNumber), eq(deposits.userId, callerId), eq(deposits.status, "paid")));
}

/** The statement that opens a deposit of the caller's own: the sweep watches it from its first minute. */
export function insertDeposit(
  query: Query,
  callerId: SQL<string>,
  deposit: Omit<typeof deposits.$inferInsert, "userId" | "nextAskAtMs">,
) {
  return query
    .insert(deposits)
    .values({ ...deposit, userId: callerId, nextAskAtMs: nextAskAt(null, deposit.createdAtMs) });
}

/** The statement that keeps the link which opens a deposit's code in a banking app. */
export function setDeeplink(query: Query, id: string, deeplink: string) {
  return query.update(deposits).set({ deeplink }).where(eq(deposits.id, id));
}

/**
 * The statements that credit a deposit, once: money, state and the record of it.
 * @param byHand the admin who gave the last word for it, and what they read in the bank's books
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
  // Written only when there is one: the database wants two admins' words for whatever sets it.
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
        updatedAtMs: nowMs,
        settlementHash,
        ...bankReference,
        nextAskAtMs: deposit.nextAskAtMs === null ? null : askOnceMoreAt(deposit, nowMs),
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

/** A code that two apps have open can be paid twice: the second payment is looked for when the code has ended. */
function askOnceMoreAt({ expiresAtMs }: DepositRow, nowMs: number): number {
  return Math.max(expiresAtMs, nowMs) + 60_000;
}

/**
 * Statements that end a pending deposit unpaid; when it is no longer pending they change nothing.
 * @param which the deposit or deposits, e.g. all that have expired
 * @returns rows of the first statement: what ended
 */
export function endUnpaid(
  query: Query,
  which: SQL,
  end: { status: "failed" | "expired" | "cancelled"; actor: SQL<string> | string },
  nowMs: number,
) {
  // Written out, not bound: only then can the partial index of open deposits serve it.
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

/** The statement that reads where a deposit stands now, after what the batch before it did or did not do. */
export function selectStatus(query: Query, depositId: string) {
  return query.select({ status: deposits.status }).from(deposits).where(eq(deposits.id, depositId));
}

/** The statements that end every deposit whose time is over. @returns rows of the second: what ended */
export function expireDeposits(query: Query, nowMs: number) {
  return endUnpaid(query, lte(deposits.expiresAtMs, nowMs), { status: "expired", actor: "system" }, nowMs);
}
