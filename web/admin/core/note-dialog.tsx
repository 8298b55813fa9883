import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";

type TextDialogProps = Pick<
  ActionDialogProps,
  "title" | "lead" | "submit" | "isDanger" | "isSending" | "needsStepUp" | "problem" | "onClose"
> & {
  label: string;
  hint?: string;
  /** Name of the field in the API. */
  field: "note" | "reason";
  /** The text of an earlier attempt that was undone or refused. */
  before?: string | undefined;
  /** The error when the text is empty. */
  missing: string;
  /** @param trimmed the text without surrounding spaces, never empty */
  onSubmit: (trimmed: string) => void;
};

/** Confirms an action whose only input is a text: a note or a reason. */
export function TextDialog({ label, hint, field, before = "", missing, onSubmit, ...dialog }: TextDialogProps) {
  const [typed, setTyped] = useState(before);
  const [hasTried, setHasTried] = useState(false);
  const { problem } = dialog;
  const trimmed = typed.trim();

  function submit() {
    setHasTried(true);
    if (trimmed) onSubmit(trimmed);
  }

  return (
    <ActionDialog {...dialog} fields={[field]} onSubmit={submit}>
      <TextArea
        data-autofocus=""
        label={label}
        hint={hint}
        value={typed}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !trimmed && missing) || (problem?.field === field ? problem.message : null)}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionDialog>
  );
}
