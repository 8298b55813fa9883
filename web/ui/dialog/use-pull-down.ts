import { type RefObject, type TouchEvent, useRef } from "react";
import { media } from "../theme.ts";

/** Where dialogs are sheets. */
const PHONE = media.phone.slice("@media ".length);

/** A sheet that is pulled further than this closes when it is let go. */
const CLOSES_AFTER_PX = 96;

/**
 * Closes a sheet at the bottom of the screen when a finger pulls it down by its head. Where dialogs are no sheets,
 * nothing is pulled.
 * @returns the handlers of the head
 */
export function usePullDown(sheet: RefObject<HTMLElement | null>, onClose: (() => void) | null) {
  const beganAt = useRef<number | null>(null);

  function move(px: number): void {
    if (sheet.current) sheet.current.style.transform = px > 0 ? `translateY(${px}px)` : "";
  }
  function pulledPx({ changedTouches }: TouchEvent): number {
    const y = changedTouches[0]?.clientY;
    return beganAt.current === null || y === undefined ? 0 : y - beganAt.current;
  }

  return {
    onTouchStart: (event: TouchEvent) => {
      const isSheet = window.matchMedia(PHONE).matches;
      // A second finger ends the pull.
      const isPull = isSheet && onClose !== null && event.touches.length === 1;
      beganAt.current = isPull ? (event.touches[0]?.clientY ?? null) : null;
      move(0);
    },
    onTouchMove: (event: TouchEvent) => move(pulledPx(event)),
    onTouchEnd: (event: TouchEvent) => {
      const px = pulledPx(event);
      beganAt.current = null;
      move(0);
      if (px > CLOSES_AFTER_PX) onClose?.();
    },
    onTouchCancel: () => {
      beganAt.current = null;
      move(0);
    },
  };
}
