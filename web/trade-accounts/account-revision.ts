import type { User } from "../state/api.ts";
import { type AccountName, brokerAccount, CASH, runOf } from "./trade-account.ts";

/**
 * Changes with the figures that the person's view has of an account: new or removed trades of the account of money, or a
 * closed position of the current run, or an import. Then every query of the page is fetched again.
 */
export function revisionOf(person: User, account: AccountName): string {
  const broker = person.brokerAccounts.find(({ number }) => brokerAccount(number) === account);
  if (broker) return `${broker.trades} ${broker.result}`;
  const { analytics, demo } = person;
  const run = runOf(account);
  if (account === CASH) return `${analytics.totalTrades} ${analytics.grossProfit} ${analytics.grossLoss}`;
  return demo?.run === run ? String(demo.result) : "archived";
}
