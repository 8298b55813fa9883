import { LibsqlError } from "@libsql/client/web";
import { AppError, ERROR_TEXT, type ErrorCode } from "../contract/errors.ts";
import { LIMIT_TEXT } from "../contract/limit-text.ts";

/**
 * The guards of the database (CHECK names, RAISE messages, unique columns) and the error that each one means to the
 * caller. A guard that is missing here is a broken invariant and answers `internal`.
 */
const GUARDS: ReadonlyArray<{ fragment: string; code: ErrorCode; message: string; field?: string }> = [
  { fragment: "too_many_requests", code: "too_many_requests", message: ERROR_TEXT.too_many_requests },
  { fragment: "insufficient_funds", code: "insufficient_funds", message: "You don't have enough money." },
  { fragment: "wrong_state", code: "wrong_state", message: "This was already decided. Refresh to see how." },
  {
    fragment: "version_conflict",
    code: "wrong_state",
    message: "A colleague was faster. Refresh to see what happened.",
  },
  {
    fragment: "too_many_open",
    code: "too_many_open",
    message: LIMIT_TEXT.depositsOpen,
  },
  {
    fragment: "too_many_pending",
    code: "too_many_pending",
    message: LIMIT_TEXT.withdrawalsPending,
  },
  {
    fragment: "over_daily_sum",
    code: "over_daily_sum",
    message: LIMIT_TEXT.withdrawalsOfDay,
    field: "amount",
  },
  {
    fragment: "image_quota",
    code: "image_quota",
    message: LIMIT_TEXT.imageQuota,
  },
  {
    fragment: "payment_methods_changed",
    code: "wrong_state",
    message: "Your payment methods were changed elsewhere. Reload the page and try again.",
  },
  {
    fragment: "identity_changed",
    code: "wrong_state",
    message: "Your identity was changed elsewhere. Reload the page and try again.",
  },
  { fragment: "name_is_verified", code: "wrong_state", message: ERROR_TEXT.name_is_verified },
  {
    fragment: "trades_changed",
    code: "wrong_state",
    message: "Trades were added at the same moment. Please try again.",
  },
  {
    fragment: "UNIQUE constraint failed: images.user_id",
    code: "wrong_state",
    message: "Your picture was changed elsewhere. Reload the page and try again.",
  },
  {
    fragment: "account_in_use",
    code: "account_in_use",
    message: "Something has just changed in your account. Reload the page to see what.",
  },
  {
    fragment: "account_closed",
    code: "wrong_state",
    message: "This account is closed: no more money can be moved in it. What came for it must be paid back.",
  },
  { fragment: "account_frozen", code: "account_frozen", message: ERROR_TEXT.account_frozen },
  { fragment: "owner_frozen", code: "account_frozen", message: ERROR_TEXT.owner_frozen },
  { fragment: "last_admin", code: "last_admin", message: ERROR_TEXT.last_admin },
  { fragment: "withdrawals_paused", code: "paused", message: ERROR_TEXT.paused },
  {
    fragment: "withdrawal_on_hold",
    code: "withdrawal_on_hold",
    message: "The account's security was changed in the last 24 hours, so this must wait",
  },
  { fragment: "identity_not_verified", code: "identity_not_verified", message: ERROR_TEXT.identity_not_verified },
  { fragment: "balance_differs", code: "balance_differs", message: ERROR_TEXT.balance_differs },
  {
    fragment: "approvals_missing",
    code: "wrong_state",
    message: "This also needs the approval of another admin. Refresh to see its current state.",
  },
  { fragment: "not_an_admin", code: "forbidden", message: ERROR_TEXT.forbidden },
  { fragment: "own_account", code: "own_account", message: ERROR_TEXT.own_account },
  {
    fragment: "admin_too_new",
    code: "admin_too_new",
    message: "An admin of less than 24 hours cannot decide about money yet",
  },
  {
    fragment: "second_admin_needed",
    code: "second_admin_needed",
    message: "This moves more than one admin may move alone in 24 hours. Another admin has to do it.",
  },
  {
    fragment: "approval_differs",
    code: "approval_differs",
    message: "Another admin agreed to something else here. Refresh to see what.",
  },
  {
    fragment: "UNIQUE constraint failed: import_rows.import_id, import_rows.ticket",
    code: "invalid_input",
    message: "A ticket appears twice in this file",
    field: "rows",
  },
  { fragment: "settlement_used", code: "settlement_used", message: "This payment was already processed" },
  {
    fragment: "UNIQUE constraint failed: deposits.settlement_hash",
    code: "settlement_used",
    message: "This payment was already processed",
  },
  {
    fragment: "UNIQUE constraint failed: withdrawals.payment_id",
    code: "payment_id_used",
    message: "This payment ID belongs to another withdrawal",
    field: "paymentId",
  },
  // An unauthenticated caller's id is NULL, and these are the first columns in a batch that refuse NULL.
  {
    fragment: "NOT NULL constraint failed: idempotency_keys.user_id",
    code: "not_signed_in",
    message: ERROR_TEXT.not_signed_in,
  },
  { fragment: "NOT NULL constraint failed: counters.key", code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  { fragment: "NOT NULL constraint failed: transfers.actor", code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  {
    fragment: "NOT NULL constraint failed: login_failures.key",
    code: "not_signed_in",
    message: ERROR_TEXT.not_signed_in,
  },
  { fragment: "session_ended", code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  { fragment: "totp_replayed", code: "invalid_credentials", message: ERROR_TEXT.invalid_admin_credentials },
  { fragment: "admin_code_waits", code: "invalid_credentials", message: ERROR_TEXT.invalid_admin_credentials },
  { fragment: "admin_changed", code: "invalid_credentials", message: ERROR_TEXT.invalid_admin_credentials },
  { fragment: "session_not_found", code: "not_found", message: ERROR_TEXT.not_found },
  { fragment: "password_changed", code: "invalid_credentials", message: ERROR_TEXT.invalid_credentials },
  {
    fragment: "UNIQUE constraint failed: users.username_key",
    code: "username_taken",
    message: "This username is taken",
    field: "username",
  },
];

/**
 * Error codes of a server that gave no result for the statement. A write may have been committed all the same: only its
 * response was lost.
 */
const OUTAGE_CODES = /^(SQLITE_BUSY|SERVER_ERROR|HRANA_|TRANSACTION_|INTERNAL_ERROR|UNKNOWN|BLOCKED)/;

/**
 * Translates a database error for the caller.
 * @returns the error of the guard, `service_down` for an outage, or null when the error does not come from the database
 */
export function refusalFromDatabase(error: unknown): AppError | null {
  const fault = rootCause(error);
  if (isOutage(fault)) return new AppError("service_down", ERROR_TEXT.service_down);
  if (!(fault instanceof LibsqlError)) return null;
  const guard = guardOf(fault);
  if (!guard) return null;
  return new AppError(guard.code, guard.message, guard.field ? { field: guard.field } : {});
}

/** Returns true if the guard of this name refused a write, and false for every other error. */
export function refusedBy(error: unknown, fragment: string): boolean {
  const fault = rootCause(error);
  return fault instanceof LibsqlError && isConstraint(fault) && fault.message.includes(fragment);
}

/**
 * Returns true if a constraint refused the write, so that nothing of it was committed. After other errors that is
 * unknown.
 */
export function isRefused(error: unknown): boolean {
  const fault = rootCause(error);
  return fault instanceof LibsqlError && isConstraint(fault);
}

function guardOf(fault: LibsqlError) {
  return isConstraint(fault) ? GUARDS.find(({ fragment }) => fault.message.includes(fragment)) : undefined;
}

/**
 * Constraints and RAISE have their own code; `mustHaveChangedOne` raises through an invalid JSON path that holds its
 * name.
 */
function isConstraint(fault: LibsqlError): boolean {
  return fault.code.startsWith("SQLITE_CONSTRAINT") || fault.message.includes("bad JSON path");
}

function isOutage(fault: unknown): boolean {
  if (fault instanceof LibsqlError) return OUTAGE_CODES.test(fault.code);
  // When nothing answers, fetch throws a TypeError (or the runtime's own Error); after a timeout it throws a
  // TimeoutError.
  return fault instanceof Error && (fault.name === "TimeoutError" || /network|fetch|connect/i.test(fault.message));
}

/** Drizzle wraps the error of a single statement, and the client wraps the error of the transport. */
function rootCause(error: unknown): unknown {
  return error instanceof Error && !(error instanceof LibsqlError) && error.cause ? rootCause(error.cause) : error;
}
