import { useEffect, useRef } from "react";
import { focusItem } from "../core/item-head.tsx";

const QUEUE = "[data-queue]";
const CONTENT = "#content";

/**
 * Keeps the focus in the queue or in the item when another item opens and the focused element is removed.
 * @param openId id of the open item
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
    // After a closing dialog has restored the focus, where it could.
    const frame = requestAnimationFrame(() => {
      if (place.current === null || document.activeElement !== document.body) return;
      if (openId === undefined) document.querySelector<HTMLElement>(CONTENT)?.focus();
      else if (place.current === "item") focusItem();
      else document.querySelector<HTMLElement>(`${QUEUE} [aria-current="true"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openId]);
}
