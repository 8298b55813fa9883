import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toaster.tsx";
import { type DataFormat, downloadData } from "./data-calls.ts";
import { dataText } from "./data-text.ts";
import { ProofForm, useProofForm } from "./proof-form.tsx";

const text = dataText.download;
const FORMATS = [
  { value: "json", label: text.formats.json },
  { value: "csv", label: text.formats.csv },
] as const satisfies { value: DataFormat; label: string }[];

/** Asks for the format and the password, then starts the download. */
export function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const [format, setFormat] = useState<DataFormat>("json");
  const form = useProofForm({
    fields: { password: text.password },
    failed: text.failed,
    send: async ({ password }) => {
      await downloadData(format, password);
      toast.success(text.started);
      onClose();
    },
  });

  return (
    <Dialog
      title={text.open}
      describedBy="download-why"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            form="download-data"
            variant="accent"
            disabled={!form.isComplete}
            isLoading={form.isSending}
          >
            {text.confirm}
          </Button>
        </>
      }
    >
      <ProofForm id="download-data" form={form}>
        <p id="download-why">{text.dialogWhy}</p>
        <Select label={text.format} name="format" value={format} options={FORMATS} onChange={setFormat} />
      </ProofForm>
    </Dialog>
  );
}
