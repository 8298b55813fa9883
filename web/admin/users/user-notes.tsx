import { styled } from "goober";
import { EyeOff, Icon } from "../../ui/icon.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { QuietText, SectionTitle } from "../core/admin-layout.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import type { UserNote } from "./user-calls.ts";

const text = USER_ADMIN_TEXT;

/** Its margin says that it is not sent: what a client sees has a frame. */
const Note = styled("li")`
  padding-left: 12px;
  border-left: 2px dashed var(--control);
`;

/** The admins' notes about a person, newest first. @param at formats an instant */
export function UserNotes({ notes, at }: { notes: readonly UserNote[]; at: (instant: string) => string }) {
  return (
    <section>
      <Row wrap justify="space-between" gap="0 12px">
        <SectionTitle>{text.notes}</SectionTitle>
        <Row as="span" gap={6} size="caption" tone="muted">
          <Icon of={EyeOff} size={14} />
          {text.notesHidden}
        </Row>
      </Row>
      {notes.length === 0 && <QuietText>{text.noNotes}</QuietText>}
      <Stack as="ul" gap={12} size="dense" margin="8px 0 0">
        {notes.map(({ _id, text: content, author, createdAt }) => (
          <Note key={_id}>
            <Text as="small" size="caption" tone="muted">
              {text.by(author ?? text.system, at(createdAt))}
            </Text>
            <Text breaks="written">{content}</Text>
          </Note>
        ))}
      </Stack>
    </section>
  );
}
