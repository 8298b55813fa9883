import { plainText } from "../../http/plain-text.ts";
import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { selectAccountsNamed, selectHouseAccounts } from "./account-desk-store.ts";
import { accountView } from "./account-view.ts";

const SEARCH_CHARACTERS_MAX = 254;

/** The house's accounts, or those that a search finds: of the id, or of people whose e-mail or username begins so. */
export async function listAccounts(scope: Scope, typed: string | undefined) {
  const { query } = scope.db;
  const search =
    typed && plainText(typed, { field: "search", max: SEARCH_CHARACTERS_MAX }).normalize("NFKC").toLowerCase();
  const { rows } = await batchAs(scope, "read", (me) => [
    search ? selectAccountsNamed(query, me, search) : selectHouseAccounts(query, me),
  ]);
  return rows[0].map(accountView);
}
