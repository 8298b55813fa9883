import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";

/** A person with an account. Uniqueness of e-mail and username is decided on the normalised columns. */
/** What is stored for an account that has no password: nothing opens it but a reset, or another way to log in. */
export const NO_PASSWORD = "";

export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** Normalised: NFKC, lower case. */
    email: text("email").notNull().unique("users_email"),
    username: text("username").notNull(),
    /** The username without regard to case. */
    usernameKey: text("username_key").notNull().unique("users_username"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    phone: text("phone").notNull().default(""),
    address: text("address").notNull().default(""),
    passwordHash: text("password_hash").notNull(),
    /** What the person may become: an admin session needs role `admin` and a second factor. */
    role: text("role", { enum: ["trader", "admin"] })
      .notNull()
      .default("trader"),
    /** Which themes there are is the contract's: the routes refuse another, and a new one needs no migration. */
    theme: integer("theme").notNull().default(1),
    timeZone: text("time_zone").notNull(),
    emailVerifiedAtMs: integer("email_verified_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When password, second factor or a payment method last changed; no withdrawal is approved in the day after it. */
    securityChangedAtMs: integer("security_changed_at_ms"),
    /** Whether a log-in from a device that was not seen before is mailed. */
    hasLoginAlerts: integer("has_login_alerts", { mode: "boolean" }).notNull().default(true),
    /** Whether the mails that are neither about safety nor about money are sent. */
    hasEmailNotifications: integer("has_email_notifications", { mode: "boolean" }).notNull().default(true),
    /**
     * The device of the first log-in of all (`known_devices`), which stays when devices are forgotten. Null before it; empty
     * where nobody knows, as in accounts older than this column: then every device counts as another.
     */
    firstDeviceHash: text("first_device_hash"),
    /** When somebody last logged in on another device than the first. */
    otherDeviceLogInAtMs: integer("other_device_log_in_at_ms"),
    /** When its owner closed it: then nobody's name is in it, and triggers (`db/guards`) keep it shut. */
    closedAtMs: integer("closed_at_ms"),
    /** Since when its owner can read and not move money; triggers (`db/guards`) refuse it. */
    frozenAtMs: integer("frozen_at_ms"),
    /** Why, in the words of the admin who froze it, for the desk alone. */
    frozenReason: text("frozen_reason"),
    /** An admin's id. */
    frozenBy: text("frozen_by"),
    /** Who gave the role that stands: an admin's id, or `system`. Null for the one that everybody begins with. */
    roleGivenBy: text("role_given_by"),
    /** When the role that stands was given; an admin's word counts a day after it. */
    roleGivenAtMs: integer("role_given_at_ms"),
    /** Rises with every admin's act on the account, so that each decides on what they saw. */
    adminVersion: integer("desk_version").notNull().default(1),
  },
  (t) => [
    // What people are looked for by, as their names begin; a family name may be said first.
    index("users_first_name").on(sql`lower(${t.firstName} || ' ' || ${t.lastName})`),
    index("users_last_name").on(sql`lower(${t.lastName} || ' ' || ${t.firstName})`),
    index("users_age").on(t.createdAtMs),
    index("users_frozen").on(t.createdAtMs).where(sql`${t.frozenAtMs} IS NOT NULL`),
    index("users_closed").on(t.createdAtMs).where(sql`${t.closedAtMs} IS NOT NULL`),
    index("users_unverified").on(t.createdAtMs).where(sql`${t.emailVerifiedAtMs} IS NULL`),
    index("users_admins").on(t.createdAtMs).where(sql`${t.role} = 'admin'`),
    check("users_theme", sql`${t.theme} > 0`),
    check("users_role", sql`${t.role} IN ('trader', 'admin')`),
  ],
);

/** Whoever is an admin now, with the moment from which their word counts. Defined in `db/guards/views.sql`. */
export const admins = sqliteView("admins", {
  id: text("id").notNull(),
  /** 0 for whoever was made one by the database's owner; a day after the appointment by a colleague. */
  countsFromMs: integer("counts_from_ms").notNull(),
}).existing();
