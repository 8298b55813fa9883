import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toaster.tsx";
import { type DataFormat, downloadData } from "./data-calls.ts";
import { dataText } from "./data-text.ts";
import { DialogForm } from "./dialog-form.ts";
import { type Problem, problemOf } from "./security-calls.ts";

const text = dataText.download;
const FORMATS = [
  { value: "json", label: text.formats.json },
  { value: "csv", label: text.formats.csv },
] as const satisfies { value: DataFormat; label: string }[];

/** Asks for the format and the password, and begins the download. */
export function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const [format, setFormat] = useState<DataFormat>("json");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password === "" || isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await downloadData(format, password);
      toast.success(text.started);
      onClose();
    } catch (caught) {
      setProblem(problemOf(caught, text.failed));
      setIsSending(false);
    }
  }

  return (
    <Dialog
      title={text.open}
      describedBy="download-why"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="download-data" variant="accent" disabled={password === ""} isLoading={isSending}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <DialogForm id="download-data" onSubmit={submit} onChange={() => setProblem(null)}>
        <p id="download-why">{text.dialogWhy}</p>
        <Select label={text.format} name="format" value={format} options={FORMATS} onChange={setFormat} />
        <PasswordField
          data-autofocus=""
          label={text.password}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.field === "password" ? problem.message : null}
        />
        {problem && problem.field !== "password" && <FieldError id="download-problem">{problem.message}</FieldError>}
      </DialogForm>
    </Dialog>
  );
}
