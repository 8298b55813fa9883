import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { toast } from "../ui/toaster.tsx";
import { DialogForm } from "./dialog-form.ts";
import { endOtherSessions, endSession, problemOf, type Session } from "./security-calls.ts";
import { securityText } from "./security-text.ts";
import { placeOf } from "./session-row.tsx";

const text = securityText.sessions;

type EndSessionDialogProps = {
  session: Session | "others";
  /** The number of sessions besides this browser's. */
  others: number;
  onEnded: () => void;
  onClose: () => void;
};

/** Asks for confirmation, then ends one session or all others. */
export function EndSessionDialog({ session, others, onEnded, onClose }: EndSessionDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isEnding, setIsEnding] = useState(false);
  const isAll = session === "others";

  async function end() {
    setIsEnding(true);
    setProblem(null);
    try {
      await (isAll ? endOtherSessions() : endSession(session.id));
      toast.success(isAll ? text.endedAll : text.ended);
      onEnded();
      onClose();
    } catch (caught) {
      setProblem(problemOf(caught, text.endFailed).message);
      setIsEnding(false);
    }
  }

  return (
    <Dialog
      title={isAll ? text.endAllTitle : text.endTitle}
      role="alertdialog"
      describedBy="end-session"
      width="narrow"
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {text.keep}
          </Button>
          <Button variant="danger" isLoading={isEnding} onClick={() => void end()}>
            {isAll ? text.endAll : text.end}
          </Button>
        </>
      }
    >
      <DialogForm as="div">
        <p id="end-session">{isAll ? text.endAllWhy(others) : text.endWhy(nameOf(session))}</p>
        {problem && <FieldError id="end-session-problem">{problem}</FieldError>}
      </DialogForm>
    </Dialog>
  );
}

function nameOf(session: Session): string {
  const place = placeOf(session);
  return place ? `${session.device}, ${place},` : session.device;
}
