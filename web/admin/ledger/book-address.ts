import { ledgerPath } from "./ledger-address.ts";

/** The parameters of the address that opens the dialog of a proposal: its kind, and the id of what it is about. */
export const PROPOSE = "propose";
export const ABOUT = "about";

/** The kinds of acts that are about a record or a trader, whose page leads to their dialog. */
export type LinkedKind = "payout_returned" | "deposit_reversed" | "receivable_collected" | "correction";

/**
 * The address of the dialog that proposes an act.
 * @param about the id of the withdrawal, the deposit or the trader
 * @param amount in dollars, which its field begins with
 */
export function proposalPath(kind: LinkedKind, about: string, amount?: number): string {
  return ledgerPath("books", {
    [PROPOSE]: kind,
    [ABOUT]: about,
    ...(amount !== undefined && { amount: amount.toFixed(2) }),
  });
}

/** The parameters of the address that a fee is filled in from. */
export const FEE_PARAMS = ["bankAccount", "amount", "bankReference", "reason"] as const;

/** What a line of the bank's statement says of its fee. */
export type FeeOfLine = { bankAccount: string; amount: number; bankReference: string; reason: string };

/** The address of the dialog that proposes a fee, filled in from the line that has it. */
export function feePath({ amount, ...line }: FeeOfLine): string {
  return ledgerPath("books", { [PROPOSE]: "fee", ...line, amount: String(amount) });
}

/** The fee in an address; null where it has none. */
export function feeIn(params: URLSearchParams): FeeOfLine | null {
  const [bankAccount, amount] = [params.get("bankAccount"), Number(params.get("amount"))];
  if (params.get(PROPOSE) !== "fee" || bankAccount === null || !(amount > 0)) return null;
  return {
    bankAccount,
    amount,
    bankReference: params.get("bankReference") ?? "",
    reason: params.get("reason") ?? "",
  };
}
