import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** The TOTP key of an account that has a second factor. */
export const secondFactors = sqliteTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** Encrypted (`worker/auth/totp-secret.ts`); rows from before encryption are base 32. */
  totpSecret: text("totp_secret").notNull(),
  /** The newest time step used. A trigger refuses the same or an older one, so each code works once. */
  lastStep: integer("last_step").notNull().default(0),
  createdAtMs: integer("created_at_ms").notNull(),
});

/** A TOTP key that was shown to its owner but not confirmed with a code yet. It grants no access. */
export const secondFactorEnrolments = sqliteTable("second_factor_enrolments", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** Stored like that of a second factor. */
  totpSecret: text("totp_secret").notNull(),
  expiresAtMs: integer("expires_at_ms").notNull(),
});

/** One-time codes for an account whose authenticator is lost. They are deleted together with the second factor. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => secondFactors.userId, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAtMs: integer("used_at_ms"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
