import { useEffect, useEffectEvent } from "react";

/**
 * The browser's Back and Forward do what Esc does while a dialog is open: they change neither the address nor the page behind,
 * with which the dialog and what is typed into it would go.
 */
export function useBackAsEsc(onLeave: () => unknown): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    // Chromium calls the listeners of a window in the order in which they came, whatever their phase, and the router was first.
    const onTraverse = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      leave();
    };
    const { href } = location;
    const onPop = (event: PopStateEvent) => {
      // The router has no way to refuse an address, so it does not hear of this one.
      event.stopImmediatePropagation();
      history.pushState(null, "", href);
      leave();
    };
    const { navigation } = window as Partial<Pick<Window, "navigation">>;
    navigation?.addEventListener("navigate", onTraverse);
    window.addEventListener("popstate", onPop, { capture: true });
    return () => {
      navigation?.removeEventListener("navigate", onTraverse);
      window.removeEventListener("popstate", onPop, { capture: true });
    };
  }, []);
}
