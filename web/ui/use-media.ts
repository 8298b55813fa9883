import { useSyncExternalStore } from "react";

/**
 * Whether a media query holds, for what a style sheet alone cannot decide: which of two parts is on the page at all.
 * @param rule as styles have it: `@media (max-width: 639px)`
 */
export function useMedia(rule: `@media ${string}`): boolean {
  const query = rule.slice("@media ".length);
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
