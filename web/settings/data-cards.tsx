import { useState } from "react";
import { answer, api, type User } from "../state/api.ts";
import { provePassword } from "../state/fresh-proof.ts";
import { ROUTE } from "../state/routes.ts";
import { leaveForGood } from "../state/session.ts";
import { leaveFlash } from "../state/storage/flash.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Select } from "../ui/fields/select.tsx";
import { formatMoney } from "../ui/format.ts";
import { Download, UserRoundX } from "../ui/icon.tsx";
import { Grid } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { ActionCard } from "./action-card.tsx";
import { dataText as text } from "./data-text.ts";
import { ProofFormDialog, useProofForm } from "./proof-form.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";

export function DataCards({ person }: { person: User }) {
  const [open, setOpen] = useState<"download" | "close" | null>(null);
  const { hasPassword } = person.security;
  const onClose = () => setOpen(null);
  const { download, close } = text;
  return (
    <Grid gap={16} margin="24px 0 0">
      <ActionCard
        title={download.title}
        why={download.why}
        icon={Download}
        label={download.open}
        onPress={() => setOpen("download")}
      />
      <ActionCard
        title={close.title}
        why={close.why}
        icon={UserRoundX}
        label={close.open}
        onPress={() => setOpen("close")}
      />
      {open && !hasPassword && <SetPasswordDialog person={person} onClose={onClose} />}
      {open === "download" && hasPassword && <DownloadDataDialog onClose={onClose} />}
      {open === "close" && hasPassword && <CloseAccountDialog person={person} onClose={onClose} />}
    </Grid>
  );
}

const FORMATS = [
  { value: "json", label: text.download.formats.json },
  { value: "csv", label: text.download.formats.csv },
] as const satisfies { value: DataFormat; label: string }[];

function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const [format, setFormat] = useState<DataFormat>("json");
  const form = useProofForm({
    fields: { password: text.download.password },
    failed: text.download.failed,
    send: async ({ password }) => {
      await downloadData(format, password);
      toast.success(text.download.started);
      onClose();
    },
  });

  return (
    <ProofFormDialog
      title={text.download.open}
      lead={text.download.dialogWhy}
      cancel={text.download.cancel}
      submit={text.download.confirm}
      form={form}
      onClose={onClose}
    >
      <Select label={text.download.format} name="format" value={format} options={FORMATS} onChange={setFormat} />
    </ProofFormDialog>
  );
}

type CloseAccountProps = { person: User; onClose: () => void };

/** Closes the account permanently, or explains what prevents it. */
function CloseAccountDialog({ person, onClose }: CloseAccountProps) {
  const obstacle = moneyLeft(person);
  return obstacle === null ? (
    <ClosingForm person={person} onClose={onClose} />
  ) : (
    <Dialog
      title={text.close.firstTitle}
      describedBy="close-first"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.close.cancel}</Button>
          <ButtonLink href={ROUTE.accountWithdraw} variant="accent">
            {text.close.toWithdrawals}
          </ButtonLink>
        </>
      }
    >
      <p id="close-first">{obstacle}</p>
    </Dialog>
  );
}

/** The known obstacle to closing the account, as text; null without any. The API is not asked. */
function moneyLeft({ balance, heldBalance }: User): string | null {
  if (heldBalance > 0) return text.close.held(formatMoney(heldBalance));
  return balance > 0 ? text.close.available(formatMoney(balance)) : null;
}

function ClosingForm({ person, onClose }: CloseAccountProps) {
  const { twoFactor } = person.security;
  const form = useProofForm({
    fields: { password: text.close.password, ...(twoFactor && { code: text.close.code }) },
    failed: text.close.failed,
    send: async ({ password, code }) => {
      await closeAccount(password, twoFactor ? code : undefined);
      leaveFlash({ kind: "success", text: text.close.closed });
      await leaveForGood();
    },
  });
  return (
    <ProofFormDialog
      title={text.close.dialogTitle}
      lead={text.close.dialogWhy}
      cancel={text.close.cancel}
      submit={text.close.confirm}
      isDanger
      form={form}
      onClose={onClose}
    >
      <Grid as="ul" gap={8} size="dense" tone="muted">
        <li>{text.close.erased}</li>
        <li>{text.close.kept}</li>
        <li>{text.close.free}</li>
      </Grid>
    </ProofFormDialog>
  );
}

/** The calls about a user's data. Each throws ApiError or NetworkError. */

type DataFormat = "json" | "csv";

/** Confirms the password, then starts a browser download, which streams a file of any size. */
async function downloadData(format: DataFormat, password: string): Promise<void> {
  await provePassword(password);
  const link = document.createElement("a");
  link.href = `/api/user/export?format=${format}`;
  link.download = "";
  link.click();
}

/** Closes the account permanently. @param code of the second factor, where the account has one */
async function closeAccount(password: string, code: string | undefined): Promise<void> {
  await answer(api.user.close.$post({ json: code === undefined ? { password } : { password, code } }));
}
