import { ROUTE } from "../routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { pagesText } from "./pages-text.ts";

/** The pages that are one sentence, and a link to where the thing can be done. */

export function NotificationsPage() {
  return <Sentence text={pagesText.notifications.text} />;
}

export function DepositSentencePage() {
  const { text, link } = pagesText.deposit;
  return <Sentence text={text} link={{ href: ROUTE.accountDeposit, label: link }} />;
}

export function WithdrawalSentencePage() {
  const { text, link } = pagesText.withdrawal;
  return <Sentence text={text} link={{ href: ROUTE.accountWithdraw, label: link }} />;
}

function Sentence({ text, link }: { text: string; link?: { href: string; label: string } }) {
  return (
    <Card>
      <EmptyState title={text} action={link && <ButtonLink href={link.href}>{link.label}</ButtonLink>} />
    </Card>
  );
}
