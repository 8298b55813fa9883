import { type AccountName, CASH } from "../trade-accounts/trade-account.ts";

/** The parameter of an account for the API, which takes cash to be meant without one. */
export function ofAccount(account: AccountName): { account?: AccountName } {
  return account === CASH ? {} : { account };
}
