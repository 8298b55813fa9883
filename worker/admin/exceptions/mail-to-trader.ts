import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { ExceptionRow } from "./exception-store.ts";

type Decided = Pick<ExceptionRow, "user" | "deposit" | "paidAmount" | "paidCurrency"> & { note: string };
type Known = Decided & { [field in "user" | "deposit"]: NonNullable<ExceptionRow[field]> };

/** The mail about a decision to the trader of a payment; none where nobody knows whose it is. */
export function mailToTrader(decided: Decided, compose: (email: string, decided: Known) => Mail): Mail[] {
  const { user, deposit } = decided;
  return user === null || deposit === null ? [] : [compose(user.email, { ...decided, user, deposit })];
}
