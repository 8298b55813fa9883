import { formatAge } from "../../ui/format.ts";
import { Hourglass, Icon, type IconGlyph, MessageSquareReply } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import type { ClientWait } from "./question-calls.ts";
import { QUESTION_TEXT as text } from "./question-text.ts";

type ClientMarkProps = { client: ClientWait; nowMs: number; isOpen: boolean };

/** In a row: that an item waits for its client and since when, that the client has answered, or that no answer came. */
export function ClientMark({ client, nowMs, isOpen }: ClientMarkProps) {
  if (!isOpen) return null;
  const { askedAt, answeredAt, returnedAt } = client;
  if (askedAt !== null) {
    const age = formatAge(nowMs - Date.parse(askedAt));
    return (
      <Mark icon={Hourglass} tone="muted" label={text.atClient(age)} figure={age.split(" ").slice(0, 2).join(" ")} />
    );
  }
  if (returnedAt !== null) return <Mark icon={Hourglass} tone="warn" label={text.returnedMark} />;
  return answeredAt === null ? null : <Mark icon={MessageSquareReply} tone="accent" label={text.answered} />;
}

type MarkProps = { icon: IconGlyph; tone: "muted" | "warn" | "accent"; label: string; figure?: string };

function Mark({ icon, tone, label, figure }: MarkProps) {
  return (
    <Row as="span" gap={4} tone={tone} title={label} breaks="never">
      <Icon of={icon} size={14} />
      {figure && (
        <span className="num" aria-hidden="true">
          {figure}
        </span>
      )}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Row>
  );
}
