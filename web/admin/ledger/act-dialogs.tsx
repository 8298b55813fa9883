import { Callout } from "../../ui/callout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { TextDialog } from "../core/text-dialog.tsx";
import { usePlannedAct } from "./act-item.tsx";
import type { AdminAct, PostBody } from "./book-calls.ts";
import { BOOK_ADMIN_TEXT } from "./book-text.ts";
import { PlannedEntries } from "./planned-entries.tsx";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

const text = BOOK_ADMIN_TEXT;

/** Posts an act exactly as its entries stand in the dialog. */
export function PostDialog({ act, onSubmit, ...dialog }: BodyDialogProps<PostBody> & { act: AdminAct }) {
  const read = usePlannedAct(act._id);
  const found = read.value?.found ?? null;
  const plan = found?.plan ?? null;
  const kind = TRANSFER_ADMIN_TEXT.kinds[act.kind];
  return (
    <ActionDialog
      {...dialog}
      title={kind}
      lead={text.postLead}
      submit={text.post(kind)}
      isComplete={plan !== null}
      isSubmitFirst
      needsStepUp
      onSubmit={() =>
        plan &&
        onSubmit({
          approvals: (found?.act ?? act).approvals,
          entries: plan.entries.map(({ accountId, amount }) => ({ accountId, amount })),
        })
      }
    >
      {plan && <PlannedEntries plan={plan} title={text.planNow} />}
      {found?.refusal && <Callout tone="warn">{text.refused(found.refusal)}</Callout>}
      {found === null &&
        (read.error === null ? (
          <Skeleton width="100%" height={96} />
        ) : (
          <Callout tone="warn">{text.planFailed}</Callout>
        ))}
    </ActionDialog>
  );
}

/** Cancels an act that nobody has posted. */
export function CancelDialog({ onSubmit, ...dialog }: BodyDialogProps<{ reason: string }>) {
  return (
    <TextDialog
      {...dialog}
      title={text.cancelTitle}
      lead={text.cancelLead}
      submit={text.cancel}
      isDanger
      needsStepUp
      field="reason"
      label={text.reason}
      hint={text.reasonHint}
      missing={text.cancelReasonMissing}
      onSubmit={(reason) => onSubmit({ reason })}
    />
  );
}
