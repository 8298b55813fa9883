import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { type ActDialogProps, ActionDialog } from "./action-dialog.tsx";

type WordsDialogProps = Pick<
  ActDialogProps,
  "title" | "lead" | "submit" | "isDanger" | "isSending" | "needsStepUp" | "problem" | "onClose"
> & {
  label: string;
  hint?: string;
  /** What the API calls them. */
  field: "note" | "reason";
  /** What was typed before it was taken back or refused. */
  before?: string | undefined;
  /** What is said when there are none. */
  missing: string;
  /** @param words without spaces around them, never empty */
  onSubmit: (words: string) => void;
};

/** Asks before an act that takes nothing but words: a note, or a reason. */
export function TextDialog({ label, hint, field, before = "", missing, onSubmit, ...dialog }: WordsDialogProps) {
  const [typed, setTyped] = useState(before);
  const [hasTried, setHasTried] = useState(false);
  const { problem } = dialog;
  const words = typed.trim();

  function submit() {
    setHasTried(true);
    if (words) onSubmit(words);
  }

  return (
    <ActionDialog {...dialog} fields={[field]} onSubmit={submit}>
      <TextArea
        data-autofocus=""
        label={label}
        hint={hint}
        value={typed}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !words && missing) || (problem?.field === field ? problem.message : null)}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionDialog>
  );
}
