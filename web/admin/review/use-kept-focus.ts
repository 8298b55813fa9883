import { useEffect, useRef } from "react";
import { focusItem } from "../core/item-head.tsx";

const QUEUE = "[data-queue]";
const CONTENT = "#content";

/**
 * Keeps the focus where it was, in the queue or in the item, when another item opens and the element that had it goes away.
 * @param openId the item that is open
 */
export function useKeptFocus(openId: string | undefined): void {
  const place = useRef<"queue" | "item" | null>(null);

  useEffect(() => {
    function onFocusIn({ target }: FocusEvent) {
      if (!(target instanceof Element) || !target.closest(CONTENT)) return;
      place.current = target.closest(QUEUE) ? "queue" : "item";
    }
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, []);

  useEffect(() => {
    // After a dialog that closes has given the focus back, where it could.
    const frame = requestAnimationFrame(() => {
      if (place.current === null || document.activeElement !== document.body) return;
      if (openId === undefined) document.querySelector<HTMLElement>(CONTENT)?.focus();
      else if (place.current === "item") focusItem();
      else document.querySelector<HTMLElement>(`${QUEUE} [aria-current="true"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openId]);
}
