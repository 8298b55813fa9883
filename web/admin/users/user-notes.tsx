import { Box, Stack, Text } from "../../ui/layout.tsx";
import { QuietText, SectionTitle } from "../core/admin-layout.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import type { UserNote } from "./user-calls.ts";

const text = USER_ADMIN_TEXT;

/** The admins' notes about a person, newest first. @param at formats an instant */
export function UserNotes({ notes, at }: { notes: readonly UserNote[]; at: (instant: string) => string }) {
  return (
    <section>
      <SectionTitle>{text.notes}</SectionTitle>
      {notes.length === 0 && <QuietText>{text.noNotes}</QuietText>}
      <Stack as="ul" gap={8} size="dense">
        {notes.map(({ _id, text: content, author, createdAt }) => (
          <Box as="li" key={_id} pad="8px 12px" surface="surface" radius="control">
            <Text breaks="written">{content}</Text>
            <Text as="small" size="caption" tone="muted">
              {text.by(author ?? text.system, at(createdAt))}
            </Text>
          </Box>
        ))}
      </Stack>
    </section>
  );
}
