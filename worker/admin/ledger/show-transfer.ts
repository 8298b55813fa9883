import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectTransferEntries } from "./account-admin-store.ts";
import { selectTransfer } from "./transfer-admin-store.ts";
import { transferEntryView, transferView } from "./transfer-view.ts";

/** One transfer with all its entries. @throws AppError `not_found` */
export async function showTransfer(scope: Scope, id: string) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", () => [
    selectTransfer(query, id),
    selectTransferEntries(query, id),
  ]);
  const [[transfer], entries] = rows;
  if (!transfer) throw new AppError("not_found", ERROR_TEXT.not_found);
  return { ...transferView(transfer), entries: entries.map(transferEntryView) };
}
