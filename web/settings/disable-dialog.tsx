import { check } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toaster.tsx";
import { ProofForm, useProofForm } from "./proof-form.tsx";
import { disableTotp } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.disable;

/** Turns the second factor off; requires the password and a code. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const form = useProofForm({
    fields: { password: text.password, code: text.code },
    failed: text.failed,
    send: async (proof) => {
      await disableTotp(proof);
      toast.success(text.off);
      onClose();
      void check();
    },
  });
  return (
    <Dialog
      title={text.title}
      describedBy="disable-why"
      onClose={onClose}
      keepsOnScrim
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="disable" variant="danger" disabled={!form.isComplete} isLoading={form.isSending}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <ProofForm id="disable" form={form}>
        <p id="disable-why">{text.why}</p>
      </ProofForm>
    </Dialog>
  );
}
