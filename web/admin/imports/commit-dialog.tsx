import { ActionDialog } from "../core/action-dialog.tsx";
import { useAction } from "../core/use-action.ts";
import { commitImport } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import type { ImportView, TradeImport } from "./import-types.ts";

const text = IMPORT_TEXT;

type CommitDialogProps = {
  view: ImportView & { summary: NonNullable<ImportView["summary"]> };
  onDone: (after: TradeImport) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Confirms an import before it is committed: its effect on the balance, and one button. */
export function CommitDialog({ view, onDone, onConflict, onClose }: CommitDialogProps) {
  const { import: record, summary, balance } = view;
  const { run, isSending, problem } = useAction({
    send: (_: object, key) => commitImport(record._id, key),
    onDone,
    onConflict,
  });
  return (
    <ActionDialog
      title={text.commitTitle(summary.fresh)}
      lead={text.commitLead(record.user.name, balance, summary.balanceAfter)}
      submit={text.commit(summary.fresh, summary.profitLoss)}
      isSubmitFirst
      needsStepUp
      isSending={isSending}
      problem={problem}
      onSubmit={() => void run({})}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  );
}
