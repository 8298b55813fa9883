import { ApiError } from "../state/api.ts";
import { keepPendingVerification } from "../state/storage/pending-verification.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { logIn } from "./auth-calls.ts";
import { authText } from "./auth-text.ts";

type PasswordLogIn = {
  email: string;
  onDone: (outcome: Awaited<ReturnType<typeof logIn>>) => void;
  /** Called for an address that is not verified: the API has sent a code to it. */
  onUnverified: () => void;
};

export function usePasswordLogIn({ email, onDone, onUnverified }: PasswordLogIn) {
  return useSubmit({
    send: logIn,
    onDone,
    explain(error) {
      if (!(error instanceof ApiError && error.code === "email_not_verified")) {
        return problemOf(error, authText.logIn.failed);
      }
      keepPendingVerification({ email, codeSentAtMs: Date.now() });
      onUnverified();
      return null;
    },
    fields: ["email"],
  });
}
