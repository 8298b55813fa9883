import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { countAdmins, insertPause, type Paused, selectOpenPauses } from "./pause-admin-store.ts";
import { pauseView } from "./pause-view.ts";

/**
 * Pauses withdrawals, or new deposits, at once, by one admin. A pause of withdrawals calls the admin on call within a minute. While a pause lasts
 * another one of the same changes nothing.
 * @throws AppError `invalid_input` | `key_reused`
 */
export function pauseAsAdmin(
  scope: Scope,
  input: { what: Paused; reason: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const reason = requiredNote(input.reason, "reason");
  const { what } = input;
  const { query } = scope.db;
  const id = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectOpenPauses(query, callerId), countAdmins(query, callerId)] as const,
    ([lasting, [admins]], admin, nowMs) => {
      const open = lasting.find((pause) => pause.what === what);
      if (open) return { reply: { pause: pauseView(open) }, statements: [] };
      const pause = { id, what, reason, sinceMs: nowMs, resumedAtMs: null, pausedByName: admin.name, approvedBy: [] };
      return {
        reply: { pause: pauseView({ ...pause, adminCount: admins?.count ?? 0 }) },
        statements: insertPause(query, { id, what, reason, pausedBy: admin.id }, nowMs),
      };
    },
  );
}
