import { useId, useState } from "react";
import { STATEMENT_BYTES_MAX } from "../../../worker/contract/bank-statements.ts";
import type { Problem } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { formatCount } from "../../ui/format.ts";
import { Grid, Stack, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { base64OfFile } from "../core/base64-of-file.ts";
import { FileDrop } from "../core/file-drop.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { shortDay } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import type { ImportBody, ImportResult, StatementAccounts } from "./statement-calls.ts";

const text = RECONCILIATION_TEXT;
const FIELDS = ["account", "accountNumber", "profile", "file", "fileName", "from", "to"];
const MIB = 1024 * 1024;

type ImportDialogProps = BodyDialogProps<ImportBody> &
  StatementAccounts & {
    /** The account that is chosen first; null for the first one. */
    account: string | null;
  };

/** Takes a statement's file. A file that is refused says why and at which line, and the mended one is taken in its place. */
export function ImportDialog({ accounts, profiles, account: asked, problem, onSubmit, ...dialog }: ImportDialogProps) {
  const id = useId();
  const [accountId, setAccount] = useState(asked ?? accounts[0]?._id ?? "");
  const account = accounts.find(({ _id }) => _id === accountId);
  const [typedProfile, setProfile] = useState<string | null>(null);
  const profile = typedProfile ?? account?.profile ?? profiles[0]?._id ?? "";
  const [accountNumber, setAccountNumber] = useState("");
  const isFirst = account?.accountNumber === null;
  const [file, setFile] = useState<File | null>(null);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  /** What was sent, so that the problem with it goes once it is another. */
  const [sent, setSent] = useState<{
    file: File;
    account: string;
    accountNumber: string;
    profile: string;
    days: string;
  } | null>(null);
  const isSent =
    sent !== null &&
    sent.file === file &&
    sent.account === accountId &&
    sent.accountNumber === accountNumber &&
    sent.profile === profile &&
    sent.days === `${from} ${to}`;
  const now: Problem | null = isSent ? problem : null;
  const fileProblem = unreadable
    ? text.fileUnreadable
    : file && file.size > STATEMENT_BYTES_MAX
      ? text.fileTooLarge(STATEMENT_BYTES_MAX / MIB)
      : hasTried && !file
        ? text.fileMissing
        : now?.field === "file" || now?.field === "fileName"
          ? now.message
          : null;

  const lacksDay = (from === "") !== (to === "");

  async function send() {
    setHasTried(true);
    if (!file || file.size > STATEMENT_BYTES_MAX || lacksDay) return;
    const base64 = await base64OfFile(file).catch(() => null);
    setUnreadable(base64 === null);
    if (base64 === null) return;
    setSent({ file, account: accountId, accountNumber, profile, days: `${from} ${to}` });
    onSubmit({
      account: accountId,
      profile,
      fileName: file.name,
      ...(isFirst && { accountNumber }),
      file: base64,
      ...(from !== "" && { days: { from, to } }),
    });
  }

  return (
    <ActionDialog
      {...dialog}
      title={text.importStatement}
      lead={text.importLead}
      submit={text.import}
      problem={now}
      fields={FIELDS}
      hasInput={file !== null}
      needsStepUp
      onSubmit={() => void send()}
    >
      <Select
        data-autofocus=""
        label={text.bankAccount}
        value={accountId}
        error={now?.field === "account" ? now.message : null}
        options={accounts.map(({ _id, name, accountNumber, currency }) => ({
          value: _id,
          label: `${text.account(name, accountNumber)}, ${currency}`,
        }))}
        onChange={(next) => {
          setAccount(next);
          // Another bank writes another file.
          setProfile(null);
          setAccountNumber("");
        }}
      />
      {isFirst && (
        <Field
          label={text.accountNumber}
          hint={text.accountNumberHint}
          value={accountNumber}
          error={now?.field === "accountNumber" ? now.message : null}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setAccountNumber(currentTarget.value)}
        />
      )}
      <Select
        label={text.profile}
        hint={text.profileHint}
        value={profile}
        error={now?.field === "profile" ? now.message : null}
        options={profiles.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={setProfile}
      />
      <Stack gap={6} role="group" aria-labelledby={`${id}-label`}>
        <Text as="b" id={`${id}-label`} size="dense" weight={500}>
          {text.file}
        </Text>
        <FileDrop
          label={text.file}
          file={file}
          accept=".csv,.txt,text/csv,text/plain"
          types="CSV, TXT"
          choose={text.fileChoose}
          another={text.fileAnother}
          problemId={`${id}-problem`}
          onChoose={(next) => {
            setFile(next);
            setUnreadable(false);
          }}
        />
        {fileProblem && <FieldError id={`${id}-problem`}>{fileProblem}</FieldError>}
        {dialog.isSending && file && (
          <Text size="dense" tone="muted" role="status">
            {text.importing(sizeOf(file.size))}
          </Text>
        )}
      </Stack>
      <Stack gap={6} role="group" aria-labelledby={`${id}-days`}>
        <Text as="b" id={`${id}-days`} size="dense" weight={500}>
          {text.daysOfFile}
        </Text>
        <Grid columns={2} gap={12} phone={{ columns: 1 }}>
          <Field
            type="date"
            label={text.daysFrom}
            value={from}
            error={hasTried && lacksDay && from === "" ? text.daysBoth : now?.field === "from" ? now.message : null}
            onChange={({ target }) => setFrom(target.value)}
          />
          <Field
            type="date"
            label={text.daysTo}
            value={to}
            error={hasTried && lacksDay && to === "" ? text.daysBoth : now?.field === "to" ? now.message : null}
            onChange={({ target }) => setTo(target.value)}
          />
        </Grid>
        <Text size="dense" tone="muted">
          {text.daysHint}
        </Text>
      </Stack>
    </ActionDialog>
  );
}

/** A file's size: `5.0 MB`, `12 KB`. */
function sizeOf(bytes: number): string {
  return bytes >= MIB ? `${(bytes / MIB).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

type ImportedDialogProps = { result: ImportResult; onShow: (day: string) => void; onClose: () => void };

/** What an import has added, and what of it is open. */
export function ImportedDialog({ result, onShow, onClose }: ImportedDialogProps) {
  const { statement, imported, known, repeated, matched, isSame } = result;
  const { firstDay, lastDay, open } = statement;
  return (
    <Dialog
      title={isSame ? text.importedSame : text.imported}
      width="narrow"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.close}</Button>
          <Button data-autofocus="" variant="accent" onClick={() => onShow(lastDay)}>
            {text.showDay(shortDay(lastDay))}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        {isSame && <Text tone="muted">{text.importedSameDetail}</Text>}
        <Facts
          arrange="rows"
          facts={[
            { name: text.result.days, value: text.importedDays(shortDay(firstDay), shortDay(lastDay)) },
            { name: text.result.imported, value: formatCount(imported) },
            { name: text.result.known, value: formatCount(known) },
            { name: text.result.repeated, value: repeated > 0 && formatCount(repeated) },
            { name: text.result.matched, value: formatCount(matched) },
            { name: text.result.open, value: formatCount(open) },
          ]}
        />
      </Stack>
    </Dialog>
  );
}
