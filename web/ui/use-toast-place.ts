import { useLayoutEffect } from "react";

/** A place for toasts on a screen, from the window's top right. They take no clicks there. */
export type ToastPlace = { topPx: number; rightPx: number; widthMaxPx: number };

/**
 * Moves toasts to where they cover nothing of a screen while the component is mounted. Elsewhere they stand below the
 * header, whose right end has the cash balance.
 */
export function useToastPlace(place: ToastPlace | null): void {
  const { topPx, rightPx, widthMaxPx } = place ?? { topPx: null, rightPx: null, widthMaxPx: null };
  useLayoutEffect(() => {
    if (topPx === null || rightPx === null || widthMaxPx === null) return;
    const { style } = document.documentElement;
    const values = {
      "--toasts-top": `${topPx}px`,
      "--toasts-right": `${rightPx}px`,
      "--toasts-width": `${widthMaxPx}px`,
      "--toasts-pointer": "none",
    };
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(values)) style.removeProperty(name);
    };
  }, [topPx, rightPx, widthMaxPx]);
}
