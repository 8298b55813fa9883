import { AppError } from "../../contract/errors.ts";
import { INCIDENT } from "../../contract/incidents.ts";
import { DAY_MS } from "../../contract/time.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { ON_CALL_TEXT } from "./incident-words.ts";
import { insertOverride, onCallFacts, removeOverride, selectOnCall } from "./rota-store.ts";

/**
 * Lets an admin stand in for whoever is on call in a span. Of two that overlap, the newer counts.
 * @param input.from epoch ms, as `to`
 * @throws AppError `invalid_input` for who is no admin, or a span that has passed, is empty or too long | `key_reused`
 */
export function setOverride(
  scope: Scope,
  { admin: userId, from: fromMs, to: toMs }: { admin: string; from: number; to: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => selectOnCall(query, callerId, scope.now()),
    (rows, admin, nowMs) => {
      if (!onCallFacts(rows, admin.timeZone).adminIds.has(userId)) {
        throw new AppError("invalid_input", ON_CALL_TEXT.notAdmin, { field: "admin" });
      }
      if (toMs <= fromMs) throw new AppError("invalid_input", ON_CALL_TEXT.spanOrder, { field: "to" });
      if (toMs <= nowMs) throw new AppError("invalid_input", ON_CALL_TEXT.spanPast, { field: "to" });
      if (toMs - fromMs > INCIDENT.overrideMaxMs) {
        throw new AppError("invalid_input", ON_CALL_TEXT.spanLong(INCIDENT.overrideMaxMs / DAY_MS), { field: "to" });
      }
      const detail = { userId, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      return {
        reply: {},
        statements: [
          insertOverride(query, { userId, fromMs, toMs, setBy: admin.id }, nowMs),
          audit(query, { actor: admin.id, action: "on_call.override_set", subject: "on_call:override", detail }, nowMs),
        ],
      };
    },
  );
}

/**
 * Takes an override back. One that was taken back already, or has passed, stays as it is.
 * @throws AppError `key_reused`
 */
export function takeBackOverride(scope: Scope, overrideId: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const id = /^\d{1,15}$/.test(overrideId) ? Number(overrideId) : 0;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => selectOnCall(query, callerId, scope.now()),
    ([, overrides], admin, nowMs) => {
      const override = overrides.find((one) => one.id === id);
      if (!override) return { reply: {}, statements: [] };
      return {
        reply: {},
        statements: [
          ...removeOverride(query, id, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "on_call.override_removed",
              subject: "on_call:override",
              detail: { userId: override.userId },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}
