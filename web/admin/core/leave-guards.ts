import { useEffect, useEffectEvent } from "react";

/**
 * The browser's Back and Forward do what Esc does while a dialog is open: they change neither the address nor the page behind,
 * with which the dialog and what is typed into it would go.
 */
export function useBackAsEsc(onLeave: () => unknown): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const { href } = location;
    const onPop = (event: PopStateEvent) => {
      // The router has no way to refuse an address, so it does not hear of this one.
      event.stopImmediatePropagation();
      history.pushState(null, "", href);
      leave();
    };
    window.addEventListener("popstate", onPop, { capture: true });
    return () => window.removeEventListener("popstate", onPop, { capture: true });
  }, []);
}
