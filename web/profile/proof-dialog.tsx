import { GoogleButton } from "../auth/google-button.tsx";
import { ProofFormDialog, useProofForm } from "../settings/proof-form.tsx";
import type { User } from "../state/api.ts";
import { provePassword, proveSecondFactor } from "../state/fresh-proof.ts";
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
  const google = security.google && <GoogleButton purpose="proof" isOnly={by === "google"} onLeave={onLeave} />;
  return (
    <ProofFormDialog
      title={text.title}
      lead={{ password: text.byPassword, code: text.byCode, google: text.byGoogle }[by]}
      cancel={text.cancel}
      submit={by === "google" ? undefined : text.confirm}
      form={form}
      onClose={onClose}
      foot={by === "password" && google}
    >
      {by === "google" && google}
    </ProofFormDialog>
  );
}
