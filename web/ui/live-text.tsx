import { effect, type ReadonlySignal } from "@preact/signals-react";
import { useLayoutEffect, useRef } from "react";

/** Text that follows a signal: a change writes the text node and renders nothing, not even itself. */
export function LiveText({ text }: { text: ReadonlySignal<string> }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      effect(() => {
        const { value } = text;
        const node = element.current?.firstChild;
        // A new node would be laid out from nothing.
        if (node instanceof Text) node.data = value;
        else if (element.current) element.current.textContent = value;
      }),
    [text],
  );
  return <span ref={element}>{text.peek()}</span>;
}
