import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { cutPage, type Page } from "../desk/desk-page.ts";
import { selectDeskWithdrawalPage, type WithdrawalFilter } from "./withdrawal-desk-store.ts";
import { deskWithdrawalView } from "./withdrawal-desk-view.ts";

/** Everybody's withdrawals: those that wait for an admin the oldest first, others with the newest first. */
export async function listWithdrawals(scope: Scope, { id, status, ...page }: Page & WithdrawalFilter) {
  const waits = status === "pending" || status === "approved";
  const direction = waits ? "oldest_first" : "newest_first";
  const { rows } = await batchAs(scope, "read", (me) =>
    selectDeskWithdrawalPage(scope.db.query, me, { id, status, page, direction }),
  );
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  const images = Map.groupBy(rows[1], ({ withdrawalId }) => withdrawalId);
  const nowMs = scope.now();
  return { withdrawals: shown.map((row) => deskWithdrawalView(row, images.get(row.id) ?? [], nowMs)), nextCursor };
}
