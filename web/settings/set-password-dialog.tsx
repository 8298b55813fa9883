import { answer, api, type User } from "../state/api.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { toast } from "../ui/toast/toast.ts";
import { securityText } from "./security-text.ts";

const text = securityText.setPassword;

/** Mails a link that sets a password, for accounts that log in with Google and have none. */
export function SetPasswordDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const { submit, isSending, problem } = useSubmit({
    send: () => answer(api.auth["forgot-password"].$post({ json: { email: person.email } })),
    onDone() {
      toast.success(text.sent);
      onClose();
    },
    explain: (error) => problemOf(error, text.failed),
  });

  return (
    <DialogForm
      title={text.title}
      lead={text.why(person.email)}
      cancel={text.cancel}
      submit={text.send}
      isBusy={isSending}
      focus="submit"
      problem={problem?.message}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}
