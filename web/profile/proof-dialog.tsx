import { type FormEvent, useState } from "react";
import type { User } from "../api.ts";
import { GoogleWay } from "../auth/google-way.tsx";
import { DialogForm } from "../settings/dialog-form.ts";
import { provePassword } from "../state/fresh-proof.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { PAYMENT_METHODS_TEXT } from "./payment-methods-text.ts";
import { problemOf, type SaveProblem } from "./save-payment-methods.ts";

const text = PAYMENT_METHODS_TEXT.proof;

type ProofDialogProps = {
  security: User["security"];
  onProven: () => void;
  /** Called before the page is left for Google. */
  onLeave: () => void;
  onClose: () => void;
};

/**
 * Asks whoever logged in a while ago to prove that they are there: by the password, where the account has one, and by Google
 * where that opens it.
 */
export function ProofDialog({ security: { hasPassword, google }, onProven, onLeave, onClose }: ProofDialogProps) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password === "" || isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await provePassword(password);
      onProven();
    } catch (caught) {
      setProblem(problemOf(caught, text.failed));
      setIsSending(false);
    }
  }

  const confirm = (
    <Button type="submit" form="proof" variant="accent" disabled={password === ""} isLoading={isSending}>
      {text.confirm}
    </Button>
  );
  return (
    <Dialog
      title={text.title}
      describedBy="proof-why"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {hasPassword && confirm}
        </>
      }
    >
      <DialogForm id="proof" onSubmit={submit} onChange={() => setProblem(null)}>
        <p id="proof-why">{hasPassword ? text.byPassword : text.byGoogle}</p>
        {hasPassword && (
          <PasswordField
            data-autofocus=""
            label={text.password}
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={problem?.field === "password" ? problem.message : null}
          />
        )}
        {problem && problem.field !== "password" && <FieldError id="proof-problem">{problem.message}</FieldError>}
      </DialogForm>
      {google && <GoogleWay purpose="proof" isOnly={!hasPassword} onLeave={onLeave} />}
    </Dialog>
  );
}
