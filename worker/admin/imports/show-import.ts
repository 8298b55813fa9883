import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { dollarsFromCents } from "../../contract/money.ts";
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
 * Shows an import before its commit: what would become of each row, what it adds up to, and what the balance lacks to
 * bear it. After it, the trades that it brought.
 *
 * @param page.fate of a staged import, the rows of this fate alone
 * @throws AppError `not_found`
 */
export async function showImport(scope: Scope, id: string, { cursor = 0, limit, fate }: RowPage) {
  const { query } = scope.db;
  // One more than is shown tells whether there is another page.
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
  return {
    import: importView(record),
    summary: isStaged ? summaryOf(record, counted) : null,
    balance: dollarsFromCents(record.balanceCents),
    shortBy: dollarsFromCents(lackOf(record, counted)),
    /** Why the next step is not for the admin who looks to take, in words for them; null when it is. */
    notYours: whyNotYours(record, counted, admin, nowMs),
    rows: shown,
    nextCursor: views.length > limit ? (shown.at(-1)?._id ?? null) : null,
  };
}

function whyNotYours(record: ImportRecord, counted: StagedCount, admin: Importer, nowMs: number): string | null {
  const { status, profitCents } = record.import;
  if (status === "reversed") return null;
  const countsFromMs = admin.countsFromMs > nowMs ? admin.countsFromMs : null;
  const movesCents = status === "staged" ? counted.profitCents : (profitCents ?? 0);
  return tooNewReason({ ...admin, countsFromMs }) ?? otherAdminReason(record, movesCents, admin, nowMs);
}

/** What the balance lacks for the next step: the commit, or the reversal. */
function lackOf({ import: { status, profitCents }, balanceCents }: ImportRecord, counted: StagedCount): number {
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
    /** Duplicates that say something else than the trade that stands. */
    differing,
    /** What the new rows made together, and what all of the file's did. */
    profitLoss: dollarsFromCents(profitCents),
    fileProfitLoss: dollarsFromCents(fileProfitCents),
    balanceAfter: dollarsFromCents(balanceCents + profitCents),
    firstCloseTime: firstClosedMs === null ? null : new Date(firstClosedMs).toISOString(),
    lastCloseTime: lastClosedMs === null ? null : new Date(lastClosedMs).toISOString(),
  };
}
