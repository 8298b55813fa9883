import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { formatMoney } from "../../format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActDialog } from "../desk/act-dialog.tsx";
import { DESK_TEXT } from "../desk/desk-text.ts";
import type { DecisionProps } from "../review/use-review.ts";
import { ImagePicker } from "./image-picker.tsx";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawal-desk-text.ts";
import type { ApproveBody, DeskWithdrawal, SentImage } from "./withdrawal-types.ts";
import { IMAGES_MAX, wordsAndImages } from "./words-and-images.ts";

const text = WITHDRAWAL_DESK_TEXT;

type ApproveDialogProps = DecisionProps<ApproveBody> & { request: DeskWithdrawal };

/** Asks before a request is approved. Enter is enough where there is nothing to add. */
export function ApproveDialog({ request, draft, onDecide, onClose }: ApproveDialogProps) {
  const [notes, setNotes] = useState(draft?.body.notes ?? "");
  const [images, setImages] = useState<readonly SentImage[]>(draft?.body.images ?? []);
  const { have, need } = request.approvals;
  const sum = formatMoney(request.amount);

  return (
    <ActDialog
      title={text.approveTitle(sum)}
      lead={`${text.approveLead(request.user.name, request.paymentMethod)} ${have + 1 < need ? text.firstWord : ""}`}
      submit={text.approve(`${sum}${DESK_TEXT.agreement.step(have, need)}`)}
      isSubmitFirst
      needsStepUp
      problem={draft?.problem ?? null}
      onSubmit={() => onDecide({ version: request.version, ...wordsAndImages(notes, images) })}
      onClose={onClose}
    >
      <TextArea
        label={text.notesForTrader}
        aside={DESK_TEXT.images.optional}
        value={notes}
        maxLength={TEXT_MAX.note}
        onChange={({ target }) => setNotes(target.value)}
      />
      <ImagePicker
        label={DESK_TEXT.images.forTrader}
        images={images}
        onChange={setImages}
        max={IMAGES_MAX}
        isOptional
        takesPaste
      />
    </ActDialog>
  );
}
