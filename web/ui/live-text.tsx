import { effect, type ReadonlySignal } from "@preact/signals-react";
import { useLayoutEffect, useRef } from "react";
import { pressedControl } from "./pressed.ts";

/**
 * Text that follows a signal: a change updates the text node without rendering any component. In a control that is being
 * pressed it changes after the press.
 */
export function LiveText({ text }: { text: ReadonlySignal<string> }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const span = element.current;
    if (!span) return;
    // A new node would need a new layout.
    let node = span.firstChild;
    return effect(() => {
      const { value } = text;
      const pressed = pressedControl();
      // Reading the value makes the effect run again after the press; other texts do not depend on it.
      if (pressed.peek()?.contains(span) && pressed.value) return;
      if (node instanceof Text) node.data = value;
      else {
        span.textContent = value;
        node = span.firstChild;
      }
    });
  }, [text]);
  return <span ref={element}>{text.peek()}</span>;
}
