import { styled } from "goober";
import { type } from "../../ui/theme.ts";
import { QuietText, SectionTitle } from "../core/admin-layout.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import type { UserNote } from "./user-types.ts";

const List = styled("ul")`
  ${type.dense}
  display: grid;
  gap: 8px;
  & > li {
    padding: 8px 12px;
    border-radius: var(--radius-control);
    background: var(--surface);
  }
  & p {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & small {
    ${type.caption}
    color: var(--muted);
  }
`;

const text = USER_ADMIN_TEXT;

/** The admins' notes about a person, newest first. @param at formats an instant */
export function UserNotes({ notes, at }: { notes: readonly UserNote[]; at: (instant: string) => string }) {
  return (
    <section>
      <SectionTitle>{text.notes}</SectionTitle>
      {notes.length === 0 ? (
        <QuietText>{text.noNotes}</QuietText>
      ) : (
        <List>
          {notes.map(({ _id, text: content, author, createdAt }) => (
            <li key={_id}>
              <p>{content}</p>
              <small>{text.by(author ?? text.system, at(createdAt))}</small>
            </li>
          ))}
        </List>
      )}
    </section>
  );
}
