import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { DialogForm } from "./dialog-form.ts";
import type { Problem } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.enrol;

type PasswordStepProps = {
  problem: Problem | null;
  isSending: boolean;
  onPassword: (password: string) => void;
  onClose: () => void;
};

/** Asks for the password when the log-in is some time ago. */
export function EnrolPasswordStep({ problem, isSending, onPassword, onClose }: PasswordStepProps) {
  const [password, setPassword] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== "" && !isSending) onPassword(password);
  }

  return (
    <Dialog
      title={text.title}
      describedBy="enrol-why"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="enrol" variant="accent" disabled={password === ""} isLoading={isSending}>
            {text.goOn}
          </Button>
        </>
      }
    >
      <DialogForm id="enrol" onSubmit={submit}>
        <p id="enrol-why">{text.passwordWhy}</p>
        <PasswordField
          data-autofocus=""
          label={text.password}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.message}
        />
      </DialogForm>
    </Dialog>
  );
}
