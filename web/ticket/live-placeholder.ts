import { effect, type ReadonlySignal } from "@preact/signals-react";
import { type RefObject, useLayoutEffect } from "react";

/** Writes a text that follows prices into an input's placeholder, without a render. */
export function useLivePlaceholder(input: RefObject<HTMLInputElement | null>, text: ReadonlySignal<string>): void {
  useLayoutEffect(
    () =>
      effect(() => {
        if (input.current) input.current.placeholder = text.value;
      }),
    [input, text],
  );
}
