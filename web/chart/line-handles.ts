import { followPointer } from "../ui/follow-pointer.ts";

/** A move of a line by a pointer. Positions in CSS px from the plot's top. */
export type LineDrag = {
  /** @param topPx where the line would be */
  move(topPx: number): void;
  drop(): void;
  cancel(): void;
};

/** A line over the plot that can be moved. */
export type LineHandle = {
  /** Its distance from the top of the plot, CSS px; null while it is out of view or cannot be moved. */
  topPx(): number | null;
  hover(isHovered: boolean): void;
  /** Begins to move it. */
  drag(): LineDrag;
  /** It was pressed and let go in its place. */
  click?(): void;
};

/** How near a pointer must be to a line to hold it, CSS px: half of the height that the line can be caught in. */
const CATCH_PX = { mouse: 6, touch: 22 } as const;

/** The lines of a plot that can be moved. Where several are near, the nearest one counts. */
export class LineHandles {
  readonly #handles = new Set<LineHandle>();
  #hovered: LineHandle | null = null;

  /** @returns removes it */
  add(handle: LineHandle): () => void {
    this.#handles.add(handle);
    return () => {
      this.#handles.delete(handle);
      if (this.#hovered === handle) this.#hovered = null;
    };
  }

  /** The line at a place; null without one. @param topPx CSS px from the plot's top */
  at(topPx: number, pointerType: string): LineHandle | null {
    let nearest: LineHandle | null = null;
    let reachPx: number = pointerType === "touch" ? CATCH_PX.touch : CATCH_PX.mouse;
    for (const handle of this.#handles) {
      const top = handle.topPx();
      if (top === null || Math.abs(top - topPx) > reachPx) continue;
      nearest = handle;
      reachPx = Math.abs(top - topPx);
    }
    return nearest;
  }

  /** Tells the lines which one the pointer is over. @returns whether there is one */
  hover(handle: LineHandle | null): boolean {
    if (handle !== this.#hovered) {
      this.#hovered?.hover(false);
      handle?.hover(true);
      this.#hovered = handle;
    }
    return handle !== null;
  }
}

/** How far a pointer moves before a press becomes a drag, CSS px. */
const DRAG_FROM_PX = { mouse: 3, touch: 8 } as const;

/**
 * Lets a pointer move a line, from a press on the line or its pill to the release. A press that does not move it up or down
 * moves nothing, and what interrupts the pointer returns the line.
 *
 * @param press.onOther called once where the pointer does something else instead: it has moved to the side first, or
 *   another one was pressed. It is given the pointer's last event
 * @returns ends it without a change
 */
export function dragLine(
  element: HTMLElement,
  handle: LineHandle,
  { event, onOther }: { event: PointerEvent; onOther?: (last: PointerEvent) => void },
): () => void {
  const { clientX, clientY } = event;
  const fromPx = event.pointerType === "touch" ? DRAG_FROM_PX.touch : DRAG_FROM_PX.mouse;
  const startPx = handle.topPx() ?? 0;
  let drag: LineDrag | null = null;
  let last = event;

  const end = followPointer(element, event, {
    move(move) {
      last = move;
      const [sideways, upright] = [Math.abs(move.clientX - clientX), Math.abs(move.clientY - clientY)];
      if (!drag && Math.max(sideways, upright) < fromPx) return;
      if (!drag && sideways > upright && onOther) {
        end();
        onOther(move);
        return;
      }
      drag ??= handle.drag();
      drag.move(startPx + move.clientY - clientY);
    },
    drop: () => (drag ? drag.drop() : handle.click?.()),
    cancel(by) {
      drag?.cancel();
      if (by?.type === "pointerdown") onOther?.(last);
    },
  });
  return end;
}
