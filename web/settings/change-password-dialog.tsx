import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { PasswordMeter } from "../ui/password-meter.tsx";
import { toast } from "../ui/toaster.tsx";
import { DialogForm } from "./dialog-form.ts";
import { changePassword, type Problem, problemOf } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.password;

/**
 * Changes the password, given the current one.
 * @param props.onChanged called after the change, which ended other sessions
 */
export function ChangePasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNext] = useState("");
  const [repeated, setRepeated] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isComplete = currentPassword !== "" && newPassword !== "" && repeated !== "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isSaving) return;
    if (newPassword !== repeated) {
      setProblem({ field: "repeated", message: text.mismatch });
      return;
    }
    setIsSaving(true);
    setProblem(null);
    try {
      toast.success(await changePassword({ currentPassword, newPassword }));
      onChanged();
      onClose();
    } catch (caught) {
      setProblem(problemOf(caught, text.failed));
      setIsSaving(false);
    }
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.message : null);
  return (
    <Dialog
      title={text.change}
      describedBy="password-why"
      onClose={onClose}
      keepsOnScrim
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="change-password" variant="accent" disabled={!isComplete} isLoading={isSaving}>
            {isSaving ? text.saving : text.save}
          </Button>
        </>
      }
    >
      <DialogForm id="change-password" onSubmit={submit} onChange={() => setProblem(null)}>
        <p id="password-why">{text.dialogWhy}</p>
        <PasswordField
          data-autofocus=""
          label={text.current}
          name="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.target.value)}
          error={errorOf("currentPassword")}
        />
        <div>
          <PasswordField
            label={text.next}
            name="new-password"
            autoComplete="new-password"
            value={newPassword}
            onChange={(event) => setNext(event.target.value)}
            error={errorOf("newPassword")}
          />
          <PasswordMeter password={newPassword} />
        </div>
        <PasswordField
          label={text.repeat}
          name="confirm-password"
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
          error={errorOf("repeated")}
        />
        {problem && !problem.field && <FieldError id="password-problem">{problem.message}</FieldError>}
      </DialogForm>
    </Dialog>
  );
}
