import { useState } from "react";
import { asciiOf } from "../../../worker/contract/ascii.ts";
import { codeProblemOf, isCodeRefused } from "../../state/code-problem.ts";
import { proveSecondFactor } from "../../state/fresh-proof.ts";
import { useSubmit } from "../../state/use-submit.ts";
import { useNow } from "../../ui/use-now.ts";
import { countQueues } from "./admin-polling.ts";
import { ADMIN_TEXT } from "./admin-text.ts";
import { isCodeNeeded, noteStepUpConfirmed, steppedUpUntilMs } from "./step-up.ts";

const text = ADMIN_TEXT.stepUp;
const CODE_LENGTH = 6;
const TICK_MS = 1_000;

/** Unlocks actions on money for 15 minutes. @param code six digits of the authenticator */
export async function confirmStepUp(code: string): Promise<void> {
  await proveSecondFactor(code);
  noteStepUpConfirmed();
  void countQueues();
}

/**
 * The authenticator code in the dialog of an action on money. The component calls `useSignals()` first.
 * @param options.isNeeded whether the action requires a second factor at all
 * @returns `isAsked` is true while a code must be entered
 */
export function useStepUpCode({ isNeeded }: { isNeeded: boolean }) {
  const [typed, setTyped] = useState("");
  const nowMs = useNow(isNeeded ? TICK_MS : null);
  const isAsked = isNeeded && isCodeNeeded(steppedUpUntilMs.value, nowMs);

  const { submit, isSending, problem, setProblem } = useSubmit({
    send: confirmStepUp,
    explain(error) {
      if (isCodeRefused(error)) setTyped("");
      return codeProblemOf(error, text.unreachable);
    },
  });

  return {
    isAsked,
    typed,
    problem: problem?.message ?? null,
    isSending,
    type(value: string) {
      setTyped(asciiOf(value).replace(/\D/g, "").slice(0, CODE_LENGTH));
      setProblem(null);
    },
    isDue: () => isNeeded && isCodeNeeded(steppedUpUntilMs.peek(), Date.now()),
    /** @returns whether the API has accepted the code */
    async confirm(): Promise<boolean> {
      if (typed.length === CODE_LENGTH) await submit(typed);
      else setProblem({ message: text.missing, field: undefined });
      return !isCodeNeeded(steppedUpUntilMs.peek(), Date.now());
    },
  };
}
