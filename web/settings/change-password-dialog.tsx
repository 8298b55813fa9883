import { useState } from "react";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { NewPasswordField } from "../ui/fields/new-password-field.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { toast } from "../ui/toast/toast.ts";
import { changePassword } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.password;

/** Changes the password, given the current one. @param props.onChanged called after the change, which ended other sessions */
export function ChangePasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNext] = useState("");
  const [repeated, setRepeated] = useState("");
  const {
    submit: save,
    isSending: isSaving,
    errorOf,
    formError,
    setProblem,
  } = useSubmit({
    send: changePassword,
    onDone(message) {
      toast.success(message);
      onChanged();
      onClose();
    },
    explain: (error) => problemOf(error, text.failed),
    fields: ["currentPassword", "newPassword", "repeated"],
  });
  const isComplete = currentPassword !== "" && newPassword !== "" && repeated !== "";

  function submit() {
    if (newPassword === repeated) void save({ currentPassword, newPassword });
    else setProblem({ field: "repeated", message: text.mismatch });
  }

  return (
    <DialogForm
      title={text.change}
      lead={text.dialogWhy}
      cancel={text.cancel}
      submit={isSaving ? text.saving : text.save}
      isComplete={isComplete}
      isBusy={isSaving}
      problem={formError}
      onSubmit={submit}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      <PasswordField
        data-autofocus=""
        label={text.current}
        name="current-password"
        value={currentPassword}
        onChange={({ target }) => setCurrent(target.value)}
        error={errorOf("currentPassword")}
      />
      <NewPasswordField
        label={text.next}
        name="new-password"
        value={newPassword}
        onChange={({ target }) => setNext(target.value)}
        error={errorOf("newPassword")}
      />
      <PasswordField
        label={text.repeat}
        name="confirm-password"
        autoComplete="new-password"
        value={repeated}
        onChange={({ target }) => setRepeated(target.value)}
        error={errorOf("repeated")}
      />
    </DialogForm>
  );
}
