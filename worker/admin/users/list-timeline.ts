import type { AuditAction } from "../../contract/audit-actions.ts";
import type { TimelineKind } from "../../contract/timeline-kinds.ts";
import { cutPage, type PageRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectTimelinePage } from "./user-timeline-store.ts";

/** Everything that happened to a person, or what is of one kind: unless asked otherwise the newest first. */
export async function listTimeline(
  scope: Scope,
  userId: string,
  { kind, cursor, limit, sort = "newest" }: PageRequest & { kind?: TimelineKind | undefined },
) {
  const page = { cursor, limit, sort };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectTimelinePage(scope.db.query, callerId, { userId, kind }, page),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { entries: shown.map((row) => entryView(row, userId)), nextCursor };
}

type TimelineRow = Awaited<ReturnType<typeof selectTimelinePage>>[number];

function entryView({ id, createdAtMs, actor, actorName, action, subject, detail, note }: TimelineRow, userId: string) {
  return {
    _id: id,
    at: new Date(createdAtMs).toISOString(),
    /** Null for the person themselves. */
    by: actor === userId ? null : (actorName ?? actor),
    /** The id of who acted; null for the person themselves, and for what is no person. */
    byId: actor === userId || actorName === null ? null : actor,
    // Written by `audit` alone, as is the detail.
    action: action as AuditAction,
    subject,
    // That of a note only says which one it is.
    detail: note === null ? (JSON.parse(detail) as Record<string, string | number | boolean>) : {},
    note,
  };
}
