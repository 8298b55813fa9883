import { useEffect, useState } from "react";

/**
 * The current time, for displays that count seconds.
 * @param everyMs interval at which the component renders; null stops the clock
 * @returns epoch ms
 */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const [shownEveryMs, setShownEveryMs] = useState(everyMs);
  // A paused clock has the time of its pause: a countdown would start far too high.
  if (shownEveryMs !== everyMs) {
    setShownEveryMs(everyMs);
    setNow(Date.now());
  }
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/**
 * The current time to the minute, for texts such as "Today", which become wrong at midnight on a page that stays open.
 */
export function useMinute(): number {
  return useNow(60_000);
}
