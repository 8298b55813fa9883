import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Box } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { KEYS } from "../core/admin-keys.ts";
import { EvidenceSection } from "../core/admin-layout.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { NoteDialog } from "../users/user-action-dialogs.tsx";
import { UserNotes } from "../users/user-notes.tsx";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

type PersonNotesProps = {
  trader: Pick<TraderContext, "_id" | "notes">;
  name: string;
  at: (instant: string) => string;
  onWritten: () => void;
};

/** The admins' notes about the trader, and a button that adds one. N writes a note, here and on the person's own page. */
export function PersonNotes({ trader, name, at, onWritten }: PersonNotesProps) {
  const [isWriting, setIsWriting] = useState(false);
  const write = () => setIsWriting(true);
  useShortcuts({ [KEYS.note]: write });
  const close = () => setIsWriting(false);
  return (
    <EvidenceSection as="div" surface="surface" pad="16px 20px" phone={{ margin: "0 -16px", pad: 16 }}>
      <UserNotes notes={trader.notes} at={at} />
      <Box margin="12px 0 0">
        <Button isWide aria-keyshortcuts={KEYS.note} aria-haspopup="dialog" onClick={write}>
          <ButtonKey>{KEYS.note}</ButtonKey>
          {TRADER_TEXT.addNote}
        </Button>
      </Box>
      {isWriting && (
        <NoteDialog
          user={{ _id: trader._id, name }}
          onDone={(message) => {
            close();
            toast.success(message);
            onWritten();
          }}
          onConflict={onWritten}
          onClose={close}
        />
      )}
    </EvidenceSection>
  );
}
