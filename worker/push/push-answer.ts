import type { ChannelAnswer } from "../platform/services/channel-answer.ts";

/** What Cloudflare answers in the place of a server that no connection came to: refused, not reachable, no TLS, no address. */
const NEVER_SENT: ReadonlySet<number> = new Set([521, 523, 525, 526, 530]);
/** No answer of the server itself: it may have taken the push. */
const MAY_BE_SENT: ReadonlySet<number> = new Set([520, 522, 524]);

/**
 * What a push service's answer means. A redirect is a refusal: no push service sends one, and who could make one send it must not choose
 * what we call.
 * @param nowMs epoch ms, for a Retry-After that is a date
 * Source: RFC 8030, sections 5 and 7.3; RFC 9110, section 10.2.3
 */
export function readPushAnswer(
  { status, headers }: Pick<Response, "status" | "headers">,
  nowMs: number,
): ChannelAnswer {
  if (status >= 200 && status < 300) return { outcome: "accepted", status };
  if (status === 404 || status === 410) return { outcome: "gone", status };
  if (status === 429 || status === 503) {
    const retryAfterMs = readRetryAfter(headers.get("Retry-After"), nowMs);
    return { outcome: "busy", status, ...(retryAfterMs !== null && { retryAfterMs }) };
  }
  if (MAY_BE_SENT.has(status)) return { outcome: "unknown", status };
  if (status >= 500 || NEVER_SENT.has(status)) return { outcome: "failed", status };
  return { outcome: "refused", status };
}

/**
 * What it means that there was no answer: an error of `fetch`. The runtime says of a refused connection what it says of one that was cut
 * later. Both may be tried again: the repeat has the same topic and tag, and replaces the first one where both arrive. A push service
 * that takes too long has probably taken it.
 */
export function readPushFailure(error: unknown): ChannelAnswer {
  const isTimeout = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  return { outcome: isTimeout ? "unknown" : "failed", status: 0 };
}

function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
