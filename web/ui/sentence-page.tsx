import { ButtonLink } from "./button-link.tsx";
import { Card } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";

type SentencePageProps = {
  text: string;
  /** Where the thing can be done. */
  link?: { href: string; label: string };
};

/** A page that is one sentence. */
export function SentencePage({ text, link }: SentencePageProps) {
  return (
    <Card>
      <EmptyState title={text} action={link && <ButtonLink href={link.href}>{link.label}</ButtonLink>} />
    </Card>
  );
}
