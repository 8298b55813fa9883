import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Faults and delays that admins are called for. A cause has one incident at a time, which ends when the cause is gone. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The name of the cause (`worker/contract/incidents.ts`). */
    cause: text("cause").notNull(),
    openedAtMs: integer("opened_at_ms").notNull(),
    /** When the cause was last seen. */
    seenAtMs: integer("seen_at_ms").notNull(),
    /** How many times it was told. */
    tells: integer("tells").notNull().default(0),
    /** When the next message about it is due; null in the grace time of its kind, and once it is acknowledged or has ended. */
    tellDueAtMs: integer("tell_due_at_ms"),
    acknowledgedAtMs: integer("acknowledged_at_ms"),
    acknowledgedBy: text("acknowledged_by").references(() => users.id),
    endedAtMs: integer("ended_at_ms"),
  },
  (t) => [
    check("incidents_acknowledged", sql`(${t.acknowledgedAtMs} IS NULL) = (${t.acknowledgedBy} IS NULL)`),
    check(
      "incidents_told_while_open",
      sql`${t.tellDueAtMs} IS NULL OR (${t.acknowledgedAtMs} IS NULL AND ${t.endedAtMs} IS NULL)`,
    ),
    uniqueIndex("incidents_one_open").on(t.cause).where(sql`${t.endedAtMs} IS NULL`),
    index("incidents_age").on(t.openedAtMs, t.id),
    index("incidents_open").on(t.openedAtMs).where(sql`${t.endedAtMs} IS NULL`),
  ],
);

/** Who was told of an incident, each time that it was told. */
export const incidentTells = sqliteTable(
  "incident_tells",
  {
    incidentId: integer("incident_id")
      .notNull()
      .references(() => incidents.id),
    /** 1 for the first time. */
    number: integer("number").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    atMs: integer("at_ms").notNull(),
    /** The channel that is in charge or has reached the person; null until the dispatcher has chosen one. */
    channel: text("channel", { enum: ["push", "telegram", "email"] }),
    /** When it was shown, or the mail service took it. */
    confirmedAtMs: integer("confirmed_at_ms"),
    /** The notification by which the person's channels tell it; it is deleted earlier than this row, so it is no foreign key. */
    notificationId: integer("notification_id"),
    /** The mail, in the outbox for thirty days. */
    mailId: text("mail_id"),
  },
  (t) => [
    primaryKey({ columns: [t.incidentId, t.number, t.userId] }),
    check("incident_tells_channel", sql`${t.channel} IS NULL OR ${t.channel} IN ('push', 'telegram', 'email')`),
    index("incident_tells_unconfirmed").on(t.atMs).where(sql`${t.confirmedAtMs} IS NULL`),
  ],
);

/** An order of admins who are on call, a week each. The newest is in force; each change is another row. */
export const onCallRotas = sqliteTable("on_call_rotas", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** The Monday of the week of the first of them: a day since 1970-01-01 of the calendar of the operation's zone. */
  firstMonday: integer("first_monday").notNull(),
  setBy: text("set_by")
    .notNull()
    .references(() => users.id),
  setAtMs: integer("set_at_ms").notNull(),
});

export const onCallRotaMembers = sqliteTable(
  "on_call_rota_members",
  {
    rotaId: integer("rota_id")
      .notNull()
      .references(() => onCallRotas.id),
    /** 0 for the first. */
    position: integer("position").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.rotaId, t.position] }),
    uniqueIndex("on_call_rota_members_once").on(t.rotaId, t.userId),
  ],
);

/** A span in which another admin is on call. Of two that overlap, the newer counts. */
export const onCallOverrides = sqliteTable(
  "on_call_overrides",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    fromMs: integer("from_ms").notNull(),
    toMs: integer("to_ms").notNull(),
    setBy: text("set_by")
      .notNull()
      .references(() => users.id),
    setAtMs: integer("set_at_ms").notNull(),
    /** When it was taken back; null while it counts. */
    removedAtMs: integer("removed_at_ms"),
  },
  (t) => [
    check("on_call_overrides_span", sql`${t.fromMs} < ${t.toMs}`),
    index("on_call_overrides_end").on(t.toMs).where(sql`${t.removedAtMs} IS NULL`),
  ],
);
