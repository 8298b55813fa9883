export * from "./deposits.ts";
export * from "./idempotency.ts";
export * from "./ledger.ts";
export * from "./limits.ts";
export * from "./payment-exceptions.ts";
export * from "./records.ts";
export * from "./sessions.ts";
export * from "./users.ts";
