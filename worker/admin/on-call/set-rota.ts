import { AppError } from "../../contract/errors.ts";
import { INCIDENT } from "../../contract/incidents.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { ON_CALL_TEXT } from "./incident-words.ts";
import { mondayAt } from "./rota-rules.ts";
import { insertRota, onCallFacts, selectOnCall } from "./rota-store.ts";

/**
 * Puts another order of admins on call, a week each; the first has the current week. Without anybody every admin is called.
 * @param input.version the rota that it replaces, as the admin saw it
 * @throws AppError `invalid_input` for who is no admin, or on the list twice | `wrong_state` when a colleague changed it | `key_reused`
 */
export function setRota(
  scope: Scope,
  { admins, version }: { admins: readonly string[]; version: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  if (new Set(admins).size < admins.length)
    throw new AppError("invalid_input", ON_CALL_TEXT.twice, { field: "admins" });
  if (admins.length > INCIDENT.rotaMax) {
    throw new AppError("invalid_input", ON_CALL_TEXT.tooMany(INCIDENT.rotaMax), { field: "admins" });
  }
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => selectOnCall(query, callerId, scope.now()),
    (rows, admin, nowMs) => {
      const { adminIds, timeZone } = onCallFacts(rows, admin.timeZone);
      if (!admins.every((id) => adminIds.has(id))) {
        throw new AppError("invalid_input", ON_CALL_TEXT.notAdmin, { field: "admins" });
      }
      if ((rows[0][0]?.rotaId ?? 0) !== version) throw new AppError("wrong_state", ON_CALL_TEXT.changed);
      const rota = { seenId: version, firstMonday: mondayAt(nowMs, timeZone), userIds: admins, setBy: admin.id };
      return {
        reply: {},
        statements: [
          ...insertRota(query, rota, nowMs),
          audit(
            query,
            { actor: admin.id, action: "on_call.rota_set", subject: "on_call:rota", detail: { people: admins.length } },
            nowMs,
          ),
        ],
      };
    },
  );
}
