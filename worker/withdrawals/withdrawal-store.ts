import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { prepared, preparedInsert, shaped, type Value } from "../../db/prepared.ts";
import { validApprovals, withdrawals } from "../../db/schema/index.ts";
import type { AuditAction } from "../contract/audit-actions.ts";
import { cents } from "../contract/money.ts";
import {
  balanceMustMatchRecords,
  balanceMustMatchUnlessPaused,
  balancesMustMatchRecords,
} from "../ledger/ledger-store.ts";
import { type AccountId, postTransfer } from "../ledger/transfer-store.ts";
import { audit } from "../platform/audit-log-store.ts";
import type { Settings } from "../platform/env.ts";
import { centsInForce, settingInForce } from "../platform/operation-settings-sql.ts";

/** The columns and writes of withdrawals. Functions return statements; verbs put them into batches. */

/** A row of `withdrawals`. */
export type WithdrawalRow = typeof withdrawals.$inferSelect;
/** An admin's reason for a rejection. */
export type RejectReason = NonNullable<WithdrawalRow["rejectReason"]>;

/**
 * When the security of the withdrawal's account last changed. Written out because Drizzle omits table names in a
 * statement about one table.
 */
export const securityChangedAtMs = sql<
  number | null
>`(SELECT users.security_changed_at_ms FROM users WHERE users.id = withdrawals.user_id)`;

/** The number of valid approvals for the next step of a withdrawal. */
export const approvalsHave = sql<number>`(
  SELECT count(*) FROM ${validApprovals}
  WHERE ${validApprovals.subject} = 'withdrawal:' || ${withdrawals.id}
    AND ${validApprovals.act} = CASE WHEN ${withdrawals.approvedAtMs} IS NULL THEN 'approve' ELSE 'complete' END
)`;

/** The number of a withdrawal. The column takes NULL, but a trigger numbers each row that is inserted without one. */
export const numberOfWithdrawal = sql<number>`${withdrawals.number}`;

/**
 * Where a payment of a batch is: `with_bank` from the making of the batch, `came_back` once the bank said that it came back, until two admins
 * have returned it; null of any other. Written out as `securityChangedAtMs` is.
 */
export const bankState = sql<"with_bank" | "came_back" | null>`(
  SELECT CASE WHEN items.outcome = 'bounced' THEN 'came_back' ELSE 'with_bank' END FROM payout_batch_items AS items
  WHERE items.withdrawal_id = withdrawals.id AND items.taken_back_at_ms IS NULL
    AND (withdrawals.status = 'approved' OR (items.outcome = 'bounced' AND withdrawals.returned_at_ms IS NULL))
)`;

/** Every column, the number of valid approvals for the next step, and when the account's security last changed. */
export const withdrawalColumns = {
  ...getTableColumns(withdrawals),
  number: numberOfWithdrawal,
  /** The sum of the request, or the one in force where it is lower. */
  adminAloneCentsMax: sql<number>`min(${withdrawals.adminAloneCentsMax}, coalesce(${centsInForce("admin_alone_max")}, ${withdrawals.adminAloneCentsMax}))`,
  approvalsHave,
  securityChangedAtMs,
  bankState,
};
/** A withdrawal as {@link withdrawalColumns} selects it. */
export type WithdrawalFacts = WithdrawalRow & {
  number: number;
  approvalsHave: number;
  securityChangedAtMs: number | null;
  bankState: "with_bank" | "came_back" | null;
};

/** The columns of a new request; the database sets its first state. */
export type NewWithdrawal = typeof withdrawals.$inferInsert & { createdAtMs: number };

/**
 * The statements that create a request: the transfer from the available to the held account, its row, and its audit
 * row.
 *
 * The database refuses the batch as `insufficient_funds`, `too_many_pending`, `over_daily_sum` or `withdrawals_paused`.
 * @param actor the trader; in an authorized batch its caller id, as SQL
 */
