import type { User } from "../state/api.ts";

/**
 * Whose closed trades a page shows, as addresses and the API name it: those of the account of money, or those of a demo
 * run.
 */
export type AccountName = "cash" | `run:${number}`;

export const CASH: AccountName = "cash";

export function runAccount(run: number): AccountName {
  return `run:${run}`;
}

/** The number of a run; null for the account of money. */
export function runOf(account: AccountName): number | null {
  return account === "cash" ? null : Number(account.slice("run:".length));
}

/** The account that an address names; null where it names none. */
export function accountIn(query: URLSearchParams): AccountName | null {
  const [, cash, run] = /^(?:(cash)|run:([1-9]\d{0,8}))$/.exec(query.get("account") ?? "") ?? [];
  if (cash) return CASH;
  return run ? runAccount(Number(run)) : null;
}

/** Adds the account to an address, unless it names none. @param account null for the account that the page opens with */
export function withAccount(path: string, account: AccountName | null): string {
  if (account === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}account=${account}`;
}

/** The account that a page opens with: the demo run of a trader whose trades are all made with demo money, else cash. */
export function usualAccount({ demo, analytics }: User): AccountName {
  return demo?.hasTrades && analytics.totalTrades === 0 ? runAccount(demo.run) : CASH;
}
