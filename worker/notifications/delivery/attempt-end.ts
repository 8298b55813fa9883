import { backOffMs } from "../../contract/back-off.ts";
import { PAUSED_STATUS } from "../../contract/channels.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import type { ChannelAnswer } from "../../platform/services/channel-answer.ts";
import type { AttemptEnd } from "./delivery-store.ts";

const RETRY_MS = { minMs: 2_000, maxMs: 5 * MINUTE_MS };
const ATTEMPTS_MAX = 10;
/** How long a message is tried, and a test. */
const TRIED_MS = 6 * HOUR_MS;
const TEST_TRIED_MS = 5 * MINUTE_MS;
const RETRY_AFTER_MS_MAX = 15 * MINUTE_MS;
/** Those that wait for the same service come back one after the other. */
const SPREAD_MS = 2_000;

/** An attempt at a message that this dispatcher has claimed. */
export type Attempt = {
  id: number;
  claimedUntilMs: number;
  /** Counts this one. */
  attempts: number;
  createdAtMs: number;
  isTest: boolean;
};

/**
 * What becomes of a message after an answer. It is tried again only where nothing was delivered: what may have arrived is not sent a
 * second time by the same channel.
 */
export function attemptEnd(
  attempt: Attempt,
  { outcome, status, retryAfterMs }: ChannelAnswer,
  options: { isShown: boolean; nowMs: number; random: number },
): AttemptEnd {
  const { id, claimedUntilMs, attempts } = attempt;
  const { isShown, nowMs, random } = options;
  const end = { id, claimedUntilMs, attempts, status, sentAtMs: null, shownAtMs: null, nextMs: null };
  if (outcome === "accepted") return { ...end, sentAtMs: nowMs, shownAtMs: isShown ? nowMs : null };
  if ((outcome !== "busy" && outcome !== "failed") || attempts >= ATTEMPTS_MAX) return end;
  const waitMs = Math.max(pauseMs(retryAfterMs) ?? 0, backOffMs(attempts, { ...RETRY_MS, random }));
  return { ...end, nextMs: withinTime(attempt, nowMs + waitMs) };
}

/** What becomes of a message whose service is paused: it was not asked, and this was no attempt. */
export function postponed(attempt: Attempt, untilMs: number, random: number): AttemptEnd {
  const { id, claimedUntilMs, attempts } = attempt;
  const nextMs = withinTime(attempt, untilMs + Math.round(random * SPREAD_MS));
  return {
    id,
    claimedUntilMs,
    attempts: attempts - 1,
    status: PAUSED_STATUS,
    sentAtMs: null,
    shownAtMs: null,
    nextMs,
  };
}

/** How long a service that asks for a pause gets it. */
export function pauseMs(retryAfterMs: number | undefined): number | undefined {
  return retryAfterMs === undefined ? undefined : Math.min(Math.max(retryAfterMs, 1_000), RETRY_AFTER_MS_MAX);
}

function withinTime({ createdAtMs, isTest }: Attempt, nextMs: number): number | null {
  return nextMs - createdAtMs > (isTest ? TEST_TRIED_MS : TRIED_MS) ? null : nextMs;
}
