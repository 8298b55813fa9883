import { AppError } from "../../contract/errors.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { saidIn, type Translated } from "../../contract/translated.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { tooNewReason } from "../commands/approvals.ts";
import { otherAdminReason, shortBy } from "./import-rules.ts";
import {
  countStaged,
  type Importer,
  type ImportRecord,
  type StagedCount,
  selectImport,
  selectImportedTrades,
  selectImporter,
  selectStagedRows,
} from "./import-store.ts";
import { importedTradeView, importView, stagedRowView } from "./import-view.ts";

type RowPage = { cursor?: number | undefined; limit: number; fate?: "new" | "duplicate" | undefined };

/**
 * Shows an import. Before its commit: what would become of each row, the totals, and how much the balance lacks for it.
 * After its commit: the trades that it brought.
 *
 * @param page.fate of a staged import, only the rows of this fate
 * @throws AppError `not_found`
 */
export async function showImport(scope: Scope, id: string, { cursor = 0, limit, fate }: RowPage) {
  const { query } = scope.db;
  // One row more than is shown tells whether there is another page.
  const page = { after: cursor, limit: limit + 1 };
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectImport(query, id, nowMs),
    countStaged(query, id),
    selectStagedRows(query, id, { ...page, fate }),
    selectImportedTrades(query, id, page),
    selectImporter(query, callerId, nowMs),
  ]);
  const [[record], [counted], staged, imported, [admin]] = rows;
  if (!record || !counted || !admin) throw new AppError("not_found", ERROR_TEXT.not_found);
  const isStaged = record.import.status === "staged";
  const views = isStaged ? staged.map(stagedRowView) : imported.map(importedTradeView);
  const shown = views.slice(0, limit);
  const reason = reasonNotAllowed(record, counted, admin, nowMs);
  return {
    import: importView(record),
    summary: isStaged ? summaryOf(record, counted) : null,
    balance: dollarsFromCents(record.balanceCents),
    shortBy: dollarsFromCents(missingCents(record, counted)),
    /** Why this admin may not take the next step, as text for them; null when they may. */
    notYours: reason && saidIn(scope.language, reason),
    rows: shown,
    nextCursor: views.length > limit ? (shown.at(-1)?._id ?? null) : null,
  };
}

function reasonNotAllowed(
  record: ImportRecord,
  counted: StagedCount,
  admin: Importer,
  nowMs: number,
): Translated | null {
  const { status, profitCents } = record.import;
  if (status === "reversed") return null;
  const countsFromMs = admin.countsFromMs > nowMs ? admin.countsFromMs : null;
  const movesCents = status === "staged" ? counted.profitCents : (profitCents ?? 0);
  return tooNewReason({ ...admin, countsFromMs }) ?? otherAdminReason(record, movesCents, admin, nowMs);
}

/** How much the balance lacks for the next step, the commit or the reversal; in cents. */
function missingCents({ import: { status, profitCents }, balanceCents }: ImportRecord, counted: StagedCount): number {
  if (status === "staged") return shortBy(balanceCents, counted.profitCents);
  return status === "committed" ? shortBy(balanceCents, -(profitCents ?? 0)) : 0;
}

function summaryOf({ balanceCents }: ImportRecord, counted: StagedCount) {
  const { staged, fresh, differing, profitCents, fileProfitCents, firstClosedMs, lastClosedMs } = counted;
  return {
    /** Rows that have arrived. */
    staged,
    fresh,
    duplicates: staged - fresh,
    /** Duplicates that differ from the existing trade. */
    differing,
    /** The total result of the new rows, and of all rows of the file. */
    profitLoss: dollarsFromCents(profitCents),
    fileProfitLoss: dollarsFromCents(fileProfitCents),
    balanceAfter: dollarsFromCents(balanceCents + profitCents),
    firstCloseTime: firstClosedMs === null ? null : new Date(firstClosedMs).toISOString(),
    lastCloseTime: lastClosedMs === null ? null : new Date(lastClosedMs).toISOString(),
  };
}
