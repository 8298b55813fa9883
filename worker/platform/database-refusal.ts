import { DatabaseError } from "../../db/database-error.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { AppError, type ErrorCode } from "../contract/errors.ts";
import { joinLanguages, type Said } from "../contract/translated.ts";
import { DEMO_RESULTS_TEXT, ERROR_TEXT, LIMIT_TEXT } from "./api-text.ts";
import { REFUSAL_TEXT as khmer } from "./refusal-text.km.ts";
import { REFUSAL_TEXT as english } from "./refusal-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The refusal of a route to an admin who holds none of these roles. */
export const roleNeededText = TEXT.roleNeeded;

/** The refusal of what would leave fewer than two operators. */
export function lastOperators(): AppError {
  return new AppError("last_operators", TEXT.lastOperators);
}

type Refusal = { code: ErrorCode; message: Said; field?: string };

/** A guard that only a defect or a manual change of the database can violate; answered with `internal`. */
const BROKEN_INVARIANT = "broken invariant";

/** A guard that the writing verb handles with {@link refusedBy}; one that it does not handle is a defect: `internal`. */
const ANSWERED_BY_VERB = "answered by verb";

const PAYMENT_ID_USED: Refusal = { code: "payment_id_used", message: TEXT.paymentIdUsed, field: "paymentId" };

