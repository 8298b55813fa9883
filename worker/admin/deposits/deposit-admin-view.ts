import { depositView } from "../../deposits/deposit-view.ts";
import { wordsView } from "../commands/approvals.ts";
import { deskPersonView } from "../lists/person-columns.ts";
import { type DeskDepositRow, markPaidApprovals } from "./deposit-admin-store.ts";

/** A deposit as the desk sees it: as its owner does, and whose it is and what is known of the payment. */
export function deskDepositView(row: DeskDepositRow) {
  return {
    ...depositView(row.deposit),
    settlementHash: row.deposit.settlementHash,
    bankReference: row.deposit.bankReference,
    user: deskPersonView(row.user),
    approvals: markPaidApprovals(row),
    words: wordsView(row.words),
  };
}
