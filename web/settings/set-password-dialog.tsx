import { useState } from "react";
import { answer, api, type User } from "../state/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { toast } from "../ui/toaster.tsx";
import { type Problem, problemOf } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.setPassword;

/** Mails a link that sets a password, for accounts that log in with Google and have none. */
export function SetPasswordDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function send() {
    setIsSending(true);
    setProblem(null);
    try {
      await answer(api.auth["forgot-password"].$post({ json: { email: person.email } }));
      toast.success(text.sent);
      onClose();
    } catch (caught) {
      setProblem(problemOf(caught, text.failed));
      setIsSending(false);
    }
  }

  return (
    <Dialog
      title={text.title}
      describedBy="set-password-why"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button data-autofocus="" variant="accent" isLoading={isSending} onClick={() => void send()}>
            {text.send}
          </Button>
        </>
      }
    >
      <p id="set-password-why">{text.why(person.email)}</p>
      {problem && <FieldError id="set-password-problem">{problem.message}</FieldError>}
    </Dialog>
  );
}
