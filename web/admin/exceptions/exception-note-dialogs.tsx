import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActDialog } from "../desk/act-dialog.tsx";
import type { DeskException, NoteBody } from "../desk/desk-types.ts";
import type { Draft } from "../desk/use-review.ts";
import { EXCEPTION_DESK_TEXT } from "./exception-desk-text.ts";

const text = EXCEPTION_DESK_TEXT;

/** What every dialog about a payment is given. */
export type ExceptionDecisionProps<Body> = {
  exception: DeskException;
  /** What was typed before it was taken back or refused. */
  draft: Draft<Body> | null;
  onDecide: (body: Body) => void;
  onClose: () => void;
};

/** Writes down that an admin has sent the money back. */
export function RefundNoteDialog(props: ExceptionDecisionProps<NoteBody>) {
  return (
    <NoteDialog
      {...props}
      words={{
        title: text.refundTitle,
        lead: text.refundLead,
        label: text.noteLabel.refund,
        submit: text.refundSubmit,
      }}
    />
  );
}

/** Closes a payment that needs no act, with the reason. */
export function DismissDialog(props: ExceptionDecisionProps<NoteBody>) {
  return (
    <NoteDialog
      {...props}
      words={{
        title: text.dismissTitle,
        lead: text.dismissLead,
        label: text.noteLabel.dismiss,
        submit: text.dismissSubmit,
      }}
    />
  );
}

type NoteDialogProps = ExceptionDecisionProps<NoteBody> & {
  words: Record<"title" | "lead" | "label" | "submit", string>;
};

function NoteDialog({ exception, words, draft, onDecide, onClose }: NoteDialogProps) {
  const [note, setNote] = useState(draft?.body.note ?? "");
  const [hasTried, setHasTried] = useState(false);
  const problem = draft?.problem ?? null;
  const written = note.trim();

  function submit() {
    setHasTried(true);
    if (written) onDecide({ version: exception.version, note: written });
  }

  return (
    <ActDialog
      title={words.title}
      lead={words.lead}
      submit={words.submit}
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
