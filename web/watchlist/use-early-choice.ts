import { type RefObject, useRef, useState } from "react";
import { afterPaint } from "../state/timing/after-paint.ts";

/**
 * Shows a choice at once and reports it after the next paint: what follows from it may take several frames on a slow device.
 * An input outside the control reports it before it is handled, so that it acts on what was chosen. Of choices that follow
 * each other faster than frames, only the last one is reported.
 * @param own the control's element
 * @returns the value to show as chosen, and what chooses another one
 */
export function useEarlyChoice<Value>(
  chosen: Value,
  onChoose: (value: Value) => void,
  own: RefObject<HTMLElement | null>,
): [Value, (value: Value) => void] {
  const [early, setEarly] = useState<{ value: Value } | null>(null);
  const last = useRef<AbortController>(null);

  function choose(value: Value): void {
    last.current?.abort();
    const waiting = new AbortController();
    const { signal } = waiting;
    last.current = waiting;
    function report(): void {
      if (signal.aborted) return;
      waiting.abort();
      setEarly(null);
      onChoose(value);
    }
    function onInput({ target }: Event): void {
      if (!(target instanceof Node && own.current?.contains(target))) report();
    }
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, onInput, { capture: true, signal });
    setEarly({ value });
    afterPaint(report);
  }

  return [early ? early.value : chosen, choose];
}
