import { useMemo, useSyncExternalStore } from "react";

/**
 * Whether a media query matches, for decisions that CSS alone cannot make: which of two components is rendered.
 * @param rule as in a style: `@media (max-width: 639px)`
 */
export function useMedia(rule: `@media ${string}`): boolean {
  const { follow, holds } = useMemo(() => {
    // Created once, and read only when it may have changed: the browser first computes the styles of the whole page.
    const list = window.matchMedia(rule.slice("@media ".length));
    let matches = list.matches;
    return {
      follow: (onChange: () => void) => {
        const read = () => {
          matches = list.matches;
          onChange();
        };
        read();
        list.addEventListener("change", read);
        return () => list.removeEventListener("change", read);
      },
      holds: () => matches,
    };
  }, [rule]);
  return useSyncExternalStore(follow, holds);
}
