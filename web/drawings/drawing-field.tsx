import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { toast } from "../ui/toast/toast.ts";

type DrawingFieldProps = {
  label: string;
  /** The value that the drawing has. */
  kept: string;
  inputMode?: "text" | "decimal";
  maxLength?: number;
  /** Whether it begins with the focus, all of it selected. */
  hasFocus?: boolean;
  /** @returns what is wrong with the text, which then stays in the field; null where it is taken */
  onTyped: (text: string) => string | null;
  /** Called when the next keys are not for this field. */
  onDone: () => void;
  /** Why the typed text is refused. */
  problem?: string | null;
  /** What is wrong with a text that is still being typed. */
  whileTyped?: (text: string) => string | null;
  onProblem?: (problem: string | null) => void;
};

/** A field whose text is kept when it is left or Enter is pressed, as one act. Escape gives up what was typed. */
export function DrawingField(props: DrawingFieldProps) {
  const { label, kept, inputMode = "text", maxLength, hasFocus = false, onTyped, onDone } = props;
  const { problem = null, whileTyped, onProblem } = props;
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  // Null while it shows what is kept, which an undo or another device may change.
  const [typed, setTyped] = useState<string | null>(null);
  // The same at once: Enter takes the text, and then the field loses the focus.
  const pending = useRef<string | null>(null);
  const keep = useEffectEvent((): string | null => {
    if (pending.current === null) return null;
    const found = onTyped(pending.current);
    if (found === null) show(null);
    onProblem?.(found);
    return found;
  });
  const begin = useEffectEvent(() => {
    if (!hasFocus) return;
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => {
    begin();
    // A press on the chart selects something else, and the field is gone before it would lose the focus.
    return () => {
      const lost = keep();
      if (lost !== null) toast.error(lost);
    };
  }, []);

  function show(text: string | null) {
    pending.current = text;
    setTyped(text);
  }

  function change(text: string | null) {
    show(text);
    onProblem?.(text === null ? null : (whileTyped?.(text) ?? null));
  }

  return (
    <>
      <input
        ref={input}
        aria-label={label}
        title={label}
        inputMode={inputMode}
        autoComplete="off"
        maxLength={maxLength}
        value={typed ?? kept}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={({ target }) => change(target.value)}
        onBlur={() => keep()}
        onKeyDown={(event) => {
          if (event.key === "Enter" && keep() === null) onDone();
          if (event.key !== "Escape" || typed === null) return;
          event.preventDefault();
          change(null);
        }}
      />
      {problem !== null && (
        <p id={problemId} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
