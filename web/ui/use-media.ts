import { useMemo, useSyncExternalStore } from "react";

/**
 * Whether a media query matches, for decisions that CSS alone cannot make: which of two components is rendered.
 * @param rule as in a style: `@media (max-width: 639px)`
 */
export function useMedia(rule: `@media ${string}`): boolean {
  const { follow, holds } = useMemo(() => {
    // The list is created once: for a new one, the browser first computes the styles of the whole page.
    const list = window.matchMedia(rule.slice("@media ".length));
    return {
      follow: (onChange: () => void) => {
        list.addEventListener("change", onChange);
        return () => list.removeEventListener("change", onChange);
      },
      holds: () => list.matches,
    };
  }, [rule]);
  return useSyncExternalStore(follow, holds);
}
