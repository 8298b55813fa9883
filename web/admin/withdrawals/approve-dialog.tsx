import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { formatMoney } from "../../ui/format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { DecisionProps } from "../review/use-review.ts";
import { ImagePicker } from "./image-picker.tsx";
import { IMAGES_MAX, notesAndImages } from "./note-and-images.ts";
import { approvalsAhead, unverifiedPayout } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, ApproveBody, SentImage, WithdrawalWarning } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type ApproveDialogProps = DecisionProps<ApproveBody> & {
  request: AdminWithdrawal;
  /** The warnings to read before deciding. */
  warnings: readonly WithdrawalWarning[];
};

/**
 * Confirms an approval. Enter is enough where nothing must be entered; for a trader without a verified identity a
 * reason is required, unless another admin has already given one.
 */
export function ApproveDialog({ request, warnings, draft, onDecide, onClose }: ApproveDialogProps) {
  const [unverifiedReason, setUnverifiedReason] = useState(draft?.body.unverifiedReason ?? "");
  const [hasTried, setHasTried] = useState(false);
  const [notes, setNotes] = useState(draft?.body.notes ?? "");
  const [images, setImages] = useState<readonly SentImage[]>(draft?.body.images ?? []);
  const { have, need } = approvalsAhead(request, warnings);
  const problem = draft?.problem ?? null;
  // The API may require a reason before the warnings show it: they are as old as the page.
  const needsReason = unverifiedPayout(request, warnings) !== null || problem?.field === "unverifiedReason";
  const reason = unverifiedReason.trim();
  const isReasonMissing = needsReason && request.unverifiedReason === null && reason === "";
  const sum = formatMoney(request.amount);

  function submit() {
    setHasTried(true);
    if (isReasonMissing) return;
    const reasonField = needsReason && reason ? { unverifiedReason: reason } : {};
    onDecide({ version: request.version, ...reasonField, ...notesAndImages(notes, images) });
  }

  return (
    <ActionDialog
      title={text.approveTitle(sum)}
      lead={`${text.approveLead(request.user.name, request.paymentMethod)} ${have + 1 < need ? text.firstApproval : ""}`}
      submit={text.approve(`${sum}${ADMIN_TEXT.agreement.step(have, need)}`)}
      isSubmitFirst={!needsReason}
      needsStepUp
      problem={problem}
      fields={needsReason ? ["unverifiedReason"] : []}
      onSubmit={submit}
      onClose={onClose}
    >
      {needsReason && (
        <TextArea
          data-autofocus=""
          label={text.unverifiedReason}
          hint={text.unverifiedReasonHint}
          value={unverifiedReason}
          maxLength={TEXT_MAX.note}
          error={
            (hasTried && isReasonMissing && text.unverifiedReasonMissing) ||
            (problem?.field === "unverifiedReason" ? problem.message : null)
          }
          onChange={({ target }) => setUnverifiedReason(target.value)}
        />
      )}
      <TextArea
        label={text.notesForTrader}
        aside={ADMIN_TEXT.images.optional}
        value={notes}
        maxLength={TEXT_MAX.note}
        onChange={({ target }) => setNotes(target.value)}
      />
      <ImagePicker
        label={ADMIN_TEXT.images.forTrader}
        images={images}
        onChange={setImages}
        max={IMAGES_MAX}
        isOptional
        takesPaste
      />
    </ActionDialog>
  );
}
