import { useState } from "react";
import type { User } from "../state/api.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Download, UserRoundX } from "../ui/icon.tsx";
import { ActionCards, ActionLine } from "./action-line.tsx";
import { CloseAccountDialog } from "./close-account-dialog.tsx";
import { dataText as text } from "./data-text.ts";
import { DownloadDataDialog } from "./download-data-dialog.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";

/** The user's data rights: downloading all of it, and closing the account. */
export function DataCards({ person }: { person: User }) {
  const [open, setOpen] = useState<"download" | "close" | null>(null);
  const { hasPassword } = person.security;
  const onClose = () => setOpen(null);
  return (
    <ActionCards>
      <Card>
        <ActionLine title={text.download.title} why={text.download.why}>
          <Button icon={Download} onClick={() => setOpen("download")}>
            {text.download.open}
          </Button>
        </ActionLine>
      </Card>
      <Card>
        <ActionLine title={text.close.title} why={text.close.why}>
          <Button icon={UserRoundX} onClick={() => setOpen("close")}>
            {text.close.open}
          </Button>
        </ActionLine>
      </Card>
      {open && !hasPassword && <SetPasswordDialog person={person} onClose={onClose} />}
      {open === "download" && hasPassword && <DownloadDataDialog onClose={onClose} />}
      {open === "close" && hasPassword && <CloseAccountDialog person={person} onClose={onClose} />}
    </ActionCards>
  );
}
