import { AppError } from "../../contract/errors.ts";
import { keptQuery, SAVED_VIEW, type SavedViewList } from "../../contract/saved-views.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { deleteSavedView, insertSavedView, type SavedViewRow, selectSavedViews } from "./saved-view-store.ts";

/** A saved view as its admin sees it. */
function savedView({ id, list, name, query }: SavedViewRow) {
  return { _id: id, list, name, query };
}

/** The calling admin's own views of all lists, by name. */
export async function listSavedViews(scope: Scope) {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectSavedViews(scope.db.query, callerId)]);
  return { views: rows[0].map(savedView) };
}

/**
 * Saves the filter and order of a list under a name, for the calling admin alone.
 * @throws AppError `invalid_input` | `label_exists` | `too_many_open` | `key_reused`
 */
export function saveView(
  scope: Scope,
  input: { list: SavedViewList; name: string; query: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const { list } = input;
  const name = plainText(input.name, { field: "name", max: SAVED_VIEW.nameMax, isRequired: true });
  const kept = keptQuery(input.query);
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [] as const,
    (_, admin, nowMs) => {
      const view = { id: crypto.randomUUID(), list, name, query: kept };
      return {
        reply: { view: savedView(view) },
        statements: [
          insertSavedView(query, {
            ...view,
            userId: admin.id,
            nameKey: name.toLowerCase(),
            createdAtMs: nowMs,
          }),
          audit(query, { actor: admin.id, action: "view.saved", subject: `list:${list}`, detail: { name } }, nowMs),
        ],
      };
    },
  );
}

/** Removes a view of the calling admin. @throws AppError `not_found` | `key_reused` */
export function removeView(scope: Scope, id: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectSavedViews(query, callerId)] as const,
    ([views], admin, nowMs) => {
      const view = views.find((one) => one.id === id);
      if (!view) throw new AppError("not_found", ERROR_TEXT.not_found);
      const detail = { name: view.name };
      return {
        reply: { view: savedView(view) },
        statements: [
          ...deleteSavedView(query, admin.id, id),
          audit(query, { actor: admin.id, action: "view.removed", subject: `list:${view.list}`, detail }, nowMs),
        ],
      };
    },
  );
}
