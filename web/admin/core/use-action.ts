import { ApiError } from "../../state/api.ts";
import { type Submit, useSubmit } from "../../state/use-submit.ts";
import { countQueues } from "./admin-polling.ts";
import { actionProblemOf } from "./pending-actions.ts";
import { noteStepUpOver } from "./step-up.ts";

/** Another admin or the trader was first: the screen is stale. */
const CONFLICTS: ReadonlySet<string> = new Set(["wrong_state", "claimed_by_other", "not_found"]);

export type ActionHandlers<Body, Reply> = {
  /** @param key the idempotency key, which makes a retry safe */
  send: (body: Body, key: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** The item has changed since it was shown; nothing was done. A dialog says so, and stays with what is typed. */
  onConflict: (message: string) => void;
};

/** Submits an admin's action: see {@link useSubmit}. The open items are counted again after it. */
export function useAction<Body extends object, Reply>({
  send,
  onDone,
  onConflict,
}: ActionHandlers<Body, Reply>): Pick<Submit<Body>, "isSending" | "problem"> & { run: Submit<Body>["submit"] } {
  const { submit, isSending, problem } = useSubmit<Body, Reply>({
    send,
    onDone(reply) {
      onDone(reply);
      void countQueues();
    },
    explain(error) {
      if (error instanceof ApiError && error.code === "step_up_required") noteStepUpOver();
      // The answer has the roles of now, which the page follows.
      if (error instanceof ApiError && error.code === "role_needed") void countQueues();
      if (!(error instanceof ApiError && CONFLICTS.has(error.code))) return actionProblemOf(error);
      onConflict(error.message);
      return null;
    },
  });
  return { run: submit, isSending, problem };
}
