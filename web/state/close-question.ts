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
