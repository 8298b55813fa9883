import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useLayoutEffect } from "react";
import { TOAST } from "../../../worker/contract/limits.ts";

/** Where toasts stand: below the header at the right, or at the bottom left of what a screen shows. */
type ToastCorner = "top-right" | "bottom-left";

const corner = signal<ToastCorner>("top-right");
/** Where toasts stand while no dialog is open. */
export const toastCorner: ReadonlySignal<ToastCorner> = corner;

/** Of a screen's element, what toasts leave free of its width, so that they do not cover what is at its right. */
const SHARE_OF_WIDTH = 0.6;

/** How far toasts are from the left and from the bottom of an element. */
export type ToastInset = { leftPx: number; bottomPx: number };

/** Above less of an element than this, toasts would be over its head, px. */
const HEIGHT_MIN_PX = 200;

/**
 * Moves toasts to the bottom left of an element while the component is mounted. Elsewhere they stand below the header, whose
 * right end has the cash balance.
 * @param find the element, and what may stand over its foot; the same function on every render
 */
export function useToastPlace(find: () => { area: Element | null; over: Element | null }, inset: ToastInset): void {
  const { leftPx, bottomPx } = inset;
  useLayoutEffect(() => {
    const { area, over } = find();
    if (!area) return;
    const { style } = document.documentElement;
    const measure = () => {
      const { left, top, bottom, width } = area.getBoundingClientRect();
      const overTop = over?.getBoundingClientRect().top ?? bottom;
      const foot = overTop - top < HEIGHT_MIN_PX ? bottom : Math.min(bottom, overTop);
      style.setProperty("--toasts-left", `${Math.round(left) + leftPx}px`);
      style.setProperty("--toasts-bottom", `${Math.round(innerHeight - foot) + bottomPx}px`);
      style.setProperty("--toasts-width", `${Math.min(TOAST.widthMaxPx, Math.round(width * SHARE_OF_WIDTH))}px`);
    };
    corner.value = "bottom-left";
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    if (over) observer.observe(over);
    addEventListener("resize", measure);
    return () => {
      corner.value = "top-right";
      observer.disconnect();
      removeEventListener("resize", measure);
      for (const name of ["left", "bottom", "width"]) style.removeProperty(`--toasts-${name}`);
    };
  }, [find, leftPx, bottomPx]);
}
