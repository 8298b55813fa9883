import type { Statement } from "../../db/client.ts";
import type { Scope } from "../platform/scope.ts";
import { deleteAccountsOf, isOfUser, markDeleted } from "./broker-account-store.ts";
import { deleteImportsOf } from "./broker-import-store.ts";
import { deleteTradesOf } from "./broker-trade-store.ts";

/** The statements that delete a person's broker accounts with everything in them, after their own account was closed in the same batch. */
export function deleteBrokerAccountsOf(
  { db: { query } }: Pick<Scope, "db">,
  userId: string,
  nowMs: number,
): Statement[] {
  const own = isOfUser(userId);
  return [
    markDeleted(query, own, nowMs),
    ...deleteTradesOf(query, own),
    ...deleteImportsOf(query, own),
    deleteAccountsOf(query, userId),
  ];
}
