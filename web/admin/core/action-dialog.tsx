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

export type ActDialogProps = {
  title: string;
  /** What the act does, in a sentence. */
  lead: string;
  /** On the button that does it: the verb and the sum. */
  submit: string;
  isDanger?: boolean;
  /** The button has the focus, where nothing must be filled in. */
  isSubmitFirst?: boolean;
  /** For an act that is sent while this is open. */
  isSending?: boolean;
  /** An act that the API takes only with a second factor of the last 15 minutes: where it is older, the code is asked for here. */
  needsStepUp?: boolean;
  /** Why it was not done; what is about one of these fields stands there. */
  problem: ActionProblem | null;
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks once before an act: what it does, what goes with it, and one button. Nothing typed is lost by a stray press. */
export function ActionDialog(props: ActDialogProps) {
  useSignals();
  const { title, lead, submit, isDanger = false, isSubmitFirst = false, problem, fields = [], onClose } = props;
  const id = useId();
  const code = useStepUpCode({ isNeeded: props.needsStepUp === true });
  const isSending = props.isSending === true || code.isSending;
  const isAboutField = problem?.field !== undefined && fields.includes(problem.field);

  /** First the code, where one is asked for: it is taken or refused here, where what was typed stays. */
  async function send() {
    if (isSending || (code.isDue() && !(await code.confirm()))) return;
    props.onSubmit();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  /** Where Enter begins a line, Ctrl+Enter or Command+Enter sends. */
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