/** The refusal that the caller gets for each guard of the database. */
const MEANINGS: Record<GuardName, Refusal | typeof BROKEN_INVARIANT | typeof ANSWERED_BY_VERB> = {
  too_many_requests: { code: "too_many_requests", message: ERROR_TEXT.too_many_requests },
  insufficient_funds: { code: "insufficient_funds", message: TEXT.notEnough },
  wrong_state: { code: "wrong_state", message: TEXT.decided },
  version_conflict: { code: "wrong_state", message: TEXT.colleagueFaster },
  too_many_open: { code: "too_many_open", message: LIMIT_TEXT.depositsOpen },
  too_many_pending: { code: "too_many_pending", message: LIMIT_TEXT.withdrawalsPending },
  over_daily_sum: { code: "over_daily_sum", message: TEXT.overDailySum, field: "amount" },
  image_quota: { code: "image_quota", message: LIMIT_TEXT.imageQuota },
  payment_methods_changed: {
    code: "wrong_state",
    message: TEXT.paymentMethodsChanged,
  },
  identity_changed: {
    code: "wrong_state",
    message: TEXT.identityChanged,
  },
  names_unchecked: { code: "names_unchecked", message: ERROR_TEXT.names_unchecked, field: "namesReason" },
  card_used: { code: "card_used", message: ERROR_TEXT.card_used, field: "cardReason" },
  card_unread: BROKEN_INVARIANT,
  card_fields_fixed: BROKEN_INVARIANT,
  id_card_fields_encrypted: BROKEN_INVARIANT,
  id_card_fields_expiry: BROKEN_INVARIANT,
  names_changed: { code: "wrong_state", message: TEXT.colleagueFaster },
  name_check_fixed: BROKEN_INVARIANT,
  name_checks_from: BROKEN_INVARIANT,
  name_checks_verdict: BROKEN_INVARIANT,
  name_checks_reason: BROKEN_INVARIANT,
  name_checks_names: BROKEN_INVARIANT,
  holder_differs: ANSWERED_BY_VERB,
  name_is_verified: { code: "wrong_state", message: ERROR_TEXT.name_is_verified },
  trades_changed: { code: "wrong_state", message: TEXT.tradesChanged },
  "UNIQUE images.user_id": {
    code: "wrong_state",
    message: TEXT.pictureChanged,
  },
  account_in_use: {
    code: "account_in_use",
    message: TEXT.accountInUse,
  },
  account_closed: {
    code: "wrong_state",
    message: TEXT.accountClosed,
  },
  account_frozen: { code: "account_frozen", message: ERROR_TEXT.account_frozen },
  owner_frozen: { code: "account_frozen", message: ERROR_TEXT.owner_frozen },
  broker_account_number: { code: "wrong_state", message: TEXT.brokerChanged },
  broker_accounts_full: { code: "too_many_open", message: TEXT.brokerAccountsFull },
  broker_staged_full: { code: "too_many_open", message: TEXT.brokerStagedFull },
  broker_fills_full: { code: "too_many_open", message: TEXT.brokerFillsFull },
  broker_imports_full: { code: "too_many_open", message: TEXT.brokerImportsFull },
  broker_trades_full: { code: "too_many_open", message: TEXT.brokerTradesFull },
  broker_mixed: { code: "wrong_state", message: TEXT.brokerMixed },
  broker_incomplete: { code: "wrong_state", message: TEXT.brokerChanged },
  broker_without_account: { code: "not_found", message: ERROR_TEXT.not_found },
  broker_without_import: { code: "wrong_state", message: TEXT.brokerChanged },
  broker_sums: { code: "invalid_input", message: TEXT.brokerSums, field: "rows" },
  "UNIQUE broker_rows.account_id, broker_rows.ticket, broker_rows.import_id": {
    code: "invalid_input",
    message: TEXT.ticketTwice,
    field: "rows",
  },
  "UNIQUE broker_fills.account_id, broker_fills.fill_id, broker_fills.import_id": {
    code: "invalid_input",
    message: TEXT.ticketTwice,
    field: "rows",
  },
  price_alerts_full: { code: "too_many_alerts", message: TEXT.priceAlertsFull },
  saved_views_full: { code: "too_many_open", message: TEXT.savedViewsFull, field: "name" },
  "UNIQUE saved_views.user_id, saved_views.list, saved_views.name_key": {
    code: "label_exists",
    message: TEXT.viewExists,
    field: "name",
  },
  journal_labels_full: { code: "too_many_open", message: TEXT.journalLabelsFull, field: "changes" },
  journal_entries_full: { code: "too_many_open", message: TEXT.journalEntriesFull, field: "changes" },
  "UNIQUE journal_labels.user_id, journal_labels.kind, journal_labels.name_key": {
    code: "label_exists",
    message: TEXT.labelExists,
    field: "changes",
  },
  last_operators: { code: "last_operators", message: TEXT.lastOperators },
  role_needed: { code: "role_needed", message: TEXT.otherRoleNeeded },
  last_admin: { code: "last_admin", message: ERROR_TEXT.last_admin },
  withdrawals_paused: { code: "paused", message: ERROR_TEXT.paused },
  deposits_paused: { code: "paused", message: ERROR_TEXT.paused },
  restore_unreviewed: { code: "paused", message: ERROR_TEXT.paused },
  withdrawal_on_hold: {
    code: "withdrawal_on_hold",
    message: TEXT.onHold,
  },
  identity_not_verified: { code: "identity_not_verified", message: ERROR_TEXT.identity_not_verified },
  balance_differs: { code: "balance_differs", message: ERROR_TEXT.balance_differs },
  approvals_missing: {
    code: "wrong_state",
    message: TEXT.approvalMissing,
  },
  not_an_admin: { code: "forbidden", message: ERROR_TEXT.forbidden },
  own_account: { code: "own_account", message: ERROR_TEXT.own_account },
  admin_too_new: { code: "admin_too_new", message: TEXT.adminTooNew },
  second_admin_needed: {
    code: "second_admin_needed",
    message: TEXT.secondAdminNeeded,
  },
  approval_differs: {
    code: "approval_differs",
    message: TEXT.approvalDiffers,
  },
  "UNIQUE import_rows.import_id, import_rows.ticket": {
    code: "invalid_input",
    message: TEXT.ticketTwice,
    field: "rows",
  },
  settlement_used: { code: "settlement_used", message: TEXT.paymentProcessed },
  credited_twice: { code: "wrong_state", message: TEXT.creditedTwice },
  payment_waits: { code: "wrong_state", message: TEXT.paymentWaits },
  "UNIQUE deposits.settlement_hash": { code: "settlement_used", message: TEXT.paymentProcessed },
  "UNIQUE withdrawals.payment_id": PAYMENT_ID_USED,
  payment_id_used: PAYMENT_ID_USED,
  demo_ticket: { code: "invalid_input", message: DEMO_RESULTS_TEXT, field: "rows" },
  own_demo_results: {
    code: "invalid_input",
    message: TEXT.ownDemoResults(DEMO_RESULTS_TEXT),
    field: "rows",
  },
  // A stranger has no id, and these are the first columns that want one.
  "NOT NULL idempotency_keys.user_id": { code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  "NOT NULL counters.key": { code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  "NOT NULL transfers.actor": { code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  "NOT NULL login_failures.key": { code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  session_ended: { code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  sign_in_used: { code: "not_signed_in", message: ERROR_TEXT.not_signed_in },
  totp_replayed: { code: "invalid_credentials", message: ERROR_TEXT.invalid_admin_credentials },
  admin_code_waits: { code: "invalid_credentials", message: ERROR_TEXT.invalid_admin_credentials },
  admin_changed: { code: "invalid_credentials", message: ERROR_TEXT.invalid_admin_credentials },
  session_not_found: { code: "not_found", message: ERROR_TEXT.not_found },
  saved_view_gone: { code: "not_found", message: ERROR_TEXT.not_found },
  password_changed: { code: "invalid_credentials", message: ERROR_TEXT.invalid_credentials },
  "UNIQUE users.username_key": { code: "username_taken", message: TEXT.usernameTaken, field: "username" },

  alert_changed: ANSWERED_BY_VERB,
  enrolment_gone: ANSWERED_BY_VERB,
  google_account_changed: ANSWERED_BY_VERB,
  not_cancelled: ANSWERED_BY_VERB,
  proof_needed: ANSWERED_BY_VERB,
  reset_token_used: ANSWERED_BY_VERB,
  second_factor_needed: ANSWERED_BY_VERB,
  second_factor_unproven: ANSWERED_BY_VERB,
  telegram_token_gone: ANSWERED_BY_VERB,
  setting_changed: { code: "wrong_state", message: TEXT.settingChanged },
  setting_out_of_bounds: BROKEN_INVARIANT,
  setting_terms_fixed: BROKEN_INVARIANT,
  "FOREIGN KEY": ANSWERED_BY_VERB,
  "UNIQUE google_links.subject": ANSWERED_BY_VERB,
  question_ended: { code: "wrong_state", message: TEXT.questionEnded },
  "UNIQUE client_questions.subject": { code: "wrong_state", message: TEXT.questionWaits },
  "UNIQUE google_links.user_id": ANSWERED_BY_VERB,
  "UNIQUE idempotency_keys.user_id, idempotency_keys.route, idempotency_keys.key": ANSWERED_BY_VERB,
  "UNIQUE second_factors.user_id": ANSWERED_BY_VERB,
  "UNIQUE transfers.kind, transfers.reference": ANSWERED_BY_VERB,
  "UNIQUE users.email": ANSWERED_BY_VERB,
  "UNIQUE withdrawals.number": ANSWERED_BY_VERB,

  client_questions_closed: BROKEN_INVARIANT,
  client_questions_ended: BROKEN_INVARIANT,
  question_fixed: BROKEN_INVARIANT,
  journal_fixed: BROKEN_INVARIANT,
  journal_entries_content: BROKEN_INVARIANT,
  journal_entries_grade: BROKEN_INVARIANT,
  journal_entries_subject: BROKEN_INVARIANT,
  journal_labels_kind: BROKEN_INVARIANT,
  saved_views_list: BROKEN_INVARIANT,
  saved_views_named: BROKEN_INVARIANT,
  saved_views_fixed: BROKEN_INVARIANT,
  journal_labels_named: BROKEN_INVARIANT,
  alert_firing_fixed: BROKEN_INVARIANT,
  alert_firing_without_alert: BROKEN_INVARIANT,
  approval_terms_fixed: BROKEN_INVARIANT,
  audit_append_only: BROKEN_INVARIANT,
  balance_without_entry: BROKEN_INVARIANT,
  credited_more_than_came: BROKEN_INVARIANT,
  demo_parts_never_changed: BROKEN_INVARIANT,
  demo_results_kept: BROKEN_INVARIANT,
  demo_run_archived: BROKEN_INVARIANT,
  delivery_fixed: BROKEN_INVARIANT,
  deliveries_browser: BROKEN_INVARIANT,
  deliveries_channel: BROKEN_INVARIANT,
  deliveries_shown: BROKEN_INVARIANT,
  push_endpoint_gone: { code: "wrong_state", message: TEXT.pushEndpointGone },
  push_subscription_fixed: BROKEN_INVARIANT,
  push_subscriptions_ended: BROKEN_INVARIANT,
  telegram_token_fixed: BROKEN_INVARIANT,
  telegram_tokens_opened: BROKEN_INVARIANT,
  incident_fixed: BROKEN_INVARIANT,
  incident_tells_channel: BROKEN_INVARIANT,
  incidents_acknowledged: BROKEN_INVARIANT,
  incidents_told_while_open: BROKEN_INVARIANT,
  // An overlapping run of the cron told it, or an admin acknowledged it: the next run reads again.
  incident_changed: ANSWERED_BY_VERB,
  on_call_fixed: BROKEN_INVARIANT,
  on_call_overrides_span: BROKEN_INVARIANT,
  notification_fixed: BROKEN_INVARIANT,
  // The API refuses quiet hours without both of their times before.
  notification_settings_channels: BROKEN_INVARIANT,
  notification_settings_quiet: BROKEN_INVARIANT,
  demo_run_terms_fixed: BROKEN_INVARIANT,
  demo_run_unbalanced: BROKEN_INVARIANT,
  demo_results_differ: BROKEN_INVARIANT,
  deposit_payment_fixed: BROKEN_INVARIANT,
  deposit_terms_fixed: BROKEN_INVARIANT,
  exception_terms_fixed: BROKEN_INVARIANT,
  image_terms_fixed: BROKEN_INVARIANT,
  import_terms_fixed: BROKEN_INVARIANT,
  import_unbalanced: BROKEN_INVARIANT,
  import_without_transfer: BROKEN_INVARIANT,
  ledger_append_only: BROKEN_INVARIANT,
  matched_without_transfer: BROKEN_INVARIANT,
  not_their_id_card: BROKEN_INVARIANT,
  paid_without_settlement: BROKEN_INVARIANT,
  paid_without_transfer: BROKEN_INVARIANT,
  pause_terms_fixed: BROKEN_INVARIANT,
  price_alert_fixed: BROKEN_INVARIANT,
  proof_missing: BROKEN_INVARIANT,
  received_differs: BROKEN_INVARIANT,
  refunded_from_account: BROKEN_INVARIANT,
  refunded_more_than_came: BROKEN_INVARIANT,
  restore_terms_fixed: BROKEN_INVARIANT,
  role_terms_fixed: BROKEN_INVARIANT,
  trade_without_import: BROKEN_INVARIANT,
  trades_never_changed: BROKEN_INVARIANT,
  transfer_closed: BROKEN_INVARIANT,
  transfer_unbalanced: BROKEN_INVARIANT,
  withdrawal_terms_fixed: BROKEN_INVARIANT,
  withdrawal_without_transfer: BROKEN_INVARIANT,
  // The rules of acts on the books (`worker/books`) refuse these before.
  accounts_currency: BROKEN_INVARIANT,
  act_over_cap: { code: "invalid_input", message: TEXT.actOverCap, field: "amount" },
  act_terms: BROKEN_INVARIANT,
  act_terms_fixed: BROKEN_INVARIANT,
  act_without_transfer: BROKEN_INVARIANT,
  bank_account_terms: BROKEN_INVARIANT,
  book_acts_amount: BROKEN_INVARIANT,
  entries_differ: BROKEN_INVARIANT,
  entry_rate: BROKEN_INVARIANT,
  receivable_overpaid: { code: "wrong_state", message: TEXT.colleagueFaster },
  record_without_act: BROKEN_INVARIANT,
  transfer_accounts: BROKEN_INVARIANT,
  transfer_without_act: BROKEN_INVARIANT,
  transfer_without_exception: BROKEN_INVARIANT,
  owner_owes: { code: "wrong_state", message: TEXT.ownerOwes },
  "UNIQUE bank_accounts.id": { code: "wrong_state", message: TEXT.bankAccountExists, field: "id" },
  "UNIQUE book_acts.kind, book_acts.record_id": { code: "wrong_state", message: TEXT.actWaits },
  // A statement is held against what the account had before; a match against its line and its transfers.
  bank_statements_days: BROKEN_INVARIANT,
  line_matches_why: BROKEN_INVARIANT,
  match_differs: BROKEN_INVARIANT,
  match_terms: BROKEN_INVARIANT,
  match_terms_fixed: BROKEN_INVARIANT,
  statement_append_only: BROKEN_INVARIANT,
  statement_days: BROKEN_INVARIANT,
  statement_lines_amount: BROKEN_INVARIANT,
  number_of_other_account: { code: "invalid_input", message: TEXT.numberOfOtherAccount, field: "account" },
  statement_of_other_account: { code: "wrong_state", message: TEXT.colleagueFaster },
  transfer_matched: { code: "wrong_state", message: TEXT.colleagueFaster },
  "UNIQUE bank_statements.account_id, bank_statements.digest, bank_statements.first_day, bank_statements.covered_to": {
    code: "wrong_state",
    message: TEXT.colleagueFaster,
  },
  "UNIQUE line_matches.line_id": { code: "wrong_state", message: TEXT.colleagueFaster },
  "UNIQUE statement_lines.account_id, statement_lines.line_key": { code: "wrong_state", message: TEXT.colleagueFaster },
  // A batch is counted, added and held to its bank account by the rules of `worker/admin/payouts` before.
  batch_differs: BROKEN_INVARIANT,
  batch_over_account: { code: "wrong_state", message: TEXT.colleagueFaster },
  batch_terms_fixed: BROKEN_INVARIANT,
  payout_batch_items_outcome: BROKEN_INVARIANT,
  payout_batch_items_settled: BROKEN_INVARIANT,
  payout_batches_size: BROKEN_INVARIANT,
  payout_result_lines_outcome: BROKEN_INVARIANT,
  payout_unsettled_sums: BROKEN_INVARIANT,
  "UNIQUE payout_batch_items.reference": { code: "wrong_state", message: TEXT.colleagueFaster },
  "UNIQUE payout_batch_items.withdrawal_id": { code: "wrong_state", message: TEXT.colleagueFaster },
  "UNIQUE payout_batches.number": { code: "wrong_state", message: TEXT.colleagueFaster },
  "UNIQUE payout_result_lines.batch_id, payout_result_lines.row_key": {
    code: "wrong_state",
    message: TEXT.colleagueFaster,
  },
  // The rules of a month's close (`worker/month-close`) refuse these before, unless something happened meanwhile.
  month_before_open: { code: "wrong_state", message: TEXT.colleagueFaster },
  month_closes_span: BROKEN_INVARIANT,
  month_not_over: BROKEN_INVARIANT,
  month_not_sealed: { code: "invalid_input", message: TEXT.monthNotSealed, field: "foundFor" },
  month_open: { code: "wrong_state", message: TEXT.monthOpen },
  month_sealed: { code: "wrong_state", message: TEXT.monthSealed },
  month_terms: BROKEN_INVARIANT,
  month_terms_fixed: BROKEN_INVARIANT,
  month_without_statement: { code: "wrong_state", message: TEXT.monthWithoutStatement },
  "UNIQUE month_closes.month": { code: "wrong_state", message: TEXT.colleagueFaster },
  accounts_owner: BROKEN_INVARIANT,
  accounts_trader_floor: BROKEN_INVARIANT,
  admin_roles_role: BROKEN_INVARIANT,
  approvals_act: BROKEN_INVARIANT,
  broker_accounts_named: BROKEN_INVARIANT,
  broker_imports_kind: BROKEN_INVARIANT,
  broker_imports_status: BROKEN_INVARIANT,
  broker_imports_steps: BROKEN_INVARIANT,
  broker_never_changed: BROKEN_INVARIANT,
  broker_rows_full: BROKEN_INVARIANT,
  broker_rows_kept: BROKEN_INVARIANT,
  broker_terms_fixed: BROKEN_INVARIANT,
  broker_trades_direction: BROKEN_INVARIANT,
  broker_trades_quantity: BROKEN_INVARIANT,
  broker_trades_result: BROKEN_INVARIANT,
  broker_trades_times: BROKEN_INVARIANT,
  demo_parts_direction: BROKEN_INVARIANT,
  demo_parts_profit: BROKEN_INVARIANT,
  demo_parts_times: BROKEN_INVARIANT,
  demo_parts_units: BROKEN_INVARIANT,
  demo_runs_archived: BROKEN_INVARIANT,
  demo_runs_costs: BROKEN_INVARIANT,
  demo_runs_figures: BROKEN_INVARIANT,
  demo_runs_number: BROKEN_INVARIANT,
  deposits_amount: BROKEN_INVARIANT,
  deposits_paid: BROKEN_INVARIANT,
  deposits_status: BROKEN_INVARIANT,
  entries_not_zero: BROKEN_INVARIANT,
  identities_decided: BROKEN_INVARIANT,
  identities_image: BROKEN_INVARIANT,
  identities_rejected: BROKEN_INVARIANT,
  identities_status: BROKEN_INVARIANT,
  images_purpose: BROKEN_INVARIANT,
  images_size: BROKEN_INVARIANT,
  imports_status: BROKEN_INVARIANT,
  ledger_checks_faults: BROKEN_INVARIANT,
  ledger_checks_job: BROKEN_INVARIANT,
  payment_exceptions_status: BROKEN_INVARIANT,
  price_alerts_armed: BROKEN_INVARIANT,
  price_alerts_state: BROKEN_INVARIANT,
  trades_lots: BROKEN_INVARIANT,
  trades_times: BROKEN_INVARIANT,
  users_role: BROKEN_INVARIANT,
  users_theme: BROKEN_INVARIANT,
  withdrawals_amount: BROKEN_INVARIANT,
  withdrawals_cancelled: BROKEN_INVARIANT,
  withdrawals_completed: BROKEN_INVARIANT,
  withdrawals_destination: BROKEN_INVARIANT,
  withdrawals_paid_out: BROKEN_INVARIANT,
  withdrawals_rejected: BROKEN_INVARIANT,
  withdrawals_status: BROKEN_INVARIANT,
  "UNIQUE approvals.subject, approvals.act, approvals.admin_id": BROKEN_INVARIANT,
  "UNIQUE withdrawal_images.withdrawal_id": BROKEN_INVARIANT,
};

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
  const name = guardNameOf(fault);
  const meaning = name !== null && isKnown(name) ? MEANINGS[name] : BROKEN_INVARIANT;
  if (typeof meaning === "string") return null;
  const { code, message, field } = meaning;
  const retryAfterS = waitIn(fault);
  return new AppError(code, message, { ...(field && { field }), ...(retryAfterS && { retryAfterS }) });
}

/** The seconds after which a write will not be refused, where the guard says it: after its name. */
function waitIn(fault: unknown): number | undefined {
  const [, seconds] = (fault instanceof DatabaseError && /bad JSON path: '[a-z_]+ (\d+)'$/.exec(fault.message)) || [];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Whether a write was refused by the guard of this name; other failures are not its business. */
export function refusedBy(error: unknown, name: GuardName): boolean {
  return guardNameOf(error) === name;
}

/**
 * Returns true if a constraint refused the write, so that nothing of it was committed. After other errors that is
 * unknown.
 */
export function isRefused(error: unknown): boolean {
  const fault = rootCause(error);
  return fault instanceof DatabaseError && (fault.code.startsWith("SQLITE_CONSTRAINT") || guardNameOf(fault) !== null);
}

/**
 * The name that a write was refused by, as `GUARD_NAMES` spells it: the one that a trigger, a CHECK or a statement raised, or
 * the constraint and its columns, e.g. `UNIQUE users.email`. It may be none of the list.
 * @returns null for an error that names no guard
 * Source: sqlite.org/rescode.html#constraint; the server puts its own words before SQLite's
 */
export function guardNameOf(error: unknown): string | null {
  const fault = rootCause(error);
  if (!(fault instanceof DatabaseError)) return null;
  const { code, message } = fault;
  // `mustHold`, `mustHaveChangedOne` and counters raise by a bad JSON path that holds their name, and perhaps a number.
  const path = /bad JSON path: '([^']+?)(?: \d+)?'$/.exec(message)?.[1];
  if (path !== undefined || !code.startsWith("SQLITE_CONSTRAINT")) return path ?? null;
  const [, kind, what] = /(CHECK|UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: (.+))?$/.exec(message) ?? [];
  if (kind === "CHECK") return what ?? null;
  if (kind !== undefined) return what === undefined ? kind : `${kind} ${what}`;
  return /: ([a-z_]+)$/.exec(message)?.[1] ?? null;
}

function isKnown(name: string): name is GuardName {
  return Object.hasOwn(MEANINGS, name);
}

function isOutage(fault: unknown): boolean {
  if (fault instanceof DatabaseError) return OUTAGE_CODES.test(fault.code);
  // When nothing answers, fetch throws a TypeError (or the runtime's own Error); after a timeout it throws a
  // TimeoutError.
  return fault instanceof Error && (fault.name === "TimeoutError" || /network|fetch|connect/i.test(fault.message));
}

/** Drizzle wraps the error of a single statement, and the client wraps the error of the transport. */
function rootCause(error: unknown): unknown {
  return error instanceof Error && !(error instanceof DatabaseError) && error.cause ? rootCause(error.cause) : error;
}
