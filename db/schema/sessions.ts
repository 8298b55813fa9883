import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** A signed-in browser. The token itself is only in the cookie; here is its SHA-256. */
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
    /** The last thing the person did; polling does not count. */
    lastActionAtMs: integer("last_action_at_ms").notNull(),
    /** When password (and second factor) were last given. */
    authenticatedAtMs: integer("authenticated_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    userAgent: text("user_agent").notNull(),
    /** ISO 3166 code of where the edge saw the log-in; null where it could not say. */
    country: text("country"),
    /** The known device that it was started on; null for a session of the desk. */
    deviceHash: text("device_hash"),
  },
  (t) => [index("sessions_user").on(t.userId, t.createdAtMs), index("sessions_expiry").on(t.expiresAtMs)],
);

/** A browser that a person has logged in with, told by a long-lived random cookie, of which this is the SHA-256. */
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

/** A short-lived bearer token, dead with its session. */
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

/** The newest verification code of a user; an older one is replaced. */
export const verificationCodes = sqliteTable("verification_codes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  codeHash: text("code_hash").notNull(),
  triesLeft: integer("tries_left").notNull(),
  sentAtMs: integer("sent_at_ms").notNull(),
  expiresAtMs: integer("expires_at_ms").notNull(),
});

/** The newest password reset of a user; read and deleted in one statement. */
export const passwordResets = sqliteTable("password_resets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  tokenHash: text("token_hash").notNull().unique("password_resets_token_hash"),
  expiresAtMs: integer("expires_at_ms").notNull(),
});
