import { useSignals } from "@preact/signals-react/runtime";
import type { KeyboardEvent, ReactNode } from "react";
import type { Problem } from "../../state/use-submit.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Field } from "../../ui/field.tsx";
import { ADMIN_TEXT } from "./admin-text.ts";
import { useStepUpCode } from "./use-step-up-code.ts";

/** Props of `ActionDialog`. */
export type ActionDialogProps = {
  title: string;
  /** What the action does, in one sentence. */
  lead: string;
  /** Label of the submit button: the verb and the amount. */
  submit: string;
  isDanger?: boolean;
  /** Focuses the submit button, for dialogs without required fields. */
  isSubmitFirst?: boolean;
  /** False while a typed number is not understood, which its field says. */
  isComplete?: boolean;
  /** Whether the action is being sent while the dialog is open. */
  isSending?: boolean;
  /**
   * For an action that the API accepts only within 15 minutes of a second factor: asks for the code here if it is
   * older.
   */
  needsStepUp?: boolean;
  /** Why the action was not done. A problem with one of `fields` is shown at that field. */
  problem: Problem | null;
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/**
 * Confirms one action: what it does, its fields, and one button. A click beside the dialog does not discard the text.
 */
export function ActionDialog(props: ActionDialogProps) {
  useSignals();
  const { title, lead, submit, isDanger = false, isSubmitFirst = false, isComplete = true } = props;
  const { problem, fields = [], onClose } = props;
  const code = useStepUpCode({ isNeeded: props.needsStepUp === true });
  const isSending = props.isSending === true || code.isSending;
  const isAboutField = problem?.field !== undefined && fields.includes(problem.field);

  /** Confirms the code first if one is due: it is accepted or refused here, where the typed text is kept. */
  async function send() {
    if (isSending || !isComplete || (code.isDue() && !(await code.confirm()))) return;
    props.onSubmit();
  }

  /** Ctrl+Enter or Command+Enter sends, also in a text area, where Enter starts a new line. */
  function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    <DialogForm
      title={title}
      lead={lead}
      cancel={ADMIN_TEXT.cancel}
      submit={submit}
      isDanger={isDanger}
      isComplete={isComplete}
      isBusy={isSending}
      problem={isAboutField ? null : problem?.message}
      {...(isSubmitFirst && { focus: "submit" })}
      noValidate
      onSubmit={() => void send()}
      onKeyDown={sendByKey}
      onClose={onClose}
    >
      {props.children}
      {code.isAsked && (
        <Field
          ref={code.input}
          data-autofocus={isSubmitFirst ? "" : undefined}
          label={ADMIN_TEXT.stepUp.code}
          hint={ADMIN_TEXT.stepUp.codeFor(title)}
          name="code"
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code.typed}
          readOnly={isSending}
          error={code.problem}
          onChange={({ target }) => code.type(target.value)}
        />
      )}
    </DialogForm>
  );
}
