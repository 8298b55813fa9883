import { ALERTS, type PriceAlert } from "../contract/alerts/price-alerts.ts";
import { NOTIFICATIONS } from "../contract/notifications.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectAlerts, selectFirings } from "./alert-store.ts";
import { alertViews, firedTerms, firingView } from "./alert-view.ts";

/**
 * The caller's alerts: those that are on or paused before those that have fired or expired, each the newest first.
 * @returns `armed` is how many count against `max`: on or paused
 * @throws AppError `not_signed_in`
 */
export async function listAlerts(scope: Scope): Promise<{ alerts: PriceAlert[]; armed: number; max: number }> {
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectAlerts(scope.db.query, callerId, nowMs)]);
  const armed = rows[0].filter(({ alert }) => alert.state === "on" || alert.state === "paused").length;
  return { alerts: alertViews(rows[0], nowMs), armed, max: ALERTS.perTraderMax };
}

/** A page of what the caller's alerts told, the newest first, each with what its alert was about. @throws AppError `not_signed_in` */
export async function listFirings(scope: Scope, before: number | null) {
  const limit = NOTIFICATIONS.pageMax + 1;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectFirings(scope.db.query, callerId, { before, limit }),
  ]);
  const page = rows[0].slice(0, NOTIFICATIONS.pageMax);
  const last = page.at(-1);
  return {
    firings: page.map((row) => ({ ...firingView(row), terms: firedTerms(row) })),
    nextCursor: rows[0].length === limit && last ? String(last.id) : null,
  };
}
