import { useRef, useState } from "react";
import { ApiError, isOutcomeUnknown } from "../../state/api.ts";
import { countQueues } from "./admin-polling.ts";
import { type ActionProblem, problemOf } from "./pending-actions.ts";
import { noteStepUpOver } from "./step-up.ts";

/** Somebody else was first: what is on the screen is no longer so. */
const CONFLICTS: ReadonlySet<string> = new Set(["wrong_state", "claimed_by_other", "not_found"]);

type ActionHandlers<Body, Reply> = {
  /** @param key names the attempt, so that sending it again is safe */
  send: (body: Body, key: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** The thing has changed under this screen; nothing was done. */
  onConflict: (message: string) => void;
};

/**
 * Sends one act at a time. An attempt keeps its key until its outcome is known: after a lost answer the same wish goes out
 * as the same request and happens once.
 */
export function useAction<Body extends object, Reply>({ send, onDone, onConflict }: ActionHandlers<Body, Reply>) {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<ActionProblem | null>(null);
  const isBusy = useRef(false);
  const unanswered = useRef<{ key: string; body: string } | null>(null);

  async function act(body: Body): Promise<void> {
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

  return { act, isSending, problem };
}

function attemptFor(wish: object, unanswered: { key: string; body: string } | null) {
  const body = JSON.stringify(wish);
  return unanswered?.body === body ? unanswered : { key: crypto.randomUUID(), body };
}
