import { effect, type ReadonlySignal } from "@preact/signals-react";
import { useLayoutEffect, useRef } from "react";

/** Text that follows a signal: a change updates the text node without rendering any component. */
export function LiveText({ text }: { text: ReadonlySignal<string> }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const span = element.current;
    if (!span) return;
    // A new node would need a new layout.
    let node = span.firstChild;
    return effect(() => {
      const { value } = text;
      if (node instanceof Text) node.data = value;
      else {
        span.textContent = value;
        node = span.firstChild;
      }
    });
  }, [text]);
  return <span ref={element}>{text.peek()}</span>;
}
