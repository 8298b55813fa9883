import { effect, type ReadonlySignal } from "@preact/signals-react";
import { type RefObject, useLayoutEffect } from "react";

/** A new placeholder makes the browser lay out the whole page, so it follows its text no more often. */
const WRITE_EVERY_MS = 1_000;

/** Writes a text that follows prices into an input's placeholder, without a render. */
export function useLivePlaceholder(input: RefObject<HTMLInputElement | null>, text: ReadonlySignal<string>): void {
  useLayoutEffect(() => {
    let wroteAtMs = Number.NEGATIVE_INFINITY;
    let written = "";
    let next: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      next = undefined;
      wroteAtMs = performance.now();
      written = text.peek();
      if (input.current) input.current.placeholder = written;
    };
    const stop = effect(() => {
      // The dash before the first price does not wait.
      const isOther = text.value.length !== written.length;
      const waitMs = isOther ? 0 : wroteAtMs + WRITE_EVERY_MS - performance.now();
      if (waitMs <= 0) write();
      else next ??= setTimeout(write, waitMs);
    });
    return () => {
      stop();
      clearTimeout(next);
    };
  }, [input, text]);
}
