import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { stageRows } from "../../trades/trade-import-store.ts";
import { IMPORT_TEXT } from "./import-answers.ts";
import type { ImportRow } from "./import-row.ts";
import { selectImport } from "./import-store.ts";

/**
 * Stages some of a file's rows. Sending them again replaces them.
 *
 * @param from the number of the first of them in the file, from 1
 * @throws AppError `not_found` for a missing import or one that a colleague opened | `wrong_state` for one that is no
 * longer staged | `invalid_input` for rows beyond its end, in the future, or with a ticket that it already has
 */
export async function stageImportRows(
  scope: Scope,
  id: string,
  { from, rows }: { from: number; rows: readonly ImportRow[] },
): Promise<void> {
  const nowMs = scope.now();
  const early = rows.findIndex(({ closeTime }) => closeTime > nowMs);
  if (early >= 0) {
    const field = `rows.${early}.closeTime`;
    throw new AppError("invalid_input", IMPORT_TEXT.inTheFuture, { field });
  }
  const { query } = scope.db;
  const { caller, rows: results } = await authorizedBatch(scope, "act", (callerId) => [
    selectImport(query, id, nowMs),
    ...stageRows(query, callerId, { id, from, rows }),
  ]);
  const found = results[0][0]?.import;
  if (!found || found.createdBy !== caller.userId) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (found.status !== "staged") throw new AppError("wrong_state", IMPORT_TEXT.alreadyImported);
  if (from + rows.length - 1 > found.rowCount) {
    throw new AppError("invalid_input", IMPORT_TEXT.beyondEnd(found.rowCount), { field: "from" });
  }
}
