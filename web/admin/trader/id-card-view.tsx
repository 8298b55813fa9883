import { Callout } from "../../ui/callout.tsx";
import { IdCard } from "../../ui/icon.tsx";
import { midSentence } from "../core/admin-time.ts";
import type { EvidenceView } from "./evidence-tabs.tsx";
import { IdCardImage } from "./id-card-image.tsx";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

const text = TRADER_TEXT.evidence;

/** The ID card as a view of the evidence, which a press opens. */
export function idCardView(
  { status, image, submittedAt }: TraderContext["identity"],
  person: { name: string; username: string },
  at: (instant: string) => string,
): EvidenceView {
  const content =
    image === null ? (
      <Callout icon={IdCard}>{status === "none" ? text.noCard : text.erased}</Callout>
    ) : (
      <IdCardImage
        key={image}
        src={image}
        title={text.cardOf(person.name)}
        saveAs={`id-card-${person.username}`}
        caption={text.sent(midSentence(at(submittedAt ?? "")))}
      />
    );
  return { value: "card", label: text.card, content };
}
