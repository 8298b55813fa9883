import type { LibsqlLimits } from "../libsql/server.ts";

/**
 * The database's time limits, in ms, for tests that are not about them. Tests write more per batch than requests do, and
 * on a busy machine a round trip can take seconds, which must not appear as an outage.
 */
export const DATABASE_LIMIT_MS = 60_000;

/** The Worker's setting. */
export const PATIENT_SETTINGS = { DATABASE_TIMEOUT_MS: String(DATABASE_LIMIT_MS) };

/** The limits of the database stand-in. */
export const PATIENT_LIMITS: Partial<LibsqlLimits> = {
  writeWaitMs: DATABASE_LIMIT_MS,
  transactionMs: DATABASE_LIMIT_MS,
};
