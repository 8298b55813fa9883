import { expect, test } from "bun:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { readGuards } from "../dev/compare-guards.ts";
import * as schema from "./schema/index.ts";

/** Columns that do change, of the tables whose other columns are fixed: what they follow, or the trigger that watches them. */
const CHANGING: Record<string, Record<string, string>> = {
  approvals: {
    detail: "approvals_agree_when_changed",
    at_ms: "approvals_agree_when_changed",
  },
  line_matches: {
    taken_back_by: "line_matches_taken_back",
    taken_back_at_ms: "line_matches_taken_back",
    taken_back_reason: "line_matches_taken_back",
  },
  month_closes: {
    sealed_by: "month_closes_decided",
    sealed_at_ms: "month_closes_decided",
    cancelled_by: "month_closes_decided",
    cancelled_at_ms: "month_closes_decided",
  },
  book_acts: {
    receivable_cents: "book_acts_decided",
    posted_by: "book_acts_decided",
    posted_at_ms: "book_acts_decided",
    cancelled_by: "book_acts_decided",
    cancelled_at_ms: "book_acts_decided",
  },
  broker_accounts: {
    name: "the trader's own words, which they may change",
    platform: "goes when the account is deleted",
    account_number: "goes when the account is deleted",
    clock: "goes when the account is deleted",
    mapping: "how the newest file's columns were read",
    deleted_at_ms: "set once, by the deletion",
    version: "each commit and reversal",
    fees_units: "broker_accounts_exact",
    swap_units: "broker_accounts_exact",
  },
  broker_imports: {
    status: "broker_imports_state_machine",
    rows_version: "broker_imports_rows_while_staged",
    place: "broker_imports_steps_fixed",
    takes: "broker_imports_steps_fixed",
    first_at_ms: "broker_imports_steps_fixed",
    last_at_ms: "broker_imports_steps_fixed",
    committed_at_ms: "broker_imports_steps_fixed",
    reversed_at_ms: "broker_imports_steps_fixed",
  },
  client_questions: {
    reminded_at_ms: "client_questions_forward",
    returned_at_ms: "client_questions_forward",
    answered_at_ms: "client_questions_forward",
    closed_at_ms: "client_questions_forward",
    closed_because: "client_questions_forward",
  },
  demo_runs: {
    archived_at_ms: "demo_runs_balanced",
    balance_cents: "demo_runs_balanced",
    profit_cents: "demo_runs_balanced",
    commission_cents: "demo_runs_balanced",
    overnight_cents: "demo_runs_balanced",
    protection_cents: "demo_runs_balanced",
    opened: "demo_runs_balanced",
    closed: "demo_runs_balanced",
    voided: "demo_runs_balanced",
  },
  deposits: {
    status: "deposits_state_machine",
    deeplink: "comes from the payment network after the deposit is opened",
    updated_at_ms: "each change",
    paid_at_ms: "deposits_payment_fixed",
    paid_cents: "deposits_payment_fixed",
    settlement_hash: "deposits_payment_fixed",
    bank_reference: "deposits_marked_paid",
    reversed_at_ms: "deposits_reversed",
    asked_at_ms: "the schedule of calls to the payment network",
    next_ask_at_ms: "the schedule of calls to the payment network",
  },
  id_card_fields: {
    name: "encrypted anew with another key",
    number: "encrypted anew with another key",
    birth_date: "encrypted anew with another key",
    number_digest: "follows from the number and the key",
    expiry_told_at_ms: "id_card_fields_told_once",
  },
  imports: {
    status: "imports_state_machine",
    trade_count: "imports_steps_fixed",
    profit_cents: "imports_steps_fixed",
    moves_cents: "counted when the last row is staged",
    reason: "written by the reversal",
    committed_by: "imports_steps_fixed",
    committed_at_ms: "imports_steps_fixed",
    reversed_by: "imports_steps_fixed",
    reversed_at_ms: "imports_steps_fixed",
  },
  journal_entries: {
    setup_id: "the trader's own words, which they may change",
    grade: "the trader's own words, which they may change",
    note: "the trader's own words, which they may change",
    labels: "the trader's own words, which they may change",
    chart: "the trader's own words, which they may change",
    reviewed_at_ms: "set by the trader, and taken back",
    changed_at_ms: "each change",
    version: "journal_entries_forward",
    number: "journal_entries_forward",
  },
  journal_labels: {
    name: "the trader's own words, which they may change",
    name_key: "follows the name",
    archived_at_ms: "set by the trader, and taken back",
    version: "journal_labels_forward",
    number: "journal_labels_forward",
  },
  operation_settings: {
    revision: "operation_settings_decided",
    applied_by: "operation_settings_decided",
    applied_at_ms: "operation_settings_decided",
    cancelled_by: "operation_settings_decided",
    cancelled_at_ms: "operation_settings_decided",
  },
  payment_exceptions: {
    deposit_id: "payment_exceptions_deposit_fixed",
    status: "payment_exceptions_state_machine",
    credited_cents: "payment_exceptions_decided_once",
    refunded_cents: "payment_exceptions_decided_once",
    refund_reference: "payment_exceptions_decided_once",
    refunded_from: "payment_exceptions_decided_once",
    received_cents: "payment_exceptions_received_once",
    note: "payment_exceptions_decided_once",
    decided_by: "payment_exceptions_decided_once",
    decided_at_ms: "payment_exceptions_decided_once",
    version: "payment_exceptions_decided_once",
  },
  payout_batch_items: {
    outcome: "payout_batch_items_settled",
    payment_id: "payout_batch_items_settled",
    result_line_id: "payout_batch_items_settled",
    statement_line_id: "payout_batch_items_settled",
    settled_by: "payout_batch_items_settled",
    settled_at_ms: "payout_batch_items_settled",
    taken_back_at_ms: "payout_batch_items_taken_back",
  },
  price_alerts: {
    symbol: "price_alerts_versions",
    condition: "price_alerts_versions",
    repeat: "price_alerts_versions",
    expires_at_ms: "price_alerts_versions",
    note: "price_alerts_versions",
    also_in_quiet_hours: "price_alerts_versions",
    drawing: "price_alerts_versions",
    version: "price_alerts_versions",
    state: "price_alerts_versions",
    armed_version: "price_alerts_armed_forward",
    armed_seq: "price_alerts_armed_forward",
    firings: "price_alerts_firings_counted",
    last_firing_id: "price_alerts_firings_counted",
    changed_at_ms: "each change",
  },
  restores: { resumed_at_ms: "restores_resumed_by_two" },
  withdrawal_pauses: { resumed_at_ms: "withdrawal_pauses_resumed", resumed_by: "withdrawal_pauses_resumed" },
  withdrawals: {
    number: "withdrawals_number_fixed",
    holder_name: "withdrawals_holder_fixed",
    second_factor: "withdrawals_second_factor_fixed",
    status: "withdrawals_state_machine",
    approvals_needed: "withdrawals_approvals_rise",
    unverified_reason: "withdrawals_unverified_reason",
    unverified_payout: "withdrawals_unverified_payout",
    payer_id: "withdrawals_payment",
    payment_started_at_ms: "withdrawals_payment",
    payer_before_id: "withdrawals_payment",
    sole_approver_payout: "withdrawals_payment",
    payment_id: "withdrawals_decision_fixed",
    admin_notes: "admins' words for the trader, which each act may replace",
    reject_reason: "withdrawals_decision_fixed",
    cancelled_by_user: "withdrawals_decision_fixed",
    decided_by: "withdrawals_decision_fixed",
    claimed_by: "which admin is working on it",
    claimed_until_ms: "which admin is working on it",
    reviewed_at_ms: "the first act of an admin",
    approved_at_ms: "withdrawals_decision_fixed",
    completed_at_ms: "withdrawals_decision_fixed",
    returned_at_ms: "withdrawals_returned",
    rejected_at_ms: "withdrawals_decision_fixed",
    updated_at_ms: "each change",
    version: "withdrawals_decision_fixed",
  },
};

