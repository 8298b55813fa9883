import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { useAction } from "../core/use-action.ts";
import { reverseImport } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import type { TradeImport } from "./import-types.ts";

const text = IMPORT_TEXT;

type ReverseDialogProps = {
  record: TradeImport;
  onDone: (after: TradeImport) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Reverses a whole import, with a reason that is stored with it. */
export function ReverseDialog({ record, onDone, onConflict, onClose }: ReverseDialogProps) {
  const [typed, setTyped] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const { run, isSending, problem } = useAction({
    send: ({ reason }: { reason: string }, key) => reverseImport(record._id, reason, key),
    onDone,
    onConflict,
  });
  const reason = typed.trim();
  const count = record.tradeCount ?? 0;

  function submit() {
    setHasTried(true);
    if (reason !== "") void run({ reason });
  }

  return (
    <ActionDialog
      title={text.reverseTitle(count)}
      lead={text.reverseLead(record.user.name, record.profitLoss ?? 0)}
      submit={text.reverseSubmit(count)}
      isDanger
      needsStepUp
      isSending={isSending}
      problem={problem}
      fields={["reason"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        data-autofocus=""
        label={text.reasonLabel}
        maxLength={TEXT_MAX.note}
        value={typed}
        error={
          (hasTried && reason === "" && text.reasonMissing) || (problem?.field === "reason" ? problem.message : null)
        }
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionDialog>
  );
}
