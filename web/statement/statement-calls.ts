import { answer, api } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";

/** A period of a statement: ISO dates of the account's zone, both within it. */
export type Period = { from: string; to: string };

/** A money statement as the API returns it; dollars. */
export type Statement = Awaited<ReturnType<typeof fetchStatement>>;

/** Fetches a money statement. Throws ApiError or NetworkError. */
export async function fetchStatement(period: Period, signal: AbortSignal) {
  return (await answer(api.statement.$get({ query: period }, { init: { signal } }))).statement;
}

/** The page of a statement, to read and to print. */
export function statementPath(period: Period): string {
  return `${ROUTE.accountStatement}?${new URLSearchParams(period)}`;
}

/** The address of the same statement as a CSV file. */
export function statementFilePath(period: Period): string {
  return `/api/statement/export?${new URLSearchParams(period)}`;
}
