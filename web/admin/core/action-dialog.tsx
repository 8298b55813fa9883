import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FieldError } from "../../ui/field-frame.tsx";
import { type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import type { ActionProblem } from "./pending-actions.ts";
import { useStepUpCode } from "./use-step-up-code.ts";

const Form = styled("form")`
  display: grid;
  gap: 16px;
  & > [data-lead] {
    ${type.body}
    color: var(--muted);
  }
`;

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
  /** Whether the action is being sent while the dialog is open. */
  isSending?: boolean;
  /**
   * For an action that the API accepts only within 15 minutes of a second factor: asks for the code here if it is
   * older.
   */
  needsStepUp?: boolean;
  /** Why the action was not done. A problem with one of `fields` is shown at that field. */
  problem: ActionProblem | null;
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Confirms one action: what it does, its fields, and one button. A click beside the dialog does not discard the text.
 */
export function ActionDialog(props: ActionDialogProps) {
  useSignals();
  const { title, lead, submit, isDanger = false, isSubmitFirst = false, problem, fields = [], onClose } = props;
  const id = useId();
  const code = useStepUpCode({ isNeeded: props.needsStepUp === true });
  const isSending = props.isSending === true || code.isSending;
  const isAboutField = problem?.field !== undefined && fields.includes(problem.field);

  /** Confirms the code first if one is due: it is accepted or refused here, where the typed text is kept. */
  async function send() {
    if (isSending || (code.isDue() && !(await code.confirm()))) return;
    props.onSubmit();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  /** Ctrl+Enter or Command+Enter sends, also in a text area, where Enter starts a new line. */
  function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    <Dialog
      title={title}
      describedBy={`${id}-lead`}
      keepsOnScrim
      onClose={() => !isSending && onClose()}
      actions={
        <>
          <Button disabled={isSending} onClick={onClose}>
            {ADMIN_TEXT.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={isDanger ? "danger" : "accent"}
            isLoading={isSending}
            data-autofocus={isSubmitFirst ? "" : undefined}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Form id={id} noValidate onSubmit={onSubmit} onKeyDown={sendByKey}>
        <p id={`${id}-lead`} data-lead="">
          {lead}
        </p>
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
        {problem && !isAboutField && <FieldError id={`${id}-problem`}>{problem.message}</FieldError>}
      </Form>
    </Dialog>
  );
}
