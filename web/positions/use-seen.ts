import { useState } from "react";

/**
 * What the typed figures of a dialog are based on, while the market or another device may change it.
 * @param now as the account has it; null when it is gone
 * @returns `known`: as it was last; `changed`: as it is now, if it is another than what was seen
 */
export function useSeen<Thing extends { version: number }>(
  opened: Thing,
  now: Thing | null,
): { known: Thing; changed: Thing | null; see: (thing: Thing) => void } {
  const [seen, see] = useState(opened);
  const [last, setLast] = useState(opened);
  if (now !== null && now !== last) setLast(now);
  return { known: now ?? last, changed: now !== null && now.version !== seen.version ? now : null, see };
}
