import { TextDialog } from "../core/note-dialog.tsx";
import type { DecisionProps } from "../review/use-review.ts";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException, NoteBody } from "./exception-types.ts";

const text = EXCEPTION_ADMIN_TEXT;

type NoteDialogProps = DecisionProps<NoteBody> & { exception: AdminException };

/** Records that an admin has sent the money back. */
export function RefundNoteDialog(props: NoteDialogProps) {
  return (
    <TextDialog
      title={text.refundTitle}
      lead={text.refundLead}
      label={text.noteLabel.refund}
      submit={text.refundSubmit}
      {...noteOf(props)}
    />
  );
}

/** Closes a payment that needs no action, with the reason. */
export function DismissDialog(props: NoteDialogProps) {
  return (
    <TextDialog
      title={text.dismissTitle}
      lead={text.dismissLead}
      label={text.noteLabel.dismiss}
      submit={text.dismissSubmit}
      {...noteOf(props)}
    />
  );
}

function noteOf({ exception, draft, onDecide, onClose }: NoteDialogProps) {
  return {
    field: "note" as const,
    needsStepUp: true,
    before: draft?.body.note,
    missing: text.noteMissing,
    problem: draft?.problem ?? null,
    onSubmit: (note: string) => onDecide({ version: exception.version, note }),
    onClose,
  };
}
