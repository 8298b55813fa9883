/** The tables whose rows are money. No row of them is deleted, but of imports that were never committed. */
const MONEY_TABLES =
  "accounts|approvals|bank_accounts|book_acts|deposits|entries|imports|month_closes|name_checks|payment_exceptions|trades|transfers|withdrawal_images|withdrawals";
const MONEY_WRITE = new RegExp(
  `^\\s*(?:insert(?: or \\w+)? into|update(?: or \\w+)?) ["\`]?(?:${MONEY_TABLES})\\b`,
  "i",
);
/** Matches an update of when a deposit is polled: columns of `deposits` that are not money. */
const POLL_SCHEDULE = /^update "deposits" set "(?:asked_at_ms|next_ask_at_ms)" = [^,]+ where/i;

/** Whether a statement of the Worker writes rows of money. @param sql its text */
export function writesMoney(sql: string): boolean {
  return MONEY_WRITE.test(sql) && !POLL_SCHEDULE.test(sql);
}
