import { useMemo, useSyncExternalStore } from "react";

/**
 * Whether a media query holds, for what a style sheet alone cannot decide: which of two parts is on the page at all.
 * @param rule as styles have it: `@media (max-width: 639px)`
 */
export function useMedia(rule: `@media ${string}`): boolean {
  const { follow, holds } = useMemo(() => {
    // A list is asked for once: to answer a new one, the browser first works out the styles of the whole page.
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
