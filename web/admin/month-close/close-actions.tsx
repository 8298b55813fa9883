import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { invalidate } from "../../state/query.ts";
import { user } from "../../state/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { hasRole } from "../core/roles.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { cancelMonth, MONTHS_KEY, type MonthClosed, prepareMonth, sealMonth } from "./month-calls.ts";
import { CancelCloseDialog, PrepareDialog, SealDialog } from "./month-dialogs.tsx";
import { monthName, monthWord } from "./month-names.ts";
import { MONTH_ADMIN_TEXT } from "./month-text.ts";

const text = MONTH_ADMIN_TEXT;

type CloseActionsProps = {
  month: string;
  /** The month's close, while it is prepared or sealed. */
  close: MonthClosed | null;
  /** Whether nothing holds its close. */
  isFree: boolean;
};

/** What an operator can do about the close of a month now: prepare it, seal what another one prepared, or cancel that. */
export function CloseActions({ month, close, isFree }: CloseActionsProps) {
  useSignals();
  const [asked, setAsked] = useState<"prepare" | "seal" | "cancel" | null>(null);
  if (!hasRole("operator")) return null;
  const isPrepared = close?.state === "prepared";
  const name = monthName(month);
  function done(message: string) {
    setAsked(null);
    toast.success(message);
    void invalidate(MONTHS_KEY);
  }
  const sending = { onConflict: () => void invalidate(MONTHS_KEY), onClose: () => setAsked(null) };
  const isYours = close?.preparedById === user.value?._id;
  return (
    <>
      {close === null && isFree && (
        <Button variant="accent" onClick={() => setAsked("prepare")}>
          {text.closeMonth(monthWord(month))}
        </Button>
      )}
      {isPrepared && <Button onClick={() => setAsked("cancel")}>{text.cancel}</Button>}
      {isPrepared && !isYours && (
        <Button variant="accent" onClick={() => setAsked("seal")}>
          {text.seal(monthWord(month))}
        </Button>
      )}
      {/* A dialog stays when a colleague was first: it says so. */}
      {asked === "prepare" && (
        <SendingDialog
          send={(body: { digest: string }, key) => prepareMonth(month, body, key)}
          onDone={() => done(text.prepareDone(name))}
          {...sending}
        >
          {(dialog) => <PrepareDialog {...dialog} month={month} />}
        </SendingDialog>
      )}
      {asked === "seal" && (
        <SendingDialog
          send={(body: Parameters<typeof sealMonth>[1], key) => sealMonth(month, body, key)}
          onDone={() => done(text.sealDone(name))}
          {...sending}
        >
          {(dialog) => <SealDialog {...dialog} month={month} />}
        </SendingDialog>
      )}
      {asked === "cancel" && (
        <SendingDialog
          send={(_: object, key) => cancelMonth(month, key)}
          onDone={() => done(text.cancelDone(name))}
          {...sending}
        >
          {(dialog) => <CancelCloseDialog {...dialog} month={month} />}
        </SendingDialog>
      )}
    </>
  );
}
