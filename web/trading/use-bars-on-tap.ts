import { useEffect } from "react";

/**
 * On a phone that is held sideways the header and the bar at the bottom are hidden, so that the chart has the screen: a
 * tap on the chart shows and hides them, see `shell-frame.ts`.
 * @param isOn whether the phone is held that way
 */
export function useBarsOnTap(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const root = document.documentElement;
    const onClick = ({ target }: MouseEvent) => {
      const isControl = !(target instanceof Element) || target.closest("button, a, input, select, label") !== null;
      if (!isControl && target.closest('[data-area="chart"]')) root.toggleAttribute("data-bars");
    };
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("click", onClick);
      root.removeAttribute("data-bars");
    };
  }, [isOn]);
}
