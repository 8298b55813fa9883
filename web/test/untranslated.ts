/**
 * The text modules without a Khmer one: they are shown in English. A module leaves this list with its translation, and none
 * comes onto it: `translations.test.ts` refuses both a translated module here and an untranslated one that is not.
 */
export const UNTRANSLATED: readonly string[] = [
  "worker/contract/demo/demo-text.ts",
  "worker/contract/field-labels.ts",
  "worker/contract/terminal/terminal-text.ts",
];

/**
 * Files with texts of their own, which are first moved into the nearest text module: screens, and what the API answers and
 * mails. A file leaves the list when it has no more.
 */
export const WITH_TEXTS: readonly string[] = [
  "worker/demo/open-demo-socket.ts",
  "worker/deposits/cancel-deposit.ts",
  "worker/deposits/deposit-rules.ts",
  "worker/deposits/payment-mails.ts",
  "worker/identity/identity-mails.ts",
  "worker/identity/identity-rules.ts",
  "worker/market/market-routes.ts",
  "worker/platform/envelope.ts",
  "worker/platform/idempotency.ts",
  "worker/platform/input.ts",
  "worker/platform/multipart.ts",
  "worker/platform/paging-sql.ts",
  "worker/platform/plain-text.ts",
  "worker/trades/export-demo-report.ts",
  "worker/trades/trade-account.ts",
  "worker/trades/trade-history.ts",
  "worker/trades/trade-routes.ts",
  "worker/withdrawals/cancel-withdrawal.ts",
  "worker/withdrawals/withdrawal-mails.ts",
  "worker/withdrawals/withdrawal-rules.ts",
];
