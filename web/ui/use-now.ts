import { useEffect, useState } from "react";

/**
 * The clock, for what counts seconds on the screen.
 * @param everyMs how often the component renders anew; null stops the clock
 * @returns epoch ms
 */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const [pace, setPace] = useState(everyMs);
  // A clock that stood still has the time it was stopped at: what counts down by it would begin far too high.
  if (pace !== everyMs) {
    setPace(everyMs);
    setNow(Date.now());
  }
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** The clock to the minute, for words such as "Today", which midnight makes untrue on a page that stays open. */
export function useMinute(): number {
  return useNow(60_000);
}