export function insertWithdrawal(query: Query, row: NewWithdrawal, actor: Decider) {
  const { createdAtMs, paymentMethod } = row;
  return [
    ...move(query, row, "request", actor, createdAtMs),
    insertRequest(query, { ...row, userId: actor }),
    record(query, "withdrawal.requested", row, actor, { paymentMethod }, createdAtMs),
  ] as const;
}

const insertRequest = preparedInsert(withdrawals);

/** A withdrawal as an admin or its trader saw it when they decided. */
export type Decided = Moved & Pick<WithdrawalRow, "version">;
/** The one who decides: the caller id of an authorized batch as SQL, or a user id. */
type Decider = SQL<string> | string;

/**
 * The statements that approve a pending withdrawal, with the audit row. The admins' approvals must come before them.
 *
 * The database refuses the batch as `wrong_state` when it was decided meanwhile, `approvals_missing`,
 * `second_admin_needed` when one admin would move more than they may alone, `identity_not_verified` without a reason
 * and the operator's permission, `balance_differs`, `withdrawal_on_hold`, `own_account` or `withdrawals_paused`.
 * @param notes message to the trader; an existing one is kept when none is given
 * @param because more details for the audit row, besides the amount
 * @param unverifiedPayout the environment's setting, in place of which the one in force counts; without it the identity must be
 * verified, whatever reason was given
 */
export function approveWithdrawal(
  query: Query,
  decided: Decided,
  {
    decidedBy,
    notes,
    because = {},
    unverifiedPayout,
  }: {
    decidedBy: Decider;
    notes?: string | undefined;
    because?: Record<string, string>;
    unverifiedPayout?: Settings["UNVERIFIED_PAYOUT"];
  },
  nowMs: number,
) {
  return [
    mustHaveVersion(query, decided, ["pending"]),
    balanceMustMatchUnlessPaused(query, decided.userId),
    query
      .update(withdrawals)
      .set({
        status: "approved",
        approvedAtMs: nowMs,
        updatedAtMs: nowMs,
        reviewedAtMs: firstReviewed(nowMs),
        adminNotes: notes,
        unverifiedPayout:
          unverifiedPayout && sql`coalesce(${settingInForce("unverified_payout")}, ${unverifiedPayout})`,
        decidedBy: sql`${decidedBy}`,
        version: decided.version + 1,
      })
      .where(eq(withdrawals.id, decided.id)),
    record(query, "withdrawal.approved", decided, decidedBy, because, nowMs),
  ] as const;
}

/**
 * The statements that complete an approved withdrawal: its amount leaves the ledger through `house:payout`. The payer's
 * approval and the proof of payment must come before them.
 *
 * The database refuses the batch as `wrong_state` also when nobody is paying it, `approvals_missing` (approvals of another
 * payment, or by another admin than the payer, do not count), `balance_differs`, `proof_missing`, `own_account`, or by
 * `withdrawals.payment_id` for a payment id that is already used.
 * @param paymentId the bank's id of the payment
 */
export function completeWithdrawal(
  query: Query,
  decided: Decided,
  { decidedBy, paymentId, notes }: { decidedBy: Decider; paymentId: string; notes?: string | undefined },
  nowMs: number,
) {
  return [
    mustHaveVersion(query, decided, ["approved"]),
    balanceMustMatchRecords(query, decided.userId),
    ...move(query, decided, "complete", decidedBy, nowMs),
    query
      .update(withdrawals)
      .set({
        status: "completed",
        completedAtMs: nowMs,
        updatedAtMs: nowMs,
        paymentId,
        adminNotes: notes,
        decidedBy: sql`${decidedBy}`,
        version: decided.version + 1,
      })
      .where(eq(withdrawals.id, decided.id)),
    record(query, "withdrawal.completed", decided, decidedBy, { paymentId }, nowMs),
  ] as const;
}

