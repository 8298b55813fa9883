import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** The TOTP key of an account that has a second factor. */
export const secondFactors = sqliteTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** Encrypted (`worker/auth/totp-secret.ts`); of before that, base 32. */
  totpSecret: text("totp_secret").notNull(),
  /** The newest time step that was used; a trigger refuses the same or an older one, so a code works once. */
  lastStep: integer("last_step").notNull().default(0),
  createdAtMs: integer("created_at_ms").notNull(),
});

/** A TOTP key that its owner has been shown and has not proven to hold yet. It opens nothing. */
export const secondFactorEnrolments = sqliteTable("second_factor_enrolments", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** As that of a second factor. */
  totpSecret: text("totp_secret").notNull(),
  expiresAtMs: integer("expires_at_ms").notNull(),
});

/** What opens an account whose authenticator is lost: each once. Gone with the second factor that they stand for. */
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
