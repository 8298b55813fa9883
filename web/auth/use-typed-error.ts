import { useState } from "react";
import { clearError, error, type SessionError } from "../state/session.ts";

/**
 * The error of the last attempt, for the form that made it: it is shown only after something was typed here, and the
 * next key clears it. The component calls `useSignals()` first.
 */
export function useTypedError(): { shown: SessionError | null; onTyped: () => void } {
  const [hasTyped, setHasTyped] = useState(false);
  return {
    shown: hasTyped ? error.value : null,
    onTyped() {
      setHasTyped(true);
      clearError();
    },
  };
}
