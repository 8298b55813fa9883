import { sql } from "drizzle-orm";
import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import type { Scope } from "../../platform/scope.ts";
import { batchAs } from "../../platform/session.ts";
import { selectDeskUser, selectNotesOn, selectSessionsOf } from "./user-admin-store.ts";
import { deskSessionView, deskUserView, noteView } from "./user-admin-view.ts";

/** One person: who they are, what they have, where they are signed in, and what admins noted. @throws AppError `not_found` */
export async function showUser(scope: Scope, id: string) {
  const { query } = scope.db;
  const { rows } = await batchAs(scope, "read", (me) => [
    // For a stranger there is nobody.
    selectDeskUser(query, sql`CASE WHEN ${me} IS NOT NULL THEN ${id} END`),
    selectSessionsOf(query, me, id, scope.now()),
    selectNotesOn(query, me, id),
  ]);
  const [[user], sessions, notes] = rows;
  if (!user) throw new AppError("not_found", ERROR_TEXT.not_found);
  return { user: deskUserView(user), sessions: sessions.map(deskSessionView), notes: notes.map(noteView) };
}
