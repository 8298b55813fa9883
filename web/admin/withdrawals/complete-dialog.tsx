import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Field } from "../../ui/field.tsx";
import { formatMoney } from "../../ui/format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { DecisionProps } from "../review/use-review.ts";
import { ImagePicker } from "./image-picker.tsx";
import { IMAGES_MAX, notesAndImages } from "./note-and-images.ts";
import { approvalsAhead } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, CompleteBody, SentImage, WithdrawalWarning } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

type CompleteDialogProps = DecisionProps<CompleteBody> & {
  request: AdminWithdrawal;
  /** The warnings to read before deciding. */
  warnings: readonly WithdrawalWarning[];
};

/** Takes the bank's payment id and the proof of a payment. */
export function CompleteDialog({ request, warnings, draft, onDecide, onClose }: CompleteDialogProps) {
  const [paymentId, setPaymentId] = useState(draft?.body.paymentId ?? "");
  const [proofs, setProofs] = useState<readonly SentImage[]>(draft?.body.proof ? [draft.body.proof] : []);
  const [notes, setNotes] = useState(draft?.body.notes ?? "");
  const [images, setImages] = useState<readonly SentImage[]>(draft?.body.images ?? []);
  const [hasTried, setHasTried] = useState(false);
  const problem = draft?.problem ?? null;
  const { have, need } = approvalsAhead(request, warnings);
  const sum = formatMoney(request.amount);
  const id = paymentId.trim();
  const [proof] = proofs;
  // The first of two admins has added the proof.
  const isProofMissing = !proof && request.proofOfPayment === null;

  function submit() {
    setHasTried(true);
    if (!id || isProofMissing) return;
    onDecide({
      version: request.version,
      paymentId: id,
      ...(proof ? { proof } : {}),
      ...notesAndImages(notes, images),
    });
  }

  return (
    <ActionDialog
      title={text.completeTitle(sum)}
      lead={`${text.completeLead(request.user.name)} ${have + 1 < need ? text.firstApproval : ""}`}
      submit={text.complete(`${sum}${ADMIN_TEXT.agreement.step(have, need)}`)}
      problem={problem}
      needsStepUp
      fields={["paymentId"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        data-autofocus=""
        label={text.paymentId}
        hint={text.paymentIdHint}
        autoComplete="off"
        spellCheck={false}
        value={paymentId}
        maxLength={TEXT_MAX.bankReference}
        error={(hasTried && !id && text.paymentIdMissing) || (problem?.field === "paymentId" ? problem.message : null)}
        onChange={({ target }) => setPaymentId(target.value)}
      />
      <ImagePicker
        label={text.proofLabel}
        images={proofs}
        onChange={setProofs}
        max={1}
        hint={request.proofOfPayment ? text.proofStands : undefined}
        takesPaste
        error={hasTried && isProofMissing ? text.proofMissing : null}
      />
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
      />
    </ActionDialog>
  );
}
