import { type ComponentProps, type FormEvent, type ReactNode, useId } from "react";
import { Button } from "../button.tsx";
import { FieldError } from "../fields/field-frame.tsx";
import { useRefusedField } from "../fields/refused-field.ts";
import { Grid, Text } from "../layout.tsx";
import { Dialog } from "./dialog.tsx";

type DialogFormProps = Pick<ComponentProps<typeof Dialog>, "title" | "note" | "width" | "coversPage" | "role"> &
  Pick<ComponentProps<"form">, "noValidate" | "onChange" | "onKeyDown"> & {
    /** Called once all is filled, and not while it is sent. */
    onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
    /** What the form does; screen readers read it with the title. */
    lead?: ReactNode;
    /** Why it was not done, unless the problem is shown at a field. */
    problem?: string | null | undefined;
    cancel: string;
    /** The button that sends the form; without it there is none. */
    submit?: string | undefined;
    isDanger?: boolean;
    /** Whether all required fields are filled. */
    isComplete?: boolean;
    /** While it is sent it cannot be closed: its outcome decides what is shown next. */
    isBusy: boolean;
    /** The button that has the focus first, for a form without fields. */
    focus?: "cancel" | "submit";
    /** Called by Esc, the close button and, unless `onCancel` is given, by Cancel. Null: only Cancel closes it. */
    onClose: (() => void) | null;
    onCancel?: () => void;
    /** The fields. A click beside the dialog does not discard them. */
    children?: ReactNode;
    /** Below the form: another way to do the same. */
    foot?: ReactNode;
  };

/**
 * A dialog with a form: what it does, its fields, the problem, and the buttons that discard and send it. After a refusal the
 * first field with a problem has the focus.
 */
export function DialogForm(props: DialogFormProps) {
  const { lead, problem, cancel, submit, isDanger = false, isComplete = true, isBusy, focus, onClose } = props;
  const { onCancel = onClose ?? undefined, children, foot, ...rest } = props;
  const { noValidate, onSubmit, onChange, onKeyDown, ...dialog } = rest;
  const id = useId();

  function submitForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isComplete && !isBusy) onSubmit?.(event);
  }

  const form = useRefusedField({ isBusy, onSubmit: submitForm, ...(onChange && { onChange }) });
  const focused = (button: typeof focus) => (focus === button ? { "data-autofocus": "" } : {});
  return (
    <Dialog
      {...dialog}
      describedBy={lead ? `${id}-lead` : undefined}
      keepsOnScrim={children !== undefined}
      onClose={onClose && (() => !isBusy && onClose())}
      actions={
        <>
          <Button {...focused("cancel")} disabled={isBusy} onClick={onCancel}>
            {cancel}
          </Button>
          {submit && (
            <Button
              {...focused("submit")}
              type="submit"
              form={id}
              variant={isDanger ? "danger" : "accent"}
              disabled={!isComplete}
              isLoading={isBusy}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      <Grid as="form" id={id} gap={16} {...{ noValidate, onKeyDown, ...form }}>
        {lead && (
          <Text as="div" id={`${id}-lead`} tone="muted">
            {lead}
          </Text>
        )}
        {children}
        {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      </Grid>
      {foot}
    </Dialog>
  );
}
