import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { countAdmins, insertPause, selectOpenPause } from "./pause-admin-store.ts";
import { pauseView } from "./pause-view.ts";

/**
 * Pauses withdrawals at once, by one admin; who is on call is told within the minute. While a pause lasts another one changes nothing.
 * @throws AppError `invalid_input` | `key_reused`
 */
export function pauseWithdrawalsAsAdmin(
  scope: Scope,
  input: { reason: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const reason = requiredNote(input.reason, "reason");
  const { query } = scope.db;
  const id = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectOpenPause(query, callerId), countAdmins(query, callerId)] as const,
    ([[open], [admins]], admin, nowMs) => {
      if (open) return { reply: { pause: pauseView(open) }, statements: [] };
      const pause = { id, reason, sinceMs: nowMs, resumedAtMs: null, pausedByName: admin.name, approvedBy: [] };
      return {
        reply: { pause: pauseView({ ...pause, adminCount: admins?.count ?? 0 }) },
        statements: insertPause(query, { id, reason, pausedBy: admin.id }, nowMs),
      };
    },
  );
}
