import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { DialogForm } from "./dialog-form.tsx";

type ConfirmButtonProps = {
  /** What the button does, on it and on the button that confirms. */
  label: string;
  /** The question. */
  title: string;
  /** What happens then. */
  children: ReactNode;
  /** The button that changes nothing. */
  keep: string;
  /** The button that has the focus first: `cancel` where the loss is large. */
  focus?: "cancel" | "submit";
  /** Also while the question is open. */
  disabled?: boolean;
  onConfirm: () => void;
};

/** A dense button whose action is confirmed in a dialog. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, children, keep, focus = "cancel", disabled, onConfirm } = props;
  const [isAsking, setAsking] = useState(false);

  function confirm() {
    setAsking(false);
    onConfirm();
  }

  return (
    <>
      <Button size="dense" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <DialogForm
          title={title}
          lead={children}
          width="narrow"
          role="alertdialog"
          cancel={keep}
          submit={label}
          focus={focus}
          isComplete={disabled !== true}
          isBusy={false}
          onSubmit={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
