import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { cutPage, type PageRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import {
  type IncidentStatus,
  idOf,
  idsOfPage,
  selectIncident,
  selectIncidentPage,
  selectTells,
} from "./incident-admin-store.ts";
import { incidentNumber, incidentView } from "./incident-view.ts";

/** A page of incidents, the newest first unless asked otherwise, each with who was told. */
export async function listIncidents(
  scope: Scope,
  { cursor, limit, sort = "newest", status = "open" }: PageRequest & { status?: IncidentStatus | undefined },
) {
  const page = { cursor, limit, sort };
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectIncidentPage(query, callerId, status, page),
    selectTells(query, callerId, idsOfPage(query, callerId, status, page)),
  ]);
  const [found, tells] = rows;
  const { rows: shown, nextCursor } = cutPage(found, page);
  return { incidents: shown.map((row) => incidentView(row, tells)), nextCursor };
}

/** Reads one incident. @throws AppError `not_found` */
export async function findIncident(scope: Scope, id: string) {
  const { query } = scope.db;
  const number = incidentNumber(id);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectIncident(query, callerId, number),
    selectTells(query, callerId, idOf(number)),
  ]);
  const [[row], tells] = rows;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return { incident: incidentView(row, tells) };
}
