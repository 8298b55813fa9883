import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { TextDialog } from "../core/note-dialog.tsx";
import type { DecisionProps } from "../review/use-review.ts";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import type { AdminIdentity, RejectIdentityBody, ReopenIdentityBody, VerifyBody } from "./identity-types.ts";

const text = IDENTITY_ADMIN_TEXT;

const REASONS = (
  ["unclear", "not_accepted", "expired", "name_differs", "other"] satisfies RejectIdentityBody["reason"][]
).map((value) => ({ value, label: text.reasonWord[value] }));

type IdentityDialogProps<Body> = DecisionProps<Body> & { identity: AdminIdentity };

/** Confirms a verification; Enter is enough. */
export function VerifyDialog({ identity, draft, onDecide, onClose }: IdentityDialogProps<VerifyBody>) {
  return (
    <ActionDialog
      title={text.verifyTitle(identity.user.name)}
      lead={text.verifyLead}
      submit={text.verifySubmit}
      isSubmitFirst
      problem={draft?.problem ?? null}
      onSubmit={() => onDecide({ version: identity.version })}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  );
}

/** Takes the reason why an ID card is rejected. */
export function RejectIdentityDialog({ identity, draft, onDecide, onClose }: IdentityDialogProps<RejectIdentityBody>) {
  const [reason, setReason] = useState<RejectIdentityBody["reason"]>(draft?.body.reason ?? "unclear");
  const [note, setNote] = useState(draft?.body.note ?? "");
  const [hasTried, setHasTried] = useState(false);
  const problem = draft?.problem ?? null;
  const written = note.trim();
  const lacksNote = reason === "other" && !written;

  function submit() {
    setHasTried(true);
    if (!lacksNote) onDecide({ version: identity.version, reason, note: written });
  }

  return (
    <ActionDialog
      title={text.rejectTitle(identity.user.name)}
      lead={text.rejectLead}
      submit={text.rejectSubmit}
      isDanger
      problem={problem}
      fields={["note"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select data-autofocus="" label={text.reason} value={reason} options={REASONS} onChange={setReason} />
      <TextArea
        label={text.noteLabel}
        aside={reason === "other" ? undefined : ADMIN_TEXT.images.optional}
        hint={text.noteHint}
        value={note}
        maxLength={TEXT_MAX.note}
        error={(hasTried && lacksNote && text.noteMissing) || (problem?.field === "note" ? problem.message : null)}
        onChange={({ target }) => setNote(target.value)}
      />
    </ActionDialog>
  );
}

/** Takes the reason why a verification is reverted. */
export function ReopenIdentityDialog({ identity, draft, onDecide, onClose }: IdentityDialogProps<ReopenIdentityBody>) {
  return (
    <TextDialog
      title={text.reopenTitle(identity.user.name)}
      lead={text.reopenLead}
      submit={text.reopenSubmit}
      isDanger
      needsStepUp
      label={text.reopenReason}
      hint={text.reopenHint}
      field="reason"
      before={draft?.body.reason}
      missing={text.reopenMissing}
      problem={draft?.problem ?? null}
      onSubmit={(reason) => onDecide({ version: identity.version, reason })}
      onClose={onClose}
    />
  );
}
