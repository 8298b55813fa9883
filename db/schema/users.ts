import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

/** A person with an account. Uniqueness of e-mail and username is decided on the normalised columns. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Normalised: NFKC, lower case. It is the name that its owner logs in with. */
    email: text("email").notNull().unique("users_email"),
    /**
     * The one spelling of its mailbox, which `email` is in all accounts but older ones. Null, as the keys of the names, in a
     * row that an earlier version wrote, until a job has filled it.
     */
    mailbox: text("mailbox"),
    username: text("username").notNull(),
    /** The username normalised for comparison without regard to case. */
    usernameKey: text("username_key").notNull().unique("users_username"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** The names as searches compare them (`platform/name-key.ts`). */
    firstNameKey: text("first_name_key"),
    lastNameKey: text("last_name_key"),
    /** In E.164 (`contract/phone.ts`), or as an earlier version took it where it is no phone number. */
    phone: text("phone").notNull().default(""),
    address: text("address").notNull().default(""),
    passwordHash: text("password_hash").notNull(),
    /** An admin session requires role `admin` and a second factor. */
    role: text("role", { enum: ["trader", "admin"] })
      .notNull()
      .default("trader"),
    /** Which themes there are is the contract's: the routes refuse another, and a new one needs no migration. */
    theme: integer("theme").notNull().default(1),
    timeZone: text("time_zone").notNull(),
    /** A code of the contract's languages; null where none was chosen: then the browser's counts. */
    language: text("language"),
    emailVerifiedAtMs: integer("email_verified_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
    /**
     * When password, second factor or a payment method last changed; no withdrawal is approved in the 24 hours after
     * it.
     */
    securityChangedAtMs: integer("security_changed_at_ms"),
    /** When two admins last removed a lost second factor; a trigger counts their approvals and removes it. */
    secondFactorResetAtMs: integer("second_factor_reset_at_ms"),
    /** Whether a log-in from an unknown device is notified by mail. */
    hasLoginAlerts: integer("has_login_alerts", { mode: "boolean" }).notNull().default(true),
    /** Whether mails are sent that concern neither security nor money. */
    hasEmailNotifications: integer("has_email_notifications", { mode: "boolean" }).notNull().default(true),
    /** When its owner put the first steps of the dashboard away; null while they may be shown. */
    firstStepsHiddenAtMs: integer("first_steps_hidden_at_ms"),
    /**
     * The device of the account's first log-in (`known_devices`); it stays when devices are forgotten. Null before the
     * first log-in; empty when unknown, as in accounts older than this column: then every device counts as another one.
     */
    firstDeviceHash: text("first_device_hash"),
    /** When a device other than the first last logged in. */
    otherDeviceLogInAtMs: integer("other_device_log_in_at_ms"),
    /** When its owner closed it: then nobody's name is in it, and triggers (`db/guards`) keep it shut. */
    closedAtMs: integer("closed_at_ms"),
    /** Since when its owner can read and not move money; triggers (`db/guards`) refuse it. */
    frozenAtMs: integer("frozen_at_ms"),
    /** The reason, written by the admin who froze it, for admins only. */
    frozenReason: text("frozen_reason"),
    /** An admin's id. */
    frozenBy: text("frozen_by"),
    /** Who gave the current role: an admin's id, or `system`. Null for the initial role. */
    roleGivenBy: text("role_given_by"),
    /** When the current role was given; an admin's approvals count from one day after it. */
    roleGivenAtMs: integer("role_given_at_ms"),
    /** Increases with every admin's action on the account, so that an admin decides on what they saw. */
    adminVersion: integer("desk_version").notNull().default(1),
  },
  (t) => [
    // For searches by the beginning of a name; the family name may come first.
    index("users_first_name").on(sql`lower(${t.firstName} || ' ' || ${t.lastName})`),
    index("users_last_name").on(sql`lower(${t.lastName} || ' ' || ${t.firstName})`),
    index("users_first_name_key").on(sql`${t.firstNameKey} || ${t.lastNameKey}`),
    index("users_last_name_key").on(sql`${t.lastNameKey} || ${t.firstNameKey}`),
    index("users_mailbox").on(t.mailbox),
    index("users_other_spelling").on(t.mailbox).where(sql`${t.mailbox} <> ${t.email}`),
    index("users_phone").on(t.phone),
    // For searches by any part of an address: all that they read is in it.
    index("users_addresses").on(t.email, t.id),
    index("users_without_keys").on(t.id).where(sql`${t.mailbox} IS NULL AND ${t.closedAtMs} IS NULL`),
    index("users_age").on(t.createdAtMs),
    index("users_frozen").on(t.createdAtMs).where(sql`${t.frozenAtMs} IS NOT NULL`),
    index("users_closed").on(t.createdAtMs).where(sql`${t.closedAtMs} IS NOT NULL`),
    index("users_unverified").on(t.createdAtMs).where(sql`${t.emailVerifiedAtMs} IS NULL`),
    index("users_admins").on(t.createdAtMs).where(sql`${t.role} = 'admin'`),
    check("users_theme", sql`${t.theme} > 0`),
    check("users_role", sql`${t.role} IN ('trader', 'admin')`),
  ],
);

/** The current admins, each with the time from which their approvals count. Defined in `db/guards/views.sql`. */
export const admins = sqliteView("admins", {
  id: text("id").notNull(),
  /**
   * 0 for an admin whom the operator made in the database; otherwise one day after the appointment by another admin.
   */
  countsFromMs: integer("counts_from_ms").notNull(),
}).existing();
