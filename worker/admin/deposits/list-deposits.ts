import { plainText } from "../../http/plain-text.ts";
import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { cutPage, type Page } from "../desk/desk-page.ts";
import { type DepositStatus, selectDeskDepositPage } from "./deposit-desk-store.ts";
import { deskDepositView } from "./deposit-desk-view.ts";

const SEARCH_CHARACTERS_MAX = 254;

type Filter = { status?: DepositStatus | undefined; search?: string | undefined };

/** Everybody's deposits: the pending ones in the order they came, others with the newest first. */
export async function listDeposits(scope: Scope, { status, search: typed, ...page }: Page & Filter) {
  const search = plainText(typed ?? "", { field: "search", max: SEARCH_CHARACTERS_MAX });
  const direction = status === "pending" ? "oldest_first" : "newest_first";
  const { rows } = await batchAs(scope, "read", (me) => [
    selectDeskDepositPage(scope.db.query, me, { status, search, page, direction }),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  return { deposits: shown.map(deskDepositView), nextCursor };
}
