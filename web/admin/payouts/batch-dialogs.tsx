import { useId, useState } from "react";
import { STATEMENT_BYTES_MAX } from "../../../worker/contract/bank-statements.ts";
import { RadioCard } from "../../ui/fields/choice.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { formatMoney } from "../../ui/format.ts";
import { ItemText } from "../../ui/item.tsx";
import { Stack, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { base64OfFile } from "../core/base64-of-file.ts";
import { FileDrop } from "../core/file-drop.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import type { PlannedBatch } from "./batch-pane.tsx";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { BatchItem, MakeBody, OthersPayment, PayoutBatch, ResultBody, ResultLine } from "./payout-calls.ts";
import { batchName } from "./payout-words.ts";

const text = PAYOUT_ADMIN_TEXT;

type MakeDialogProps = BodyDialogProps<MakeBody> & {
  planned: PlannedBatch;
  /** One that was sent and may have been made: it is sent again as it was, so that it is made once. */
  unanswered: MakeBody | null;
};

/** Makes the batch from the draft that the dialog shows. When the server's count or sum differs, the dialog shows those of now. */
export function MakeDialog({ planned, unanswered, onSubmit, ...dialog }: MakeDialogProps) {
  const { totals, account, profile, obstacle } = planned;
  const body = unanswered ?? makeBody(planned);
  const sum = formatMoney(unanswered?.total ?? totals.sum);
  return (
    <ActionDialog
      {...dialog}
      title={text.make.title(sum)}
      lead={text.make.lead(body?.count ?? 0, account?.name ?? "", profile?.name ?? "")}
      submit={text.make.submit(sum)}
      isComplete={body !== null && (unanswered !== null || obstacle === null)}
      isSubmitFirst
      needsStepUp
      onSubmit={() => body && onSubmit(body)}
    >
      {unanswered === null && obstacle !== null && (
        <FieldError id="payout-obstacle">{totals.rows.length === 0 ? text.make.nothing : obstacle}</FieldError>
      )}
    </ActionDialog>
  );
}

function makeBody({ totals: { rows, sum }, account, profile }: PlannedBatch): MakeBody | null {
  if (account === null || profile === null) return null;
  return {
    items: rows.map(({ _id, version }) => ({ _id, version })),
    bankAccount: account._id,
    profile: profile._id,
    count: rows.length,
    total: sum,
  };
}

/** Downloads the file of a batch again. */
export function FileDialog({ batch, onSubmit, ...dialog }: BodyDialogProps<object> & { batch: PayoutBatch }) {
  return (
    <ActionDialog
      {...dialog}
      title={text.file.title(batchName(batch))}
      lead={text.file.lead}
      submit={text.file.submit}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({})}
    />
  );
}

/** Takes the bank's result file. One that is refused is chosen again in the same dialog. */
export function ResultDialog({
  batch,
  problem,
  onSubmit,
  ...dialog
}: BodyDialogProps<ResultBody> & { batch: PayoutBatch }) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<File | null>(null);
  const id = useId();
  const error = fault ?? (problem?.field === "file" && sent === file ? problem.message : null);

  async function submit() {
    if (file === null) return setFault(text.result.missing);
    if (file.size > STATEMENT_BYTES_MAX) return setFault(text.result.tooLarge);
    const base64 = await base64OfFile(file).catch(() => null);
    // It was moved or changed since it was chosen.
    if (base64 === null) return setFault(text.result.unreadable);
    setSent(file);
    onSubmit({ fileName: file.name, file: base64 });
  }

  return (
    <ActionDialog
      {...dialog}
      problem={problem}
      fields={["file"]}
      title={text.result.title(batchName(batch))}
      lead={text.result.lead}
      submit={text.result.submit}
      hasInput={file !== null}
      needsStepUp
      onSubmit={() => void submit()}
    >
      <Stack gap={6} role="group" aria-labelledby={`${id}-label`}>
        <Text as="b" id={`${id}-label`} size="dense" weight={500}>
          {text.result.field}
        </Text>
        <FileDrop
          label={text.result.field}
          file={file}
          accept=".csv,.txt,text/csv"
          types={text.result.drop}
          choose={text.result.choose}
          another={text.result.another}
          problemId={`${id}-problem`}
          onChoose={(chosen) => {
            setFile(chosen);
            setFault(null);
          }}
        />
        {error !== null && <FieldError id={`${id}-problem`}>{error}</FieldError>}
      </Stack>
    </ActionDialog>
  );
}

/** Completes what is open of a batch from the statements. */
export function StatementDialog({ batch, onSubmit, ...dialog }: BodyDialogProps<object> & { batch: PayoutBatch }) {
  return (
    <ActionDialog
      {...dialog}
      title={text.statement.title(batchName(batch))}
      lead={text.statement.lead}
      submit={text.statement.submit}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({})}
    />
  );
}

type MatchDialogProps = BodyDialogProps<{ resultLine: string }> & { item: BatchItem; lines: readonly ResultLine[] };

/** Chooses the line of the result that is the payment of an item. */
export function MatchDialog({ item, lines, onSubmit, ...dialog }: MatchDialogProps) {
  const candidates = lines.filter((line) => line.candidates.includes(item.withdrawalId));
  const [chosen, setChosen] = useState<string | null>(null);
  const current = candidates.find(({ _id }) => _id === chosen) ?? candidates[0];
  return (
    <ActionDialog
      {...dialog}
      title={text.matching.title(item.number)}
      lead={text.matching.lead(formatMoney(item.amount), item.trader)}
      submit={text.matching.submit}
      isComplete={current !== undefined}
      isSubmitFirst
      needsStepUp
      onSubmit={() => current && onSubmit({ resultLine: current._id })}
    >
      {candidates.length === 0 && <FieldError id="payout-no-line">{text.matching.gone}</FieldError>}
      <Stack gap={8} role="radiogroup" aria-label={text.matching.lines}>
        {candidates.map((line) => (
          <RadioCard key={line._id} name="result-line" checked={line === current} onChange={() => setChosen(line._id)}>
            <ItemText title={text.matching.line(line.line, formatMoney(line.amount))} note={lineNote(line)} />
          </RadioCard>
        ))}
      </Stack>
    </ActionDialog>
  );
}

function lineNote({ reference, bankId, reason }: ResultLine): string {
  return [reference ?? text.matching.noReference, bankId, reason].filter((known) => known !== null).join(", ");
}

type TakeOverDialogProps = BodyDialogProps<object> & { batch: PayoutBatch; payment: OthersPayment };

/** Confirms that the admin pays what a colleague pays of a batch, after a look at the bank. */
export function TakeOverDialog({ batch, payment, onSubmit, ...dialog }: TakeOverDialogProps) {
  const { payer, count, sum } = payment;
  return (
    <ActionDialog
      {...dialog}
      title={text.takingOver.title(batchName(batch))}
      lead={text.takingOver.lead(payer.name, count, formatMoney(sum))}
      submit={text.takingOver.submit(formatMoney(sum))}
      isDanger
      needsStepUp
      onSubmit={() => onSubmit({})}
    />
  );
}

/** Takes an item back that the bank has not paid. */
export function TakeBackDialog({ item, onSubmit, ...dialog }: BodyDialogProps<object> & { item: BatchItem }) {
  return (
    <ActionDialog
      {...dialog}
      title={text.taking.title(item.number)}
      lead={text.taking.lead(formatMoney(item.amount), item.trader)}
      submit={text.taking.submit}
      isDanger
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({})}
    />
  );
}
