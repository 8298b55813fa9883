import type { User } from "../state/api.ts";

/**
 * Whose closed trades a page shows, as addresses and the API name it: those of the account of money, of a demo run, or of
 * an account with another broker, whose trades come from files.
 */
export type AccountName = CashOrRun | `broker:${number}`;

/** An account with this product. */
export type CashOrRun = "cash" | `run:${number}`;

export const CASH = "cash";

export function runAccount(run: number): CashOrRun {
  return `run:${run}`;
}

export function brokerAccount(number: number): AccountName {
  return `broker:${number}`;
}

/** The number of a run; null for another account. */
export function runOf(account: AccountName): number | null {
  return numberOf(account, "run");
}

/** The number of an account with another broker; null for an account with this product. */
export function brokerOf(account: AccountName): number | null {
  return numberOf(account, "broker");
}

function isCashOrRun(account: AccountName): account is CashOrRun {
  return brokerOf(account) === null;
}

function numberOf(account: AccountName, kind: string): number | null {
  const [of, number] = account.split(":");
  return of === kind ? Number(number) : null;
}

/** The account that an address names; null where it names none. */
export function accountIn(query: URLSearchParams): AccountName | null {
  const [, cash, kind, number] = /^(?:(cash)|(run|broker):([1-9]\d{0,8}))$/.exec(query.get("account") ?? "") ?? [];
  if (cash) return CASH;
  if (kind === undefined) return null;
  return kind === "run" ? runAccount(Number(number)) : brokerAccount(Number(number));
}

/** As above, for a page without figures of other brokers' accounts. */
export function cashOrRunIn(query: URLSearchParams): CashOrRun | null {
  const account = accountIn(query);
  return account && isCashOrRun(account) ? account : null;
}

/** Adds the account to an address, unless it names none. @param account null for the account that the page opens with */
export function withAccount(path: string, account: AccountName | null): string {
  if (account === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}account=${account}`;
}

/** The account that the dashboard opens with: the demo run of a trader whose trades are all made with demo money, else cash. */
export function usualAccount({ demo, analytics }: User): CashOrRun {
  return demo?.hasTrades && analytics.totalTrades === 0 ? runAccount(demo.run) : CASH;
}

/** The account that the performance page opens with: one with another broker of a trader who has traded nowhere else, else the usual one. */
export function openingAccount(person: User): AccountName {
  const usual = usualAccount(person);
  const broker = person.brokerAccounts.find(({ trades }) => trades > 0);
  return broker && usual === CASH && person.analytics.totalTrades === 0 ? brokerAccount(broker.number) : usual;
}
