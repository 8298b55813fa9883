import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { deliveries, incidents, incidentTells, notifications, outbox, users } from "../../../db/schema/index.ts";
import type { Page } from "../../platform/paging.ts";
import { afterCursor, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { nameOf } from "../lists/person-sql.ts";

/** What admins read of incidents. `platform/incidents/incident-store.ts` writes them. */

const acknowledger = alias(users, "acknowledger");
const columns = { createdAtMs: incidents.openedAtMs, id: incidents.id };

/** A list of incidents: those that last and nobody has acknowledged, those that an admin takes care of, or those that have ended. */
export type IncidentStatus = "open" | "acknowledged" | "ended";

function selectIncidents(query: Query) {
  return query
    .select({
      id: sql<string>`CAST(${incidents.id} AS TEXT)`,
      createdAtMs: incidents.openedAtMs,
      cause: incidents.cause,
      tells: incidents.tells,
      tellDueAtMs: incidents.tellDueAtMs,
      acknowledgedAtMs: incidents.acknowledgedAtMs,
      acknowledgedByName: nameOf(acknowledger),
      endedAtMs: incidents.endedAtMs,
    })
    .from(incidents)
    .leftJoin(acknowledger, eq(acknowledger.id, incidents.acknowledgedBy))
    .$dynamic();
}

/** An incident as admins see it. */
export type IncidentAdminRow = Awaited<ReturnType<typeof selectIncident>>[number];

/** The statement that reads one incident. @param callerId NULL reads nothing */
export function selectIncident(query: Query, callerId: SQL, id: number) {
  return selectIncidents(query).where(and(sql`${callerId} IS NOT NULL`, eq(incidents.id, id)));
}

/** The statement that reads a page of incidents. @param callerId NULL reads nothing */
export function selectIncidentPage(query: Query, callerId: SQL, status: IncidentStatus, page: Page) {
  return selectIncidents(query)
    .where(and(sql`${callerId} IS NOT NULL`, isOf(status), afterCursor(columns, page)))
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/** The statement that reads who was told of the incidents of a page, or of one. @param callerId NULL reads nothing */
export function selectTells(query: Query, callerId: SQL, ids: SQL) {
  return query
    .select({
      incidentId: sql<string>`CAST(${incidentTells.incidentId} AS TEXT)`,
      number: incidentTells.number,
      atMs: incidentTells.atMs,
      name: nameOf(users),
      /** The dispatcher's, until one has reached the person. */
      channel: sql<
        (typeof incidentTells.$inferSelect)["channel"]
      >`coalesce(${incidentTells.channel}, (SELECT ${notifications.channel} FROM ${notifications} WHERE ${notifications.id} = ${incidentTells.notificationId}))`,
      confirmedAtMs: sql<
        number | null
      >`coalesce(${incidentTells.confirmedAtMs}, (SELECT min(${deliveries.shownAtMs}) FROM ${deliveries} WHERE ${deliveries.notificationId} = ${incidentTells.notificationId}), (SELECT ${outbox.sentAtMs} FROM ${outbox} WHERE ${outbox.id} = ${incidentTells.mailId}))`,
    })
    .from(incidentTells)
    .innerJoin(users, eq(users.id, incidentTells.userId))
    .where(and(sql`${callerId} IS NOT NULL`, sql`${incidentTells.incidentId} IN ${ids}`))
    .orderBy(incidentTells.incidentId, incidentTells.number, incidentTells.userId);
}

/** The ids of the incidents of a page, as SQL, for {@link selectTells} in the same batch. */
export function idsOfPage(query: Query, callerId: SQL, status: IncidentStatus, page: Page): SQL {
  const ids = query
    .select({ id: incidents.id })
    .from(incidents)
    .where(and(sql`${callerId} IS NOT NULL`, isOf(status), afterCursor(columns, page)))
    .orderBy(...pageOrder(columns, page))
    .limit(page.limit);
  return sql`${ids}`;
}

/** The id of one incident, for {@link selectTells}. */
export function idOf(id: number): SQL {
  return sql`(${id})`;
}

function isOf(status: IncidentStatus): SQL | undefined {
  if (status === "ended") return isNotNull(incidents.endedAtMs);
  const isAcknowledged = status === "acknowledged" ? isNotNull : isNull;
  return and(isNull(incidents.endedAtMs), isAcknowledged(incidents.acknowledgedAtMs));
}
