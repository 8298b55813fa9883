import { useRef, useState } from "react";
import { ApiError, isOutcomeUnknown } from "../../state/api.ts";
import { countQueues } from "./admin-polling.ts";
import { type ActionProblem, problemOf } from "./pending-actions.ts";
import { noteStepUpOver } from "./step-up.ts";

/** Another admin or the trader was first: the screen is stale. */
const CONFLICTS: ReadonlySet<string> = new Set(["wrong_state", "claimed_by_other", "not_found"]);

type ActionHandlers<Body, Reply> = {
  /** @param key the idempotency key, which makes a retry safe */
  send: (body: Body, key: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** The item has changed since it was shown; nothing was done. */
  onConflict: (message: string) => void;
};

/**
 * Sends one action at a time. An attempt keeps its idempotency key until its outcome is known: after a lost response,
 * the same body is sent with the same key and is executed once.
 */
export function useAction<Body extends object, Reply>({ send, onDone, onConflict }: ActionHandlers<Body, Reply>) {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<ActionProblem | null>(null);
  const isBusy = useRef(false);
  const unanswered = useRef<{ key: string; body: string } | null>(null);

  async function run(body: Body): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setProblem(null);
    const attempt = attemptFor(body, unanswered.current);
    unanswered.current = attempt;
    try {
      const reply = await send(body, attempt.key);
      unanswered.current = null;
      onDone(reply);
      void countQueues();
    } catch (error) {
      fail(error);
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  }

  function fail(error: unknown): void {
    if (!isOutcomeUnknown(error)) unanswered.current = null;
    if (error instanceof ApiError && error.code === "step_up_required") noteStepUpOver();
    if (error instanceof ApiError && CONFLICTS.has(error.code)) onConflict(error.message);
    else setProblem(problemOf(error));
  }

  return { run, isSending, problem };
}

function attemptFor(value: object, unanswered: { key: string; body: string } | null) {
  const body = JSON.stringify(value);
  return unanswered?.body === body ? unanswered : { key: crypto.randomUUID(), body };
}
