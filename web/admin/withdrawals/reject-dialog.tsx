import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { formatMoney } from "../../ui/format.ts";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { DecisionProps } from "../review/use-review.ts";
import { ImagePicker } from "./image-picker.tsx";
import { IMAGES_MAX, notesAndImages } from "./note-and-images.ts";
import { otherPayer, rejectionsAhead } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, RejectBody, RejectReason, SentImage } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

// The record has every reason as a key; `Object.keys` types them as string.
const REASONS = (Object.keys(text.reasonWord) as RejectReason[]).map((value) => ({
  value,
  label: text.reasonWord[value],
}));

type RejectDialogProps = DecisionProps<RejectBody> & { request: AdminWithdrawal; adminId: string };

/**
 * Takes the reason of a rejection. The money is returned at once, unless another admin is paying it: then two must
 * approve.
 */
export function RejectDialog({ request, adminId, draft, onDecide, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState<RejectReason>(draft?.body.reason ?? "wrong_details");
  const [notes, setNotes] = useState(draft?.body.notes ?? "");
  const [images, setImages] = useState<readonly SentImage[]>(draft?.body.images ?? []);
  const [hasTried, setHasTried] = useState(false);
  const problem = draft?.problem ?? null;
  const sum = formatMoney(request.amount);
  const words = notes.trim();
  const payer = otherPayer(request, adminId);
  const { have, need } = rejectionsAhead(request, adminId);
  /** A second admin must approve as well: the trader is not notified yet. */
  const isFirst = have + 1 < need;
  const missing = isFirst ? text.notesForLogMissing : text.notesMissing;

  function submit() {
    setHasTried(true);
    if (words) onDecide({ version: request.version, reason, ...notesAndImages("", images), notes: words });
  }

  return (
    <ActionDialog
      title={text.rejectTitle(sum)}
      lead={
        payer
          ? `${text.rejectPaid(payer)} ${isFirst ? text.rejectPaidFirst : text.rejectPaidLast}`
          : text.rejectLead(request.user.name)
      }
      submit={text.rejectSubmit(`${sum}${ADMIN_TEXT.agreement.step(have, need)}`)}
      isDanger
      needsStepUp
      problem={problem}
      fields={["notes"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select data-autofocus="" label={text.reason} value={reason} options={REASONS} onChange={setReason} />
      <TextArea
        label={isFirst ? text.notesForLog : text.notesForTrader}
        value={notes}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !words && missing) || (problem?.field === "notes" ? problem.message : null)}
        onChange={({ target }) => setNotes(target.value)}
      />
      {!isFirst && (
        <ImagePicker
          label={ADMIN_TEXT.images.forTrader}
          images={images}
          onChange={setImages}
          max={IMAGES_MAX}
          isOptional
          takesPaste
        />
      )}
    </ActionDialog>
  );
}
