import { effect, type ReadonlySignal } from "@preact/signals-react";
import { styled } from "goober";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { emWidth } from "./em-width.ts";
import { pressedControl } from "./pressed.ts";

/**
 * The box of a figure. Its size does not depend on what it contains, so that another figure of as many digits is laid
 * out alone, and not with the page.
 */
const FigureBox = styled("span")`
  @supports (height: 1lh) {
    display: inline-block;
    contain: size layout style;
    height: 1lh;
    white-space: nowrap;
    vertical-align: bottom;
  }
`;

/**
 * Text that follows a signal: a change updates the text node without rendering any component. In a control that is being
 * pressed it changes after the press.
 */
export function LiveText({ text }: { text: ReadonlySignal<string> }) {
  const element = useRef<HTMLSpanElement>(null);
  useLiveText(element, text);
  return <span ref={element}>{text.peek()}</span>;
}

/** A figure in one line that follows a signal, in a box of its own. Its parent must not be a flex or grid container. */
export function LiveFigureText({ text }: { text: ReadonlySignal<string> }) {
  const element = useRef<HTMLSpanElement>(null);
  useLiveText(element, text, fitBox);
  return (
    <FigureBox ref={element} style={{ width: widthOf(text.peek()) }}>
      {text.peek()}
    </FigureBox>
  );
}

const widthOf = (text: string) => `${emWidth(text)}em`;

function fitBox(box: HTMLElement, text: string): void {
  const width = widthOf(text);
  if (box.style.width !== width) box.style.width = width;
}

/** Writes a text into an element whenever it changes. @param onWrite called with each text, before it is written */
function useLiveText(
  element: RefObject<HTMLElement | null>,
  text: ReadonlySignal<string>,
  onWrite?: (element: HTMLElement, text: string) => void,
): void {
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
      onWrite?.(span, value);
      if (node instanceof Text) node.data = value;
      else {
        span.textContent = value;
        node = span.firstChild;
      }
    });
  }, [element, text, onWrite]);
}