const triggers = readGuards()
  .filter(({ type }) => type === "trigger")
  .map(({ name, table, sql }) => ({
    name,
    table,
    columns: /BEFORE UPDATE OF\s+([\w,\s]+?)\s+ON /.exec(sql)?.[1]?.split(/,\s*/) ?? [],
    // Nothing but the refusal: no change of these columns passes.
    isAlways: /\sON \w+\s+BEGIN\s+SELECT RAISE\(ABORT, '\w+'\);\s+END;$/.test(sql),
  }));

const fixed = Map.groupBy(
  triggers.filter(({ columns, isAlways }) => isAlways && columns.length > 0),
  ({ table }) => table,
);
const columnsOf = new Map(
  Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { name, columns } = getTableConfig(table);
    return [[name, columns.map((column) => column.name)] as const];
  }),
);

test("every column of a table with fixed terms is in the trigger that fixes them, or in the list of those that change", () => {
  expect([...fixed.keys()].sort()).toEqual(Object.keys(CHANGING).sort());
  const faults = [...fixed].flatMap(([table, ofTable]) => {
    const changing = CHANGING[table] ?? {};
    const fixedColumns = ofTable.flatMap(({ columns }) => columns);
    const names = ofTable.map(({ name }) => name).join(", ");
    return (columnsOf.get(table) ?? []).flatMap((column) => {
      const isFixed = fixedColumns.includes(column);
      if (isFixed !== column in changing) return [];
      return isFixed
        ? `${table}.${column} is fixed by ${names}: take it out of CHANGING`
        : `${table}.${column}: add it to ${names} in db/guards/${table}.sql, or to CHANGING with the reason`;
    });
  });
  expect(faults).toEqual([]);
});

test("the columns that change are in the schema, and the triggers that are said to watch them do", () => {
  const faults = Object.entries(CHANGING).flatMap(([table, changing]) =>
    Object.entries(changing).flatMap(([column, why]) => {
      if (!columnsOf.get(table)?.includes(column)) return `${table}.${column} is not in the schema`;
      if (!why.startsWith(`${table}_`)) return [];
      const watches = triggers.some(({ name, columns }) => name === why && columns.includes(column));
      return watches ? [] : `${why} does not watch ${table}.${column}`;
    }),
  );
  expect(faults).toEqual([]);
});
