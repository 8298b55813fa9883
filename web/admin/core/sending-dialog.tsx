import { type ReactNode, useState } from "react";
import type { Problem } from "../../state/use-submit.ts";
import { type ActionHandlers, useAction } from "./use-action.ts";

/** Props of a dialog that takes the body of an action, apart from what the action is about. */
export type BodyDialogProps<Body> = {
  problem: Problem | null;
  /** Whether it is being sent while the dialog is open. */
  isSending: boolean;
  onSubmit: (body: Body) => void;
  onClose: () => void;
};

type SendingDialogProps<Body, Reply> = ActionHandlers<Body, Reply> & {
  onClose: () => void;
  children: (dialog: BodyDialogProps<Body>) => ReactNode;
};

/** Sends an action from its dialog, which stays open until the response and shows why it was not done. */
export function SendingDialog<Body extends object, Reply>(props: SendingDialogProps<Body, Reply>) {
  const { send, onDone, onConflict, onClose, children } = props;
  const [conflict, setConflict] = useState<Problem | null>(null);
  const { run, isSending, problem } = useAction({
    send,
    onDone,
    onConflict(message) {
      setConflict({ message, field: undefined });
      onConflict(message);
    },
  });
  function submit(body: Body) {
    setConflict(null);
    void run(body);
  }
  return children({ problem: problem ?? conflict, isSending, onSubmit: submit, onClose });
}
