import type { ReactNode } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";
import { useTexts } from "./use-texts.ts";

type TextDialogProps = Pick<
  ActionDialogProps,
  "title" | "lead" | "submit" | "isDanger" | "isSending" | "needsStepUp" | "problem" | "onClose"
> & {
  label: string;
  hint?: string;
  field: "note" | "reason" | "text";
  /** The text of an earlier attempt that was undone or refused. */
  before?: string | undefined;
  missing: string;
  /** Below the text: what the action does. */
  children?: ReactNode;
  /** @param trimmed the text without surrounding spaces, never empty */
  onSubmit: (trimmed: string) => void;
};

/** Confirms an action whose only input is a text: a note or a reason. */
export function TextDialog({ label, hint, field, before, missing, children, onSubmit, ...dialog }: TextDialogProps) {
  const form = useTexts({
    before: { [field]: before },
    problem: dialog.problem,
    check: ({ [field]: text }) => ({ [field]: !text && missing }),
    onSubmit: ({ [field]: text = "" }) => onSubmit(text),
  });
  return (
    <ActionDialog {...dialog} {...form.dialog}>
      <TextArea {...form.field(field)} data-autofocus="" label={label} hint={hint} maxLength={TEXT_MAX.note} />
      {children}
    </ActionDialog>
  );
}
