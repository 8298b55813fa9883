import { BOOK_TEXT } from "../../books/book-answers.ts";
import { cancelAct } from "../../books/book-store.ts";
import { AppError } from "../../contract/errors.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { isOpenAct, selectAct } from "./act-admin-store.ts";
import { actView } from "./act-view.ts";
import { existing } from "./post-act.ts";
import { auditSubject } from "./propose-act.ts";

/**
 * Cancels an act that was not posted. One operator is enough: it moves nothing.
 * @throws AppError `not_found` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function cancelBookAct(
  scope: Scope,
  id: string,
  input: { reason: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const reason = requiredNote(input.reason, "reason");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAct(query, callerId, id)] as const,
    ([[found]], admin, nowMs) => {
      const row = existing(found);
      const { act } = row;
      if (act.postedAtMs !== null || act.cancelledAtMs !== null) throw new AppError("wrong_state", BOOK_TEXT.decided);
      const after = {
        ...row,
        act: { ...act, cancelledBy: admin.id, cancelledAtMs: nowMs },
        cancelledByName: admin.name,
      };
      const detail = { act: id, kind: act.kind, amountCents: act.amountCents, reason };
      return {
        reply: { act: actView(after) },
        statements: [
          mustBeUnchanged(query, isOpenAct(id)),
          cancelAct(query, id, admin.id, nowMs),
          audit(query, { actor: admin.id, action: "book.cancelled", subject: auditSubject(act), detail }, nowMs),
        ],
      };
    },
  );
}