/**
 * The statements that return a withdrawal's amount to the trader's available balance: an admin rejects a pending or
 * approved one, or the trader cancels a pending one.
 *
 * The database refuses the batch as `wrong_state` when it was decided meanwhile, `own_account`, or `approvals_missing`
 * when another admin is paying it, or took the payment over, and two have not agreed to the rejection.
 * @param how an admin's reason and message to the trader, or the trader's own cancellation
 */
export function rejectWithdrawal(
  query: Query,
  decided: Decided,
  how: { decidedBy: Decider } & ({ reason: RejectReason; notes: string } | { cancelledByUser: true }),
  nowMs: number,
) {
  const { decidedBy } = how;
  const isCancelled = "cancelledByUser" in how;
  const detail: Record<string, string> = isCancelled ? {} : { reason: how.reason };
  return [
    mustHaveVersion(query, decided, isCancelled ? ["pending"] : ["pending", "approved"]),
    ...move(query, decided, "reject", decidedBy, nowMs),
    isCancelled
      ? cancelRow(query, nowMs, decidedBy, decided.version + 1, decided.id)
      : query
          .update(withdrawals)
          .set({
            status: "rejected",
            rejectedAtMs: nowMs,
            updatedAtMs: nowMs,
            rejectReason: how.reason,
            adminNotes: how.notes,
            reviewedAtMs: firstReviewed(nowMs),
            decidedBy: sql`${decidedBy}`,
            version: decided.version + 1,
          })
          .where(eq(withdrawals.id, decided.id)),
    record(query, isCancelled ? "withdrawal.cancelled" : "withdrawal.rejected", decided, decidedBy, detail, nowMs),
  ] as const;
}

const cancelRow = prepared(
  (query, nowMs: Value<number>, decidedBy: SQL<string> | Value<string>, version: Value<number>, id: Value<string>) =>
    query
      .update(withdrawals)
      .set({
        status: "rejected",
        rejectedAtMs: sql`${nowMs}`,
        updatedAtMs: sql`${nowMs}`,
        cancelledByUser: true,
        decidedBy: sql`${decidedBy}`,
        version: sql`${version}`,
      })
      .where(eq(withdrawals.id, id)),
);

/**
 * The statement that refuses the batch as `wrong_state` unless the withdrawal still has the given version, in one of the
 * given states. The triggers refuse that as well; this comes first in the batch, so that a late decision gets this error
 * and not another guard's.
 */
function mustHaveVersion(query: Query, { id, version }: Decided, from: Array<"pending" | "approved">) {
  return mustHold(query, "wrong_state", hasVersion(id, version, from.includes("pending"), from.includes("approved")));
}

const hasVersion = shaped((id: Value<string>, version: Value<number>, fromPending: boolean, fromApproved: boolean) => {
  const from = [...(fromPending ? (["pending"] as const) : []), ...(fromApproved ? (["approved"] as const) : [])];
  const isSeen = and(eq(withdrawals.id, id), eq(withdrawals.version, version), inArray(withdrawals.status, from));
  return sql`EXISTS (SELECT 1 FROM ${withdrawals} WHERE ${isSeen})`;
});

type Moved = Pick<WithdrawalRow, "id" | "userId" | "amountCents">;

const MEMOS = {
  request: "Withdrawal requested",
  complete: "Withdrawal paid out",
  reject: "Withdrawal returned",
} as const;

/** Each step of a withdrawal moves its amount once: the reference names the step. */
function move(
  query: Query,
  { id, userId, amountCents }: Moved,
  step: keyof typeof MEMOS,
  actor: Decider,
  nowMs: number,
) {
  const [from, to]: readonly [AccountId, AccountId] = {
    request: [`available:${userId}`, `held:${userId}`] as const,
    complete: [`held:${userId}`, "house:payout"] as const,
    reject: [`held:${userId}`, `available:${userId}`] as const,
  }[step];
  const entries = [
    { accountId: from, amountCents: cents(-amountCents) },
    { accountId: to, amountCents: cents(amountCents) },
  ];
  const reference = `withdrawal:${id}:${step}` as const;
  return postTransfer(query, { kind: "withdrawal", reference, memo: MEMOS[step], actor, entries }, nowMs);
}

