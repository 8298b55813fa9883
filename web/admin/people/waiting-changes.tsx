import { styled } from "goober";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/card.tsx";
import { Clock, Icon } from "../../ui/icon.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { midSentence } from "../core/admin-time.ts";
import { ROLES_TEXT } from "../core/roles-text.ts";
import type { AdminPerson } from "./people-calls.ts";
import { PEOPLE_TEXT } from "./people-text.ts";

const text = PEOPLE_TEXT;

/** An approval in a circle of 20: the initials of who gave it, or dashed while it is missing. */
const Seal = styled("span")`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: var(--raised);
  color: var(--accent);
  font-size: 9px;
  font-weight: 600;
  &[data-missing="true"] {
    border: 1px dashed var(--control);
    background: none;
  }
`;

type Change = NonNullable<AdminPerson["change"]>;

type WaitingChangesProps = {
  people: readonly AdminPerson[];
  adminId: string;
  at: (instant: string) => string;
  nowMs: number;
  onApprove: (person: AdminPerson) => void;
  onCancel: (person: AdminPerson) => void;
};

/** The changes of roles that wait: for another owner, or for the time from which the only one confirms. Nothing without one. */
export function WaitingChanges({ people, adminId, at, nowMs, onApprove, onCancel }: WaitingChangesProps) {
  const waiting = people.flatMap((person) => (person.change ? [{ person, change: person.change }] : []));
  if (waiting.length === 0) return null;
  return (
    <Panel title={text.waiting}>
      <Stack as="ul" line="between" pad="0 20px 8px" phone={{ pad: "0 16px 8px" }}>
        {waiting.map(({ person, change }) => {
          const isYou = person._id === adminId;
          const step = stepOf(change, adminId, nowMs);
          const [first] = change.approvedBy;
          return (
            <Row as="li" key={person._id} wrap align="start" gap="8px 16px" pad="12px 0" size="dense">
              <Stack grow minWidth={240} gap={4}>
                <Text as="b" weight={500} breaks="anywhere">
                  {person.name}
                </Text>
                <Text>{changeText(person, change)}</Text>
                <Text tone="muted" breaks="anywhere">
                  {change.reason}
                </Text>
                {first && (
                  <Row gap={6} size="caption" tone="muted">
                    <Seal aria-hidden="true">{initialsOf(first.name)}</Seal>
                    <Seal data-missing="true" title={text.missing}>
                      <VisuallyHidden>{text.missing}</VisuallyHidden>
                    </Seal>
                    {text.proposed(first.name, midSentence(at(first.at)))}
                  </Row>
                )}
                <Row gap={6} size="caption" tone={step === "last" && !isYou ? "text" : "warn"}>
                  <Icon of={Clock} size={14} />
                  {isYou ? text.about : waitsText(change, step, at)}
                </Row>
              </Stack>
              {!isYou && (
                <Row grow={false} gap={8}>
                  <Button
                    size="dense"
                    aria-haspopup="dialog"
                    aria-label={text.cancelOf(person.name)}
                    onClick={() => onCancel(person)}
                  >
                    {text.cancel}
                  </Button>
                  {step === "last" && (
                    <Button size="dense" aria-haspopup="dialog" onClick={() => onApprove(person)}>
                      {change.aloneFrom === null ? text.approve : text.confirm}
                    </Button>
                  )}
                </Row>
              )}
            </Row>
          );
        })}
      </Stack>
    </Panel>
  );
}

/** `last`: it is done with this owner's approval; `waits`: theirs is on record. */
function stepOf({ approvedBy, aloneFrom }: Change, adminId: string, nowMs: number): "last" | "waits" {
  if (approvedBy.some((approval) => approval.adminId !== adminId)) return "last";
  return aloneFrom !== null && Date.parse(aloneFrom) <= nowMs ? "last" : "waits";
}

function waitsText({ aloneFrom }: Change, step: "last" | "waits", at: (instant: string) => string): string {
  if (step === "last") return text.yours;
  return aloneFrom === null ? text.another : text.aloneFrom(midSentence(at(aloneFrom)));
}

/** What a change makes of the roles of a person, in words. */
export function changeText(person: AdminPerson, { roles }: Pick<Change, "roles">): string {
  const names = (of: readonly { role: Change["roles"][number] }[]) =>
    of.map(({ role }) => ROLES_TEXT.names[role]).join(", ");
  return text.fromTo(names(person.roles), names(roles.map((role) => ({ role }))));
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.at(-1)].map((word) => word?.[0] ?? "").join("");
}
