import { styled } from "goober";
import { Icon, IdCard } from "../../ui/icon.tsx";
import { type } from "../../ui/theme.ts";
import { midSentence } from "../core/admin-time.ts";
import { EvidenceImage } from "./evidence-image.tsx";
import type { EvidenceView } from "./evidence-tabs.tsx";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

const Missing = styled("p")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 96px;
  border: 1px dashed var(--line);
  border-radius: var(--radius-control);
  color: var(--muted);
`;

const text = TRADER_TEXT.evidence;

/** The ID card as a view of the evidence. Each view of a card is in the audit log, so it is fetched only when shown. */
export function idCardView(
  { status, image, submittedAt }: TraderContext["identity"],
  person: { name: string; username: string },
  at: (instant: string) => string,
): EvidenceView {
  const content =
    image === null ? (
      <Missing>
        <Icon of={IdCard} />
        {status === "none" ? text.noCard : text.erased}
      </Missing>
    ) : (
      <EvidenceImage
        key={image}
        src={image}
        title={text.cardOf(person.name)}
        saveAs={`id-card-${person.username}`}
        caption={text.sent(midSentence(at(submittedAt ?? "")))}
      />
    );
  return { value: "card", label: text.card, content };
}
