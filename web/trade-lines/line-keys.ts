import { type KeyboardEvent, useRef } from "react";
import { stepPrice } from "../prices/step.ts";

/** Lines that can be moved, one at a time. */
export type MovableLines<Line> = {
  isHeld(line: Line): boolean;
  /** Where a line is shown, in steps. */
  stepsOf(line: Line): number;
  hold(line: Line): void;
  moveTo(steps: number): void;
  drop(): Promise<void>;
  cancel(): void;
};

/**
 * The keys of a line with the focus: arrows move it a step, with Shift ten, Enter sends it, Escape and leaving return it.
 * @param onEnter what Enter does while it is not moved
 */
export function useLineKeys<Line>(lines: MovableLines<Line>, line: Line, onEnter?: () => void) {
  const isByKey = useRef(false);

  function onKeyDown(event: KeyboardEvent) {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
    const isHeld = lines.isHeld(line);
    if (direction !== null) {
      if (!isHeld) lines.hold(line);
      isByKey.current = true;
      lines.moveTo(stepPrice(lines.stepsOf(line), direction, event.shiftKey ? 10 : 1));
    } else if (event.key === "Enter" && isHeld) void lines.drop();
    else if (event.key === "Enter" && onEnter) onEnter();
    else if (event.key === "Escape" && isHeld) lines.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onBlur() {
    if (isByKey.current && lines.isHeld(line)) lines.cancel();
    isByKey.current = false;
  }

  return { onKeyDown, onBlur };
}
