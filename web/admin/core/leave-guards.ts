import { useEffect, useEffectEvent } from "react";

/** Asks before the page is closed or reloaded, while something would be lost with it. */
export function useCloseQuestion(isAsked: boolean): void {
  const confirmLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isAsked) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("beforeunload", confirmLeave);
    return () => window.removeEventListener("beforeunload", confirmLeave);
  }, []);
}

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
