import type { ClientWait } from "./question-calls.ts";

/** How long an item has waited for its client until now, ms. */
export function clientWaitMs({ askedAt, waitedMs }: ClientWait, nowMs: number): number {
  return waitedMs + (askedAt === null ? 0 : nowMs - Date.parse(askedAt));
}

/** Another text whenever a question is asked, answered or returned. */
export function clientKey({ askedAt, answeredAt, returnedAt, waitedMs }: ClientWait): string {
  return [askedAt, answeredAt, returnedAt, waitedMs].join();
}
