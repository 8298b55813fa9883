import { effect, type ReadonlySignal } from "@preact/signals-react";
import { styled } from "goober";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { emStyle, emWidth } from "./em-width.ts";
import { pressedControl } from "./pressed.ts";

/**
 * The box of a figure. Its size does not depend on what it contains, so that another figure of as many digits is laid
 * out alone, and not with the page. Its font shrinks where an element around it sets a `--room` that it does not fit in.
 */
const FigureBox = styled("span")`
  font-size: min(1em, var(--room, 100vw) / var(--em, 1));
  @supports (height: 1lh) {
    display: inline-block;
    contain: size layout style;
    height: 1lh;
    white-space: pre;
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
  const boxEm = useRef(emWidth(text.peek()));
  useLiveText(element, text, boxEm);
  return (
    <FigureBox ref={element} style={{ width: `${boxEm.current}em`, ...emStyle(boxEm.current) }}>
      {text.peek()}
    </FigureBox>
  );
}

/** A box stays as wide as it was for texts that are shorter by up to a digit and a comma, em. */
const SLACK_EM = 1;

/** Another width lays out the page and moves what is beside the box, so figures around 10.00 do not change it each time. */
function fitBox(box: HTMLElement, boxEm: RefObject<number>, text: string): void {
  const textEm = emWidth(text);
  if (textEm <= boxEm.current && textEm >= boxEm.current - SLACK_EM) return;
  boxEm.current = textEm;
  box.style.width = `${textEm}em`;
  box.style.setProperty("--em", String(textEm));
}

/** Writes a text into an element whenever it changes. @param boxEm the width of its box if it has one, em */
function useLiveText(
  element: RefObject<HTMLElement | null>,
  text: ReadonlySignal<string>,
  boxEm?: RefObject<number>,
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
      if (boxEm) fitBox(span, boxEm, value);
      if (node instanceof Text) node.data = value;
      else {
        span.textContent = value;
        node = span.firstChild;
      }
    });
  }, [element, text, boxEm]);
}
