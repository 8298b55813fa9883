import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { useCloseQuestion } from "../../state/close-question.ts";
import type { Problem } from "../../state/use-submit.ts";
import { Callout } from "../../ui/callout.tsx";
import { DialogForm } from "../../ui/dialog/dialog-form.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { ADMIN_TEXT } from "./admin-text.ts";
import { useBackAsEsc } from "./leave-guards.ts";
import { LeaveQuestion } from "./leave-question.tsx";
import { OvertakenContext } from "./overtaken.ts";
import { useStepUpCode } from "./use-step-up-code.ts";

const CODE_FIELD = "code";

export type ActionDialogProps = {
  title: string;
  /** The effect of the action, in one sentence. */
  lead: string;
  /** Label of the submit button: the verb and the amount. */
  submit: string;
  isDanger?: boolean;
  width?: "large";
  /** Focuses the submit button, for dialogs without required fields. */
  isSubmitFirst?: boolean;
  /** False while a typed number is not understood, which its field says. */
  isComplete?: boolean;
  /** Whether something was put in that no field of the form tells of, such as a pasted image. */
  hasInput?: boolean;
  /** What is typed is kept as a draft: leaving loses nothing, and asks nothing. */
  isKept?: boolean;
  isSending?: boolean;
  /** For an action that the API accepts only within 15 minutes of a second factor: asks for the code here if it is older. */
  needsStepUp?: boolean;
  /** Why the action was not done. A problem with one of `fields` is shown at that field. */
  problem: Problem | null;
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/**
 * Confirms one action: what it does, its fields, and one button, which is gone once the page behind knows that the subject has
 * changed. A click beside the dialog does not discard what was typed; Esc, the browser's Back and closing the page ask first.
 */
export function ActionDialog(props: ActionDialogProps) {
  useSignals();
  const { title, lead, submit, isDanger = false, isSubmitFirst = false, isComplete = true } = props;
  const { problem, fields = [], onClose } = props;
  const code = useStepUpCode({ isNeeded: props.needsStepUp === true });
  const [isTouched, setIsTouched] = useState(false);
  const [asksToLeave, setAsksToLeave] = useState(false);
  const isSending = props.isSending === true || code.isSending;
  const news = useContext(OvertakenContext);
  // What changes while it is sent is its own doing.
  const overtaken = isSending ? null : news;
  const hasInput = (isTouched || props.hasInput === true) && props.isKept !== true;
  useCloseQuestion(hasInput);
  useBackAsEsc(() => !isSending && leave());
  // While what it confirms was being read, its button was disabled, and the focus is still on the dialog itself.
  useLayoutEffect(() => {
    const dialog = document.activeElement;
    if (isComplete && dialog?.matches('[role="dialog"]')) {
      dialog.querySelector<HTMLElement>("[data-autofocus]:not(:disabled)")?.focus();
    }
  }, [isComplete]);
  const isAboutField = problem?.field !== undefined && fields.includes(problem.field);

  /** Confirms the code first if one is due: it is accepted or refused here, where the typed text is kept. */
  async function send() {
    if (isSending || overtaken || !isComplete || (code.isDue() && !(await code.confirm()))) return;
    props.onSubmit();
  }

  function leave() {
    if (hasInput) setAsksToLeave(true);
    else onClose();
  }

  return (
    <>
      <DialogForm
        title={title}
        // Its promise may be another one by now.
        lead={overtaken ? undefined : lead}
        cancel={ADMIN_TEXT.cancel}
        submit={overtaken ? undefined : submit}
        isDanger={isDanger}
        {...(props.width && { width: props.width })}
        isComplete={isComplete}
        isBusy={isSending}
        problem={isAboutField ? null : problem?.message}
        {...(isSubmitFirst && { focus: "submit" })}
        noValidate
        onSubmit={() => void send()}
        onChange={({ target }) => setIsTouched((before) => before || !isCodeField(target))}
        onClose={leave}
        onCancel={onClose}
      >
        {overtaken && (
          <Callout
            tone="warn"
            role="status"
            action={overtaken.goOn && <TextButton onClick={overtaken.goOn}>{ADMIN_TEXT.overtaken.goOn}</TextButton>}
          >
            {ADMIN_TEXT.overtaken.changed(overtaken.now.replace(/[.។]$/, ""))}
          </Callout>
        )}
        {props.children}
        {code.isAsked && (
          <Field
            data-autofocus={isSubmitFirst ? "" : undefined}
            label={ADMIN_TEXT.stepUp.code}
            hint={ADMIN_TEXT.stepUp.codeFor(title)}
            name={CODE_FIELD}
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
      {asksToLeave && <LeaveQuestion onStay={() => setAsksToLeave(false)} onLeave={onClose} />}
    </>
  );
}

/** A code of the authenticator is soon another one: nothing is lost with it. */
function isCodeField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.name === CODE_FIELD;
}
