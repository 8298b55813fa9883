import { GoogleButton } from "../auth/google-button.tsx";
import { ProofForm, useProofForm } from "../settings/proof-form.tsx";
import type { User } from "../state/api.ts";
import { provePassword, proveSecondFactor } from "../state/fresh-proof.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PAYMENT_METHODS_TEXT } from "./payment-methods-text.ts";

const text = PAYMENT_METHODS_TEXT.proof;

type ProofDialogProps = {
  person: Pick<User, "role" | "security">;
  onProven: () => void;
  /** Called before the browser leaves the page for Google. */
  onLeave: () => void;
  onClose: () => void;
};

/**
 * Asks a user whose log-in is some time ago to confirm their identity: with the password, where the account has one, or
 * with Google, where it is linked. An admin session is confirmed with the second factor only.
 */
export function ProofDialog({ person: { role, security }, onProven, onLeave, onClose }: ProofDialogProps) {
  const by = role === "admin" ? "code" : security.hasPassword ? "password" : "google";
  const form = useProofForm({
    fields: { ...(by === "password" && { password: text.password }), ...(by === "code" && { code: text.code }) },
    failed: text.failed,
    send: async ({ password, code }) => {
      await (by === "code" ? proveSecondFactor(code) : provePassword(password));
      onProven();
    },
  });
  const confirm = (
    <Button type="submit" form="proof" variant="accent" disabled={!form.isComplete} isLoading={form.isSending}>
      {text.confirm}
    </Button>
  );
  const google = security.google && <GoogleButton purpose="proof" isOnly={by === "google"} onLeave={onLeave} />;
  return (
    <Dialog
      title={text.title}
      describedBy="proof-why"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {by !== "google" && confirm}
        </>
      }
    >
      <ProofForm id="proof" form={form}>
        <p id="proof-why">{{ password: text.byPassword, code: text.byCode, google: text.byGoogle }[by]}</p>
        {by === "google" && google}
      </ProofForm>
      {by === "password" && google}
    </Dialog>
  );
}
