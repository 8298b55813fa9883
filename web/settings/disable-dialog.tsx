import { type FormEvent, useState } from "react";
import { check } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { toast } from "../ui/toaster.tsx";
import { DialogForm } from "./dialog-form.ts";
import { disableTotp, type Problem, problemOf } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.disable;

/** Turns the second factor off, for the password and a code. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isComplete = password !== "" && code.trim() !== "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await disableTotp({ password, code });
      await check();
      toast.success(text.off);
      onClose();
    } catch (caught) {
      setProblem(problemOf(caught, text.failed));
      setIsSending(false);
    }
  }

  const errorOf = (field: "password" | "code") => (problem?.field === field ? problem.message : null);
  return (
    <Dialog
      title={text.title}
      describedBy="disable-why"
      onClose={onClose}
      keepsOnScrim
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="disable" variant="danger" disabled={!isComplete} isLoading={isSending}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <DialogForm id="disable" onSubmit={submit} onChange={() => setProblem(null)}>
        <p id="disable-why">{text.why}</p>
        <PasswordField
          data-autofocus=""
          label={text.password}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errorOf("password")}
        />
        <Field
          label={text.code}
          name="code"
          className="num"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={errorOf("code")}
        />
        {problem && !problem.field && <FieldError id="disable-problem">{problem.message}</FieldError>}
      </DialogForm>
    </Dialog>
  );
}