function firstReviewed(nowMs: number): SQL {
  return sql`coalesce(${withdrawals.reviewedAtMs}, ${nowMs})`;
}

function record(
  query: Query,
  action: Extract<AuditAction, `withdrawal.${string}`>,
  { id, amountCents }: Moved,
  actor: Decider,
  detail: Record<string, string>,
  nowMs: number,
) {
  return audit(query, { actor, action, subject: `withdrawal:${id}`, detail: { amountCents, ...detail } }, nowMs);
}

/**
 * The statements that come first in every admin's action: they set the columns that the action changes besides the
 * state. If the withdrawal or its claim has changed since it was read, they refuse their batch as `version_conflict`.
 */
export function updateUnchanged(
  query: Query,
  { id, status, version, claimedBy, claimedUntilMs }: WithdrawalRow,
  set: Claim & Partial<Pick<WithdrawalRow, "adminNotes" | "approvalsNeeded" | "reviewedAtMs" | "unverifiedReason">>,
  nowMs: number,
) {
  const asRead = and(
    eq(withdrawals.id, id),
    eq(withdrawals.status, status),
    eq(withdrawals.version, version),
    sql`${withdrawals.claimedBy} IS ${claimedBy}`,
    sql`${withdrawals.claimedUntilMs} IS ${claimedUntilMs}`,
  );
  return [
    query
      .update(withdrawals)
      .set({ reviewedAtMs: firstReviewed(nowMs), ...set, updatedAtMs: nowMs })
      .where(asRead),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/** A claim on a withdrawal. */
export type Claim = Pick<WithdrawalRow, "claimedBy" | "claimedUntilMs">;

/** An action ends the claim under which it was done, because the next approval may be another admin's. */
export const UNCLAIMED = { claimedBy: null, claimedUntilMs: null } as const;

/** The admin who is paying a withdrawal at the bank, since when, and how they came to. */
export type Payment = Pick<WithdrawalRow, "payerId" | "paymentStartedAtMs" | "payerBeforeId" | "soleApproverPayout">;

type StartedPayment = Payment & { payerId: string; paymentStartedAtMs: number };

/** Nobody is paying it. */
export const UNPAID = {
  payerId: null,
  paymentStartedAtMs: null,
  payerBeforeId: null,
  soleApproverPayout: null,
} as const satisfies Payment;

/**
 * The statements that mark an approved withdrawal as being paid by an admin, hand that to another one, or end it. They come
 * after {@link updateUnchanged}, and refuse their batch as `version_conflict` when the payer has changed since.
 *
 * The database refuses the batch as `wrong_state`, also for a payment that is taken over too early and for the end of one
 * that was, `second_admin_needed`, `admin_too_new`, `own_account`, `owner_frozen` or, for a new one, `withdrawals_paused`.
 */
export function setPayment(
  query: Query,
  { id, payerId: previousPayerId }: Pick<WithdrawalRow, "id" | "payerId">,
  payment: Payment,
) {
  return [
    query
      .update(withdrawals)
      .set(payment)
      .where(
        and(
          eq(withdrawals.id, id),
          previousPayerId === null ? isNull(withdrawals.payerId) : eq(withdrawals.payerId, previousPayerId),
        ),
      ),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/**
 * The statements that mark approved withdrawals as being paid by one admin, whom nobody or the admin `payerBeforeId` pays, all of them or none: as
 * {@link updateUnchanged} and {@link setPayment} of each, and refused as they are.
 */
export function setPayments(
  query: Query,
  rows: Seen,
  { payerId, paymentStartedAtMs: nowMs, payerBeforeId, soleApproverPayout, claimedUntilMs }: StartedPayment & Claim,
) {
  return [
    query.run(sql`
      WITH ${asSeen(rows)}
      UPDATE ${withdrawals} SET payer_id = ${payerId}, payment_started_at_ms = ${nowMs}, payer_before_id = ${payerBeforeId},
        sole_approver_payout = ${soleApproverPayout},
        claimed_by = ${payerId}, claimed_until_ms = ${claimedUntilMs}, reviewed_at_ms = coalesce(reviewed_at_ms, ${nowMs}),
        updated_at_ms = ${nowMs}
      FROM seen WHERE ${IS_AS_SEEN} AND withdrawals.payer_id IS ${payerBeforeId}`),
    mustHold(query, "version_conflict", sql`changes() = ${rows.length}`),
  ] as const;
}

/** What several withdrawals were when they were read. */
type Seen = ReadonlyArray<Pick<WithdrawalRow, "id" | "version" | "claimedBy" | "claimedUntilMs">>;

/**
 * The table `seen` of withdrawals as they were read. It is computed once: SQLite would compare each of them with each approved withdrawal
 * there is, for it takes the index of the queue instead of their ids.
 */
function asSeen(rows: Seen): SQL {
  const list = JSON.stringify(rows.map((row) => [row.id, row.version, row.claimedBy, row.claimedUntilMs]));
  return sql`seen (id, version, claimed_by, claimed_until_ms) AS MATERIALIZED (
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')
    FROM json_each(${list})
  )`;
}

/** That an approved withdrawal is as it was read, of a statement with {@link asSeen}. */
const IS_AS_SEEN =
  sql.raw(`withdrawals.id = seen.id AND withdrawals.version = seen.version AND withdrawals.status = 'approved'
  AND withdrawals.claimed_by IS seen.claimed_by AND withdrawals.claimed_until_ms IS seen.claimed_until_ms`);

/** The statements that end the claims of approved withdrawals: as {@link updateUnchanged} of each. */
export function unclaimUnchanged(query: Query, rows: Seen, nowMs: number) {
  return [
    query.run(sql`
      WITH ${asSeen(rows)}
      UPDATE ${withdrawals} SET claimed_by = NULL, claimed_until_ms = NULL, reviewed_at_ms = coalesce(reviewed_at_ms, ${nowMs}),
        updated_at_ms = ${nowMs}
      FROM seen WHERE ${IS_AS_SEEN}`),
    mustHold(query, "version_conflict", sql`changes() = ${rows.length}`),
  ] as const;
}

/**
 * The statements that complete approved withdrawals, each by its own payment: as {@link completeWithdrawal} of each, and refused as it is.
 * @param decided with the bank's id of each payment
 */
export function completeWithdrawals(
  query: Query,
  decided: ReadonlyArray<Decided & { paymentId: string }>,
  decidedBy: string,
  nowMs: number,
) {
  const list = JSON.stringify(decided.map(({ id, version, paymentId }) => [id, version, paymentId]));
  return [
    balancesMustMatchRecords(
      query,
      decided.map(({ userId }) => userId),
    ),
    ...decided.flatMap((one) => move(query, one, "complete", decidedBy, nowMs)),
    // Computed once, as in `asSeen`.
    query.run(sql`
      WITH said (id, version, payment_id) AS MATERIALIZED (
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(${list})
      )
      UPDATE ${withdrawals} SET status = 'completed', completed_at_ms = ${nowMs}, updated_at_ms = ${nowMs},
        payment_id = said.payment_id, decided_by = ${decidedBy}, version = withdrawals.version + 1
      FROM said WHERE withdrawals.id = said.id AND withdrawals.version = said.version AND withdrawals.status = 'approved'`),
    mustHold(query, "version_conflict", sql`changes() = ${decided.length}`),
    ...decided.map((one) => record(query, "withdrawal.completed", one, decidedBy, { paymentId: one.paymentId }, nowMs)),
  ];
}
