import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { mustHaveChangedOne } from "../../../db/guard.ts";
import { deliveries, incidents, incidentTells, notifications, outbox, users } from "../../../db/schema/index.ts";
import { type Cause, causeName, INCIDENT_KINDS } from "../../contract/incidents.ts";
import { HAS_CHANGED_ONE } from "../audit-log-store.ts";
import { DUTY_EVENT } from "./duty-detail.ts";

/** The only SQL that writes incidents and who was told. Functions return statements; verbs put them into batches. */

export type IncidentRow = typeof incidents.$inferSelect;

/**
 * The statement that opens the incident of a cause, or writes down that it was seen again. It is told at once, or when the cause has
 * lasted for the grace of its kind.
 * @param condition holds when the cause was seen, for a batch that detects it itself; without one it was
 */
export function seeIncident(query: Query, cause: Cause, nowMs: number, condition: SQL = sql`TRUE`) {
  const { graceMs } = INCIDENT_KINDS[cause.kind];
  return query.run(sql`
    INSERT INTO ${incidents} (cause, opened_at_ms, seen_at_ms, tell_due_at_ms)
    SELECT ${causeName(cause)}, ${nowMs}, ${nowMs}, ${graceMs === 0 ? nowMs : null} WHERE ${condition}
    ON CONFLICT (cause) WHERE ended_at_ms IS NULL DO UPDATE SET
      seen_at_ms = max(seen_at_ms, excluded.seen_at_ms),
      tell_due_at_ms = CASE
        WHEN tells = 0 AND acknowledged_at_ms IS NULL AND excluded.seen_at_ms - opened_at_ms >= ${graceMs}
        THEN coalesce(tell_due_at_ms, excluded.seen_at_ms) ELSE tell_due_at_ms END`);
}

/** The statement that reads the incidents that last, the oldest first. */
export function selectOpenIncidents(query: Query) {
  return query.select().from(incidents).where(isNull(incidents.endedAtMs)).orderBy(incidents.id);
}

/**
 * The statement that ends an incident whose cause was last seen before a time.
 * @returns one row if it lasted
 */
export function endIncident(query: Query, id: number, seenBeforeMs: number, nowMs: number) {
  return query
    .update(incidents)
    .set({ endedAtMs: nowMs, tellDueAtMs: null })
    .where(and(eq(incidents.id, id), isNull(incidents.endedAtMs), lt(incidents.seenAtMs, seenBeforeMs)))
    .returning({ id: incidents.id });
}

/**
 * The statements that claim the telling of an incident, and set when it is told again. They refuse the batch as `incident_changed` when an
 * overlapping run has told it, or it was acknowledged or has ended.
 */
export function claimTell(query: Query, { id, tells }: Pick<IncidentRow, "id" | "tells">, againAtMs: number) {
  return [
    query
      .update(incidents)
      .set({ tells: tells + 1, tellDueAtMs: againAtMs })
      .where(and(eq(incidents.id, id), eq(incidents.tells, tells), isNotNull(incidents.tellDueAtMs))),
    mustHaveChangedOne(query, "incident_changed"),
  ] as const;
}

/** By what an admin is told: a mail, or a notification that the dispatcher brings to their channels. */
export type TellBy = { mailId: string } | { subject: string };

/** The statement that writes down that an admin is told of an incident; what tells it is in the same batch, before. */
export function insertTell(
  query: Query,
  tell: { incidentId: number; number: number; userId: string; by: TellBy },
  nowMs: number,
) {
  const { by, ...row } = tell;
  const how =
    "mailId" in by
      ? { mailId: by.mailId, channel: "email" as const }
      : {
          notificationId: sql<number>`(SELECT ${notifications.id} FROM ${notifications} WHERE ${notifications.userId} = ${tell.userId} AND ${notifications.event} = ${DUTY_EVENT} AND ${notifications.subject} = ${by.subject})`,
        };
  return query.insert(incidentTells).values({ ...row, ...how, atMs: nowMs });
}

/** The first of what was shown of a notification, or taken by its mail, as SQL. */
const shownBy = (column: SQL) =>
  sql`(SELECT ${column} FROM ${deliveries} WHERE ${deliveries.notificationId} = ${incidentTells.notificationId} AND ${deliveries.shownAtMs} IS NOT NULL ORDER BY ${deliveries.shownAtMs} LIMIT 1)`;
