import type { BatchResponse } from "drizzle-orm/batch";
import { readCause } from "../../contract/incidents.ts";
import type { IncidentAdminRow, selectTells } from "./incident-admin-store.ts";

type TellRow = BatchResponse<[ReturnType<typeof selectTells>]>[0][number];

/** An incident as the admin screen shows it, with everybody who was told of it. */
export function incidentView(row: IncidentAdminRow, tells: readonly TellRow[]) {
  const { id, createdAtMs, cause, acknowledgedAtMs, acknowledgedByName, endedAtMs, tellDueAtMs } = row;
  return {
    _id: id,
    /** Null for a kind that only a later version knows. */
    cause: readCause(cause),
    openedAt: isoTime(createdAtMs),
    acknowledged: acknowledgedAtMs === null ? null : { at: isoTime(acknowledgedAtMs), by: acknowledgedByName ?? "" },
    endedAt: endedAtMs === null ? null : isoTime(endedAtMs),
    /** When it is told next, if nobody acknowledges it. */
    nextTellAt: tellDueAtMs === null ? null : isoTime(tellDueAtMs),
    tells: tells
      .filter(({ incidentId }) => incidentId === id)
      .map(({ number, atMs, name, channel, confirmedAtMs }) => ({
        number,
        at: isoTime(atMs),
        to: name,
        channel,
        /** When it was shown, or the mail service took it. */
        reachedAt: confirmedAtMs === null ? null : isoTime(confirmedAtMs),
      })),
  };
}

/** The number of an incident in an address; 0, which none has, for what is no number. */
export function incidentNumber(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
