import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { TextDialog } from "../core/text-dialog.tsx";
import { IMPORT_TEXT } from "./import-text.ts";
import type { CommitBody, ImportView, TradeImport } from "./import-types.ts";

const text = IMPORT_TEXT;

type CommitDialogProps = BodyDialogProps<CommitBody> & {
  view: ImportView;
  summary: NonNullable<ImportView["summary"]>;
};

/** Confirms an import before it is committed: its effect on the balance, and one button. */
export function CommitDialog({ view, summary, onSubmit, ...dialog }: CommitDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={text.commitTitle(summary.fresh)}
      lead={text.commitLead(view.import.user.name, view.balance, summary.balanceAfter)}
      submit={text.commit(summary.fresh, summary.profitLoss)}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ seen: { trades: summary.fresh, profitLoss: summary.profitLoss } })}
    />
  );
}

/** Reverses a whole import, with a reason that is stored with it. */
export function ReverseDialog({
  record,
  onSubmit,
  ...dialog
}: BodyDialogProps<{ reason: string }> & { record: TradeImport }) {
  const count = record.tradeCount ?? 0;
  return (
    <TextDialog
      {...dialog}
      title={text.reverseTitle(count)}
      lead={text.reverseLead(record.user.name, record.profitLoss ?? 0)}
      submit={text.reverseSubmit(count)}
      isDanger
      needsStepUp
      label={text.reasonLabel}
      field="reason"
      missing={text.reasonMissing}
      onSubmit={(reason) => onSubmit({ reason })}
    />
  );
}
