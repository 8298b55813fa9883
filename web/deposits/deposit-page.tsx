import { ROUTE } from "../state/routes.ts";
import { SentencePage } from "../ui/sentence-page.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

/** The placeholder at /deposit: deposits are made on the account page. */
export function DepositPage() {
  const { comingSoon, toAccount } = DEPOSIT_TEXT;
  return <SentencePage text={comingSoon} link={{ href: ROUTE.accountDeposit, label: toAccount }} />;
}
