import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActDialog } from "../desk/act-dialog.tsx";
import { dismissException, noteRefund } from "../desk/desk-calls.ts";
import type { DeskException, NoteBody } from "../desk/desk-types.ts";
import { useAct } from "../desk/use-act.ts";
import { EXCEPTION_DESK_TEXT } from "./exception-desk-text.ts";

const text = EXCEPTION_DESK_TEXT;

/** What every dialog about a payment is given. */
export type ExceptionDecisionProps = {
  exception: DeskException;
  onDone: (after: DeskException) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Writes down that an admin has sent the money back. */
export function RefundNoteDialog(props: ExceptionDecisionProps) {
  return (
    <NoteDialog
      {...props}
      words={{
        title: text.refundTitle,
        lead: text.refundLead,
        label: text.noteLabel.refund,
        submit: text.refundSubmit,
      }}
      send={noteRefund}
    />
  );
}

/** Closes a payment that needs no act, with the reason. */
export function DismissDialog(props: ExceptionDecisionProps) {
  return (
    <NoteDialog
      {...props}
      words={{
        title: text.dismissTitle,
        lead: text.dismissLead,
        label: text.noteLabel.dismiss,
        submit: text.dismissSubmit,
      }}
      send={dismissException}
    />
  );
}

type NoteDialogProps = ExceptionDecisionProps & {
  words: Record<"title" | "lead" | "label" | "submit", string>;
  send: (id: string, body: NoteBody, key: string) => Promise<DeskException>;
};

function NoteDialog({ exception, words, send, onDone, onConflict, onClose }: NoteDialogProps) {
  const [note, setNote] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const { act, isSending, problem } = useAct({
    send: (body: NoteBody, key) => send(exception._id, body, key),
    onDone,
    onConflict,
  });
  const written = note.trim();

  function submit() {
    setHasTried(true);
    if (written) void act({ version: exception.version, note: written });
  }

  return (
    <ActDialog
      title={words.title}
      lead={words.lead}
      submit={words.submit}
      isSending={isSending}
      problem={problem}
      fields={["note"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        data-autofocus=""
        label={words.label}
        value={note}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !written && text.noteMissing) || (problem?.field === "note" ? problem.message : null)}
        onChange={({ target }) => setNote(target.value)}
      />
    </ActDialog>
  );
}
