import { TriangleAlert } from "../../ui/icon.tsx";
import { AdminFlag } from "./admin-flag.tsx";
import { ADMIN_TEXT } from "./admin-text.ts";
import type { PendingAction } from "./pending-actions.ts";

/** Says that the decision about the open item was refused or that its outcome is unknown, and why. */
export function RefusedFlag({ refused }: { refused: PendingAction }) {
  const title = refused.attempt.isUnanswered ? ADMIN_TEXT.pending.unknown : ADMIN_TEXT.pending.notDone;
  return (
    <AdminFlag tone="warn" icon={TriangleAlert} title={`${refused.label}: ${title}`} isAlert>
      {refused.problem?.message}
    </AdminFlag>
  );
}

/** Says that nothing was sent, as the open item had changed since it was shown. */
export function ConflictFlag({ message }: { message: string }) {
  return (
    <AdminFlag tone="warn" icon={TriangleAlert} title={ADMIN_TEXT.nothingSent} isAlert>
      {message}
    </AdminFlag>
  );
}
