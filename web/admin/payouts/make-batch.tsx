import { useState } from "react";
import { mayBeDone } from "../../state/api.ts";
import { toast } from "../../ui/toast/toast.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { MakeDialog } from "./batch-dialogs.tsx";
import type { PlannedBatch } from "./batch-pane.tsx";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import { type MakeBody, makeBatch, type PayoutBatch, saveBatchFile } from "./payout-calls.ts";
import { batchName } from "./payout-words.ts";

const text = PAYOUT_ADMIN_TEXT;

type MakeBatchProps = {
  planned: PlannedBatch;
  onMade: (batch: PayoutBatch) => void;
  /** It is not as the draft has it: what is to be paid is read again. */
  onRefused: () => void;
  onClose: () => void;
};

/**
 * Makes the batch and saves its file. Without an answer it may have been made: the same is sent again with the same key, whatever the
 * list shows meanwhile. After a refusal the dialog has the draft as it is now.
 */
export function MakeBatch({ planned, onMade, onRefused, onClose }: MakeBatchProps) {
  const [unanswered, setUnanswered] = useState<MakeBody | null>(null);

  async function send(body: MakeBody, key: string): Promise<PayoutBatch> {
    try {
      return await makeBatch(body, key);
    } catch (error) {
      const isUnanswered = mayBeDone(error, unanswered !== null);
      setUnanswered(isUnanswered ? body : null);
      if (!isUnanswered) onRefused();
      throw error;
    }
  }

  function done(batch: PayoutBatch) {
    onMade(batch);
    const name = batchName(batch);
    saveBatchFile(batch._id).then(
      () => toast.success(text.make.done(name)),
      () => toast.error(text.make.doneNoFile(name)),
    );
  }

  return (
    <SendingDialog send={send} onDone={done} onConflict={() => {}} onClose={onClose}>
      {(dialog) => <MakeDialog {...dialog} planned={planned} unanswered={unanswered} />}
    </SendingDialog>
  );
}
