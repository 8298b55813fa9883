import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { insertNote, selectAdminUser } from "./user-admin-store.ts";
import { noteView } from "./user-admin-view.ts";

/**
 * Adds a note about a user, for other admins. Notes cannot be changed; a correction is another note.
 * @throws AppError `invalid_input` | `not_found` | `own_account` | `key_reused`
 */
export function noteUser(scope: Scope, userId: string, input: { note: string }, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const text = requiredNote(input.note, "note");
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAdminUser(query, callerId, userId)] as const,
    ([[user]], admin, nowMs) => {
      if (!user) throw new AppError("not_found", ERROR_TEXT.not_found);
      if (userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
      const note = { id: crypto.randomUUID(), text, createdAtMs: nowMs };
      return {
        reply: { note: noteView({ ...note, author: admin.name }) },
        statements: [
          insertNote(query, { ...note, userId, authorId: admin.id }),
          audit(
            query,
            { actor: admin.id, action: "user.noted", subject: `user:${userId}`, detail: { note: note.id } },
            nowMs,
          ),
        ],
      };
    },
  );
}
