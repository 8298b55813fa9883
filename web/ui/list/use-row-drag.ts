import { type RefObject, useEffect, useEffectEvent } from "react";
import { isFurtherFinger, onInterruption } from "../follow-pointer.ts";
import { media } from "../theme.ts";

/** A finger rests on a row for this long before it drags it; a shorter touch scrolls or presses. */
const PRESS_MS = 300;
/** A finger that has moved further than this meanwhile scrolls. */
const SLACK_PX = 8;

/** Styles of the list: the row that is dragged, and those that make room. */
export const draggedRow = `
  &[data-dragging] {
    user-select: none;
    cursor: grabbing;
  }
  &[data-dragging] > li {
    transition: transform var(--motion);
  }
  &[data-dragging] > li[data-dragged] {
    z-index: 1;
    background: var(--raised);
    box-shadow: var(--shadow);
    transition: none;
  }
  ${media.still} {
    &[data-dragging] > li {
      transition: none;
    }
  }
`;

type Dragged = { from: number; to: number; startY: number; rows: HTMLElement[]; boxes: DOMRect[] };

/**
 * Lets the rows of a list, its children, be dragged to other places: with a mouse by what has `data-grip`, with a finger after
 * a press on the row. The row follows the pointer, the others make room, and what interrupts the pointer, such as Esc, puts
 * it back. While a row is dragged, the list has `data-dragging`, and the row `data-dragged`.
 * @param onMove called when a row was let go at another place, with its old and its new index; null for rows that stay
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onMove: ((from: number, to: number) => void) | null,
): void {
  const move = useEffectEvent((from: number, to: number) => onMove?.(from, to));
  const isOn = onMove !== null;

  useEffect(() => {
    const element = list.current;
    if (!element || !isOn) return;
    let dragged: Dragged | null = null;
    let press: ReturnType<typeof setTimeout> | undefined;
    let pressedAt = { x: 0, y: 0 };
    let pressed: AbortController | null = null;

    function onPointerDown(event: PointerEvent) {
      const { target, pointerType, pointerId, button, clientX, clientY } = event;
      if (!(target instanceof Element) || button !== 0 || isFurtherFinger(event)) return;
      const rows = [...(element?.children ?? [])].filter((row) => row instanceof HTMLElement);
      const from = rows.findIndex((row) => row.contains(target));
      if (!element || from === -1 || (pointerType === "mouse" && !target.closest("[data-grip]"))) return;
      end();
      pressedAt = { x: clientX, y: clientY };
      pressed = new AbortController();
      const { signal } = pressed;
      onInterruption(element, { pointerId, signal }, end);
      document.addEventListener("pointermove", (move) => move.pointerId === pointerId && onPointerMove(move), {
        signal,
      });
      document.addEventListener("pointerup", (up) => up.pointerId === pointerId && onPointerUp(), { signal });
      if (pointerType === "mouse") begin(rows, from);
      else press = setTimeout(() => begin(rows, from), PRESS_MS);
    }

    function begin(rows: HTMLElement[], from: number) {
      press = undefined;
      dragged = { from, to: from, startY: pressedAt.y, rows, boxes: rows.map((row) => row.getBoundingClientRect()) };
      element?.setAttribute("data-dragging", "");
      rows[from]?.setAttribute("data-dragged", "");
    }

    function onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press !== undefined && Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > SLACK_PX) end();
      if (dragged) follow(dragged, clientY - dragged.startY);
    }

    function onPointerUp() {
      if (dragged) {
        // The click that ends a drag presses nothing.
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      }
      const { from, to } = dragged ?? { from: 0, to: 0 };
      end();
      if (from !== to) move(from, to);
    }

    function end() {
      clearTimeout(press);
      press = undefined;
      pressed?.abort();
      if (!dragged) return;
      element?.removeAttribute("data-dragging");
      for (const row of dragged.rows) {
        row.removeAttribute("data-dragged");
        row.style.transform = "";
      }
      dragged = null;
    }

    // A drag neither scrolls, nor selects text, nor opens the menu of a long press.
    function preventWhileDragging(event: Event) {
      if (dragged) event.preventDefault();
    }

    element.addEventListener("pointerdown", onPointerDown);
    element.addEventListener("touchmove", preventWhileDragging, { passive: false });
    element.addEventListener("contextmenu", preventWhileDragging);
    document.addEventListener("selectstart", preventWhileDragging);
    return () => {
      end();
      element.removeEventListener("pointerdown", onPointerDown);
      element.removeEventListener("touchmove", preventWhileDragging);
      element.removeEventListener("contextmenu", preventWhileDragging);
      document.removeEventListener("selectstart", preventWhileDragging);
    };
  }, [list, isOn]);
}

function follow(dragged: Dragged, byPx: number): void {
  const { from, rows, boxes } = dragged;
  const box = boxes[from];
  if (!box) return;
  const middle = box.top + box.height / 2 + byPx;
  const others = boxes.filter((_, index) => index !== from);
  dragged.to = others.filter(({ top, height }) => top + height / 2 < middle).length;
  for (const [index, row] of rows.entries()) {
    const isDown = index > from && index <= dragged.to;
    const isUp = index < from && index >= dragged.to;
    row.style.transform = index === from ? `translateY(${byPx}px)` : "";
    if (isDown) row.style.transform = `translateY(${-box.height}px)`;
    if (isUp) row.style.transform = `translateY(${box.height}px)`;
  }
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
