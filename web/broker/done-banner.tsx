import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { invalidate } from "../state/query.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Undo2, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { reverseBrokerImport } from "./broker-calls.ts";
import { doneImport, showDoneImport } from "./done-import.ts";
import { importText } from "./import-text.ts";

const text = importText.done;

/** What an import has just brought into this account, with the way to take it back. @param number of the account */
export function DoneBanner({ number }: { number: number }) {
  useSignals();
  const [isAsking, setAsking] = useState(false);
  const done = doneImport.value;
  if (done?.number !== number) return null;
  const { importId, fileName, added, same, changed, changedCount, isEqual } = done;
  return (
    <Callout
      tone="up"
      role="status"
      action={
        <Row gap={8} margin="-6px 0">
          <Button icon={Undo2} onClick={() => setAsking(true)}>
            {text.takeBack}
          </Button>
          <IconButton icon={X} label={text.close} onClick={() => showDoneImport(null)} />
        </Row>
      }
    >
      <b>{text.title(added)}</b> {text.before(same)}{" "}
      {changedCount > 0 && (changed === "take" ? text.taken(changedCount) : text.kept(changedCount))}{" "}
      {isEqual && text.equal}
      {isAsking && (
        <TakeBackDialog
          importId={importId}
          fileName={fileName}
          onDone={() => showDoneImport(null)}
          onClose={() => setAsking(false)}
        />
      )}
    </Callout>
  );
}

type TakeBackDialogProps = { importId: string; fileName: string; onDone?: () => void; onClose: () => void };

/** Asks once, and takes all of a file back out of its account. */
export function TakeBackDialog({ importId, fileName, onDone, onClose }: TakeBackDialogProps) {
  const { submit, isSending, formError } = useSubmit({
    send: (id: string, key) => reverseBrokerImport(id, key),
    explain: (error) => problemOf(error, text.failed),
    onDone() {
      toast(text.takenBack(fileName));
      onDone?.();
      onClose();
      // Every figure of the account has changed.
      void invalidate();
    },
  });
  return (
    <DialogForm
      title={text.takeBackTitle}
      lead={text.takeBackLead(fileName)}
      width="narrow"
      role="alertdialog"
      cancel={text.keep}
      submit={text.takeBack}
      focus="cancel"
      problem={formError}
      isBusy={isSending}
      onSubmit={() => void submit(importId)}
      onClose={onClose}
    />
  );
}
