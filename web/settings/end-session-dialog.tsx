import { problemOf, useSubmit } from "../state/use-submit.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { toast } from "../ui/toaster.tsx";
import { endOtherSessions, endSession, type Session } from "./security-calls.ts";
import { securityText } from "./security-text.ts";

const text = securityText.sessions;

type EndSessionDialogProps = {
  session: Session | "others";
  /** The number of sessions besides this browser's. */
  others: number;
  onEnded: () => void;
  onClose: () => void;
};

/** Asks for confirmation, then ends one session or all others. */
export function EndSessionDialog({ session, others, onEnded, onClose }: EndSessionDialogProps) {
  const isAll = session === "others";
  const { submit, isSending, problem } = useSubmit({
    send: () => (isAll ? endOtherSessions() : endSession(session.id)),
    onDone() {
      toast.success(isAll ? text.endedAll : text.ended);
      onEnded();
      onClose();
    },
    explain: (error) => problemOf(error, text.endFailed),
  });

  return (
    <DialogForm
      title={isAll ? text.endAllTitle : text.endTitle}
      role="alertdialog"
      width="narrow"
      lead={isAll ? text.endAllWhy(others) : text.endWhy(nameOf(session))}
      cancel={text.keep}
      submit={isAll ? text.endAll : text.end}
      isDanger
      isBusy={isSending}
      focus="cancel"
      problem={problem?.message}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    />
  );
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

/** The country of a session as text; null if unknown. */
export function placeOf({ country }: Session): string | null {
  return country && (countryNames.of(country) ?? country);
}

function nameOf(session: Session): string {
  const place = placeOf(session);
  return place ? `${session.device}, ${place},` : session.device;
}
