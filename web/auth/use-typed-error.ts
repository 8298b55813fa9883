import { type RefObject, useEffect, useRef, useState } from "react";
import { type AttemptError, clearError, error } from "../state/auth-attempts.ts";

/**
 * The error of the last attempt, for the form that made it: it is shown only after something was typed here, and the
 * next key clears it. The field it is about takes the focus, which the button has lost while it was loading.
 * The component calls `useSignals()` first.
 */
export function useTypedError(): {
  shown: AttemptError | null;
  onTyped: () => void;
  form: RefObject<HTMLFormElement | null>;
} {
  const [hasTyped, setHasTyped] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const shown = hasTyped ? error.value : null;

  useEffect(() => {
    if (shown) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);

  return {
    shown,
    onTyped() {
      setHasTyped(true);
      clearError();
    },
    form,
  };
}
