import { styled } from "goober";
import { useState } from "react";
import { type } from "../../ui/theme.ts";
import { toast } from "../../ui/toaster.tsx";
import { EvidenceSection } from "../core/admin-layout.ts";
import { KeyCap } from "../core/key-cap.tsx";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { NoteDialog } from "../users/user-action-dialogs.tsx";
import { UserNotes } from "../users/user-notes.tsx";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

const Add = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  min-height: 36px;
  margin-top: 12px;
  padding: 0 10px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
  text-align: left;
  &:hover {
    color: var(--text);
  }
`;

type PersonNotesProps = {
  trader: Pick<TraderContext, "_id" | "notes">;
  name: string;
  at: (instant: string) => string;
  /** Whether N writes a note; false where the key does something else. */
  hasKey?: boolean;
  /** Called after a note was written. */
  onWritten: () => void;
};

/** The admins' notes about the trader, and a button that adds one. */
export function PersonNotes({ trader, name, at, hasKey = true, onWritten }: PersonNotesProps) {
  const [isWriting, setIsWriting] = useState(false);
  const write = () => setIsWriting(true);
  useShortcuts({ n: hasKey ? write : undefined });
  const close = () => setIsWriting(false);
  return (
    <EvidenceSection as="div">
      <UserNotes notes={trader.notes} at={at} />
      <Add type="button" aria-keyshortcuts={hasKey ? "n" : undefined} aria-haspopup="dialog" onClick={write}>
        {TRADER_TEXT.addNote}
        {hasKey && (
          <span aria-hidden="true">
            <KeyCap>N</KeyCap>
          </span>
        )}
      </Add>
      {isWriting && (
        <NoteDialog
          user={{ _id: trader._id, name }}
          onDone={(message) => {
            close();
            toast.success(message);
            onWritten();
          }}
          onConflict={(message) => {
            close();
            toast.error(message);
          }}
          onClose={close}
        />
      )}
    </EvidenceSection>
  );
}
