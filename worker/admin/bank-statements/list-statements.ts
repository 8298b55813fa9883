import { STATEMENT_PROFILES } from "../../bank-statements/statement-profile.ts";
import { iso } from "../../contract/iso-time.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { STATEMENTS_MAX, selectStatementAccounts, selectStatements } from "./statement-admin-store.ts";
import { statementAccountView, statementView } from "./statement-view.ts";

/** The bank accounts, the profiles, and a page of imported statements, the newest first. @returns `before` begins the next page */
export async function listStatements(
  scope: Scope,
  filter: { account?: string | undefined; before?: number | undefined },
) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStatementAccounts(query, callerId),
    selectStatements(query, callerId, filter),
  ]);
  const [accounts, statements] = rows;
  const last = statements.at(-1);
  return {
    accounts: accounts.map(statementAccountView),
    profiles: STATEMENT_PROFILES.map(({ id, name }) => ({ _id: id, name })),
    statements: statements.map(statementView),
    before: last && statements.length === STATEMENTS_MAX ? iso(last.importedAtMs) : null,
  };
}
