import { ROUTE } from "../state/routes.ts";
import { SentencePage } from "../ui/sentence-page.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The placeholder at /withdrawal: withdrawals are requested on the account page. */
export function WithdrawalPage() {
  const { comingSoon, toAccount } = WITHDRAWAL_TEXT;
  return <SentencePage text={comingSoon} link={{ href: ROUTE.accountWithdraw, label: toAccount }} />;
}
