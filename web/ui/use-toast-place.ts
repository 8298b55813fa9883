import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useLayoutEffect } from "react";
import { TOAST } from "../../worker/contract/limits.ts";

/** Where toasts stand: below the header at the right, or at the bottom left of what a screen shows. */
type ToastCorner = "top-right" | "bottom-left";

const corner = signal<ToastCorner>("top-right");
/** Where toasts stand while no dialog is open. */
export const toastCorner: ReadonlySignal<ToastCorner> = corner;

/** Of a screen's element, what toasts leave free of its width, so that they do not cover what is at its right. */
const SHARE_OF_WIDTH = 0.6;

/** How far toasts are from the left and from the bottom of an element. */
export type ToastInset = { leftPx: number; bottomPx: number };

/**
 * Moves toasts to the bottom left of an element while the component is mounted; there they take no clicks. Elsewhere they
 * stand below the header, whose right end has the cash balance.
 * @param find the element; the same function on every render
 */
export function useToastPlace(find: () => Element | null, { leftPx, bottomPx }: ToastInset): void {
  useLayoutEffect(() => {
    const element = find();
    if (!element) return;
    const { style } = document.documentElement;
    const names = ["--toasts-left", "--toasts-bottom", "--toasts-width", "--toasts-pointer"] as const;
    function measure() {
      if (!element) return;
      const { left, bottom, width } = element.getBoundingClientRect();
      const values = [
        `${Math.round(left) + leftPx}px`,
        `${Math.round(innerHeight - bottom) + bottomPx}px`,
        `${Math.min(TOAST.widthMaxPx, Math.round(width * SHARE_OF_WIDTH))}px`,
        "none",
      ];
      for (const [at, name] of names.entries()) style.setProperty(name, values[at] ?? "");
    }
    corner.value = "bottom-left";
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener("resize", measure);
    return () => {
      corner.value = "top-right";
      observer.disconnect();
      removeEventListener("resize", measure);
      for (const name of names) style.removeProperty(name);
    };
  }, [find, leftPx, bottomPx]);
}
