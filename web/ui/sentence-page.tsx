import { styled } from "goober";
import { ButtonLink } from "./button-link.tsx";
import { Card } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type } from "./theme.ts";

const LinkedText = styled("div")`
  display: grid;
  justify-items: center;
  gap: 16px;
  padding: 32px 16px 24px;
  text-align: center;
  & > p {
    ${type.body}
    color: var(--muted);
  }
`;

type SentencePageProps = {
  text: string;
  /** Where the action is available instead: shown first. */
  link?: { href: string; label: string };
};

/** A page with a single sentence. */
export function SentencePage({ text, link }: SentencePageProps) {
  return (
    <Card>
      {link ? (
        <LinkedText>
          <ButtonLink href={link.href} variant="accent" size="form">
            {link.label}
          </ButtonLink>
          <p>{text}</p>
        </LinkedText>
      ) : (
        <EmptyState title={text} />
      )}
    </Card>
  );
}