const mailSentAtMs = sql`(SELECT ${outbox.sentAtMs} FROM ${outbox} WHERE ${outbox.id} = ${incidentTells.mailId})`;

/** The statements that write down who has been reached, and by which channel. */
export function confirmTells(query: Query) {
  const isOpen = isNull(incidentTells.confirmedAtMs);
  return [
    query
      .update(incidentTells)
      .set({
        channel: sql`${shownBy(sql`${deliveries.channel}`)}`,
        confirmedAtMs: sql`${shownBy(sql`${deliveries.shownAtMs}`)}`,
      })
      .where(and(isOpen, isNotNull(incidentTells.notificationId), sql`${shownBy(sql`1`)} IS NOT NULL`)),
    query
      .update(incidentTells)
      .set({ confirmedAtMs: mailSentAtMs })
      .where(and(isOpen, isNotNull(incidentTells.mailId), sql`${mailSentAtMs} IS NOT NULL`)),
  ] as const;
}

/**
 * The statement that reads who is to be mailed because no other channel has reached them: none is left, or it has taken too long.
 * @param toldBeforeMs the time that a channel has has passed for those who were told before it
 */
export function selectUnreached(query: Query, toldBeforeMs: number) {
  const hasChannel = sql`EXISTS (SELECT 1 FROM ${notifications} WHERE ${notifications.id} = ${incidentTells.notificationId} AND ${notifications.channelDueAtMs} IS NOT NULL)`;
  return query
    .select({
      incidentId: incidentTells.incidentId,
      number: incidentTells.number,
      userId: incidentTells.userId,
      cause: incidents.cause,
    })
    .from(incidentTells)
    .innerJoin(incidents, eq(incidents.id, incidentTells.incidentId))
    .where(
      and(
        isNull(incidentTells.confirmedAtMs),
        isNotNull(incidentTells.notificationId),
        isNull(incidentTells.mailId),
        sql`(${incidentTells.atMs} <= ${toldBeforeMs} OR NOT ${hasChannel})`,
        // What has ended or somebody has taken needs nobody else.
        isNull(incidents.acknowledgedAtMs),
        isNull(incidents.endedAtMs),
      ),
    )
    .orderBy(incidentTells.userId, incidentTells.incidentId);
}

/** The statements that let a mail take over, once. They refuse the batch as `incident_changed` when another run did it. */
export function mailInstead(
  query: Query,
  { incidentId, number, userId }: Pick<typeof incidentTells.$inferSelect, "incidentId" | "number" | "userId">,
  mailId: string,
) {
  const isThis = and(
    eq(incidentTells.incidentId, incidentId),
    eq(incidentTells.number, number),
    eq(incidentTells.userId, userId),
  );
  return [
    query
      .update(incidentTells)
      .set({ mailId, channel: "email" })
      .where(and(isThis, isNull(incidentTells.mailId), isNull(incidentTells.confirmedAtMs))),
    mustHaveChangedOne(query, "incident_changed"),
  ] as const;
}

/** The condition on `users` that the statement before has ended an incident, and that they were told of it. */
export function hasEndedFor(incidentId: number): SQL {
  return sql`${HAS_CHANGED_ONE} AND EXISTS (SELECT 1 FROM ${incidentTells} WHERE ${incidentTells.incidentId} = ${incidentId} AND ${incidentTells.userId} = ${users.id})`;
}

/**
 * The statements that acknowledge an incident, which ends its repeats, and the incident itself where nothing else can end it. They
 * refuse the batch as `version_conflict` when it was acknowledged or has ended since it was read.
 */
export function acknowledgeIncident(
  query: Query,
  id: number,
  adminId: string,
  ends: { isEnded: boolean },
  nowMs: number,
) {
  return [
    query
      .update(incidents)
      .set({
        acknowledgedAtMs: nowMs,
        acknowledgedBy: adminId,
        tellDueAtMs: null,
        ...(ends.isEnded && { endedAtMs: nowMs }),
      })
      .where(and(eq(incidents.id, id), isNull(incidents.acknowledgedAtMs), isNull(incidents.endedAtMs))),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}
