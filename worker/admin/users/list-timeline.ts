import type { AuditAction } from "../../contract/audit-actions.ts";
import type { TimelineKind } from "../../contract/timeline-kinds.ts";
import { cutPage, type PageRequest } from "../../platform/paging.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { selectTimelinePage } from "./user-timeline-store.ts";

/** A page of a user's timeline, of all kinds or one, newest first by default. The audit log says who looked. */
export async function listTimeline(
  scope: Scope,
  userId: string,
  { kind, cursor, limit, sort = "newest" }: PageRequest & { kind?: TimelineKind | undefined },
) {
  const page = { cursor, limit, sort };
  const { rows } = await readPerson(
    scope,
    () => userId,
    (callerId) => [selectTimelinePage(scope.db.query, callerId, { userId, kind }, page)],
  );
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { entries: shown.map((row) => entryView(row, userId)), nextCursor };
}

type TimelineRow = Awaited<ReturnType<typeof selectTimelinePage>>[number];

function entryView({ id, createdAtMs, actor, actorName, action, subject, detail, note }: TimelineRow, userId: string) {
  return {
    _id: id,
    at: new Date(createdAtMs).toISOString(),
    /** Null for the user themselves. */
    by: actor === userId ? null : (actorName ?? actor),
    /** The id of the acting user; null for the user themselves, and for the system. */
    byId: actor === userId || actorName === null ? null : actor,
    // `action` and `detail` are written only by `audit`.
    action: action as AuditAction,
    subject,
    // The detail of a note is only its id.
    detail: note === null ? (JSON.parse(detail) as Record<string, string | number | boolean>) : {},
    note,
  };
}
