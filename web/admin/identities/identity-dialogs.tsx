import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { ReviewDialogProps } from "../review/review-actions.tsx";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import type { AdminIdentity, RejectIdentityBody, ReopenIdentityBody, VerifyBody } from "./identity-calls.ts";

const text = IDENTITY_ADMIN_TEXT;

const REASONS = (
  ["unclear", "not_accepted", "expired", "name_differs", "other"] satisfies RejectIdentityBody["reason"][]
).map((value) => ({ value, label: text.reasonWord[value] }));

/** Confirms a verification; Enter is enough while the second factor is recent. */
export function VerifyDialog({ item, problem, onSubmit, onClose }: ReviewDialogProps<AdminIdentity, VerifyBody>) {
  return (
    <ActionDialog
      title={text.verifyTitle(item.user.name)}
      lead={text.verifyLead}
      submit={text.verify}
      isSubmitFirst
      needsStepUp
      problem={problem}
      onSubmit={() => onSubmit({ version: item.version })}
      onClose={onClose}
    />
  );
}

export function RejectIdentityDialog(props: ReviewDialogProps<AdminIdentity, RejectIdentityBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  const [reason, setReason] = useState<RejectIdentityBody["reason"]>(before?.reason ?? "unclear");
  const form = useTexts({
    before: { note: before?.note },
    problem,
    check: ({ note }) => ({ note: reason === "other" && !note && text.noteMissing }),
    onSubmit: ({ note }) => onSubmit({ version: item.version, reason, note }),
  });
  return (
    <ActionDialog
      {...form.dialog}
      title={text.rejectTitle(item.user.name)}
      lead={text.rejectLead}
      submit={text.reject}
      isDanger
      onClose={onClose}
    >
      <Select data-autofocus="" label={text.reason} value={reason} options={REASONS} onChange={setReason} />
      <TextArea
        {...form.field("note")}
        label={text.noteLabel}
        aside={reason === "other" ? undefined : ADMIN_TEXT.images.optional}
        hint={text.noteHint}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}

export function ReopenIdentityDialog(props: ReviewDialogProps<AdminIdentity, ReopenIdentityBody>) {
  const { item, before, problem, onSubmit, onClose } = props;
  return (
    <TextDialog
      title={text.reopenTitle(item.user.name)}
      lead={text.reopenLead}
      submit={text.reopen}
      isDanger
      needsStepUp
      label={text.reopenReason}
      hint={text.reopenHint}
      field="reason"
      before={before?.reason}
      missing={text.reopenMissing}
      problem={problem}
      onSubmit={(reason) => onSubmit({ version: item.version, reason })}
      onClose={onClose}
    />
  );
}
