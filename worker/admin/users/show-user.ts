import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { selectSessionsOf } from "../../platform/session-store.ts";
import { idForCaller } from "../lists/person-sql.ts";
import { selectAdminUser, selectNotesOn } from "./user-admin-store.ts";
import { adminSessionView, adminUserView, noteView } from "./user-admin-view.ts";

/** One user: profile, money, sessions and admin notes. The audit log says who looked. @throws AppError `not_found` */
export async function showUser(scope: Scope, id: string) {
  const { query } = scope.db;
  const { rows } = await readPerson(
    scope,
    () => id,
    (callerId) => [
      selectAdminUser(query, callerId, idForCaller(callerId, id)),
      selectSessionsOf(query, callerId, id, scope.now()),
      selectNotesOn(query, callerId, id),
    ],
  );
  const [[user], sessions, notes] = rows;
  if (!user) throw new AppError("not_found", ERROR_TEXT.not_found);
  return {
    user: adminUserView(user, scope.language),
    sessions: sessions.map((row) => adminSessionView(row, scope.language)),
    notes: notes.map(noteView),
  };
}
