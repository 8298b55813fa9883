import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { formatMoney } from "../../format.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActDialog } from "../desk/act-dialog.tsx";
import { DESK_TEXT } from "../desk/desk-text.ts";
import type { ApproveBody, DeskWithdrawal, SentImage } from "../desk/desk-types.ts";
import { ImagePicker } from "../desk/image-picker.tsx";
import type { Draft } from "../desk/use-review.ts";
import { IMAGES_MAX, wordsAndImages } from "../desk/words-and-images.ts";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawal-desk-text.ts";

const text = WITHDRAWAL_DESK_TEXT;

/** What every dialog about a request is given. */
export type DecisionProps<Body> = {
  request: DeskWithdrawal;
  /** What was typed before it was taken back or refused. */
  draft: Draft<Body> | null;
  onDecide: (body: Body) => void;
  onClose: () => void;
};

/** Asks before a request is approved. Enter is enough where there is nothing to add. */
export function ApproveDialog({ request, draft, onDecide, onClose }: DecisionProps<ApproveBody>) {
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
