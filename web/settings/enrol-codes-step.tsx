import { useState } from "react";
import { check } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toaster.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { securityText } from "./security-text.ts";

const text = securityText.codes;

type CodesStepProps = { codes: readonly string[]; email: string; onClose: () => void };

/** Shows the recovery codes, and closes only after the user has confirmed that they are saved. */
export function EnrolCodesStep({ codes, email, onClose }: CodesStepProps) {
  const [isSaved, setIsSaved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close() {
    if (!isSaved) return setProblem(text.saveFirst);
    toast.success(text.on);
    onClose();
    void check();
  }

  return (
    <Dialog
      title={text.title}
      note={securityText.enrol.step(2)}
      describedBy="codes-why"
      onClose={close}
      keepsOnScrim
      actions={
        <Button variant="accent" onClick={close}>
          {text.done}
        </Button>
      }
    >
      <RecoveryCodes
        codes={codes}
        email={email}
        isSaved={isSaved}
        problem={problem}
        onSaved={(next) => {
          setIsSaved(next);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
