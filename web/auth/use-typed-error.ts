import { type RefObject, useEffect, useRef, useState } from "react";
import { type AttemptError, clearError, error } from "../state/auth-attempts.ts";

/**
 * The error of the last attempt, shown only after input in this form; the next keystroke clears it. The field that the
 * error names takes the focus, which the button lost while it was loading. The component must call `useSignals()`
 * first.
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
