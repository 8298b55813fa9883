import { type RefObject, useEffect } from "react";
import { markRead } from "./notification-calls.ts";

/** How long an unread row is in view until it counts as read. */
const IN_VIEW_MS = 2_000;

/**
 * Marks the unread rows of a list as read that have been in view for two seconds on a visible page.
 * @param unread the ids of each row that is not read, as `data-ids` of its element has them; empty for none
 */
export function useReadInView(list: RefObject<HTMLElement | null>, unread: readonly string[]): void {
  const rows = unread.join(" ");
  useEffect(() => {
    if (!list.current || rows === "") return;
    const timers = new Map<Element, ReturnType<typeof setTimeout>>();
    const stop = (row: Element) => clearTimeout(timers.get(row));
    const start = (row: Element) => {
      timers.set(
        row,
        setTimeout(() => {
          if (document.visibilityState === "visible") read(row);
          else start(row);
        }, IN_VIEW_MS),
      );
    };
    /** What came into view together is marked together. */
    let seen: number[] = [];
    const read = (row: Element) => {
      if (seen.length === 0) queueMicrotask(send);
      seen.push(...(row.getAttribute("data-ids") ?? "").split(",").map(Number));
    };
    // What could not be marked stays unread, which its dot says.
    const send = () => {
      void markRead({ ids: seen }).catch(() => {});
      seen = [];
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          stop(target);
          if (isIntersecting) start(target);
        }
      },
      { threshold: 0.8 },
    );
    for (const row of list.current.querySelectorAll('[data-unread="true"]')) observer.observe(row);
    return () => {
      observer.disconnect();
      for (const row of timers.keys()) stop(row);
    };
  }, [list, rows]);
}
