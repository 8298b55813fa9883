import type { LibsqlLimits } from "../libsql/server.ts";

/**
 * The database's time limits, in ms, for tests that are not about them. Tests write more per batch than requests do, and
 * on a busy machine a round trip can take seconds, which must not appear as an outage.
 */
export const LONG_DATABASE_LIMIT_MS = 60_000;

/** The Worker's setting. */
export const LONG_LIMIT_SETTINGS = { DATABASE_TIMEOUT_MS: String(LONG_DATABASE_LIMIT_MS) };

/** The limits of the database stand-in. */
export const LONG_DATABASE_LIMITS: Partial<LibsqlLimits> = {
  writeWaitMs: LONG_DATABASE_LIMIT_MS,
  transactionMs: LONG_DATABASE_LIMIT_MS,
};
