import { AppError } from "../../contract/errors.ts";
import { INCIDENT_KINDS, readCause } from "../../contract/incidents.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { acknowledgeIncident } from "../../platform/incidents/incident-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { idOf, selectIncident, selectTells } from "./incident-admin-store.ts";
import { incidentNumber, incidentView } from "./incident-view.ts";

/**
 * Acknowledges an incident: an admin takes care of it, and it is told to nobody any more. What happened once ends with it. One that was
 * acknowledged or has ended stays as it is.
 * @throws AppError `not_found` | `key_reused`
 */
export function acknowledge(scope: Scope, incidentId: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const id = incidentNumber(incidentId);
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectIncident(query, callerId, id), selectTells(query, callerId, idOf(id))] as const,
    ([[row], tells], admin, nowMs) => {
      if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
      if (row.acknowledgedAtMs !== null || row.endedAtMs !== null) {
        return { reply: { incident: incidentView(row, tells) }, statements: [] };
      }
      const cause = readCause(row.cause);
      const rule = cause && INCIDENT_KINDS[cause.kind];
      const isEnded = rule !== null && !rule.isWatched && rule.endsAfterMs === null;
      const after = {
        ...row,
        acknowledgedAtMs: nowMs,
        acknowledgedByName: admin.name,
        tellDueAtMs: null,
        endedAtMs: isEnded ? nowMs : null,
      };
      return {
        reply: { incident: incidentView(after, tells) },
        statements: [
          ...acknowledgeIncident(query, id, admin.id, { isEnded }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "incident.acknowledged",
              subject: `incident:${id}`,
              detail: { cause: row.cause },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}
