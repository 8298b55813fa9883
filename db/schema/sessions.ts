import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** A signed-in browser. Only the cookie has the token itself; this table has its SHA-256. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: ["trader", "admin"] }).notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** The person's last action; polling does not count. */
    lastActionAtMs: integer("last_action_at_ms").notNull(),
    /** When the password, and the second factor if there is one, were last entered. */
    authenticatedAtMs: integer("authenticated_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    userAgent: text("user_agent").notNull(),
    /** ISO 3166 code of the country of the log-in according to the edge; null when it is unknown. */
    country: text("country"),
    /** The known device that it was started on; null for an admin session. */
    deviceHash: text("device_hash"),
  },
  (t) => [index("sessions_user").on(t.userId, t.createdAtMs), index("sessions_expiry").on(t.expiresAtMs)],
);

/** A browser that a person has logged in with, identified by a long-lived random cookie; its SHA-256 is stored here. */
export const knownDevices = sqliteTable(
  "known_devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    deviceHash: text("device_hash").notNull(),
    lastLogInAtMs: integer("last_log_in_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index("known_devices_age").on(t.lastLogInAtMs)],
);

/** A short-lived bearer token, deleted with its session. */
export const bearers = sqliteTable(
  "bearers",
  {
    tokenHash: text("token_hash").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    expiresAtMs: integer("expires_at_ms").notNull(),
  },
  (t) => [index("bearers_session").on(t.sessionId), index("bearers_expiry").on(t.expiresAtMs)],
);

/** The newest verification code of a user; it replaces older ones. */
export const verificationCodes = sqliteTable("verification_codes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  codeHash: text("code_hash").notNull(),
  triesLeft: integer("tries_left").notNull(),
  sentAtMs: integer("sent_at_ms").notNull(),
  expiresAtMs: integer("expires_at_ms").notNull(),
});

/**
 * The one log-in without a password that the verification of an address allows (`worker/auth/sign-in-verified.ts`). Only
 * the cookie has the token itself.
 */
export const signInTokens = sqliteTable("sign_in_tokens", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: text("token_hash").notNull().unique("sign_in_tokens_token_hash"),
  expiresAtMs: integer("expires_at_ms").notNull(),
});

/** The newest password reset of a user; it is read and deleted in one statement. */
export const passwordResets = sqliteTable("password_resets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: text("token_hash").notNull().unique("password_resets_token_hash"),
  expiresAtMs: integer("expires_at_ms").notNull(),
});
