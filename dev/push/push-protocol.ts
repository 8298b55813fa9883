import { answerWithPage } from "../stand-in/http-outage.ts";

/**
 * The part of RFC 8030 that an application's server needs: the headers of a push, and the answers of a push service.
 */

/** The headers of a push that say how it is delivered. `topic` is null without one. */
export type PushHeaders = { ttlS: number; urgency: string; topic: string | null };

const URGENCIES = ["very-low", "low", "normal", "high"];
/** Source: RFC 8030 section 5.4. */
const TOPIC = /^[A-Za-z0-9_-]{1,32}$/;
/** Source: RFC 8030 section 7.2: the least that each service must take, and the most that the services in use take. */
export const BODY_BYTES_MAX = 4_096;

/** Reads the headers of a push. @returns the reason of the refusal as a text, when one is missing or not valid */
export function readHeaders(headers: Headers): PushHeaders | string {
  const ttl = headers.get("TTL");
  if (ttl === null || !/^\d{1,9}$/.test(ttl)) return "TTL is missing or not a number of seconds";
  const urgency = headers.get("Urgency") ?? "normal";
  if (!URGENCIES.includes(urgency)) return `Urgency is none of ${URGENCIES.join(", ")}`;
  const topic = headers.get("Topic");
  if (topic !== null && !TOPIC.test(topic)) return "Topic is not 1 to 32 characters of base64url";
  const coding = headers.get("Content-Encoding");
  if (coding !== "aes128gcm") return `Content-Encoding is ${coding}, not aes128gcm`;
  return { ttlS: Number(ttl), urgency, topic };
}

/** A refusal in the manner of Mozilla's service: JSON with the status and the reason. */
export function refusePush(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code: status, error: message, message }, { status, headers });
}

/** How long `slow` takes to answer. */
export const SLOW_MS = 3_000;
/** The values of Retry-After with `429` and with `503`: seconds with one, a time with the other. */
export const RETRY_AFTER_S = 2;

/** The failures for `POST /outage`, of the whole service or of one subscription. `lost`: the push is taken, its answer never comes. */
export const FAILURES = {
  slow: () => null,
  hang: "hold",
  lost: () => null,
  html: answerWithPage,
  redirect: () => new Response(null, { status: 307, headers: { Location: "/redirected" } }),
  "400": () => refusePush(400, "bad request"),
  "403": () => refusePush(403, "BadJwtToken"),
  "404": () => refusePush(404, "no such subscription"),
  "410": () => refusePush(410, "the subscription has ended"),
  "413": () => refusePush(413, "the message is too large"),
  "429": () => refusePush(429, "too many requests", { "Retry-After": String(RETRY_AFTER_S) }),
  "500": () => refusePush(500, "internal error"),
  "503": () => refusePush(503, "unavailable", { "Retry-After": httpDateAfter(RETRY_AFTER_S) }),
} as const;

/** A time with whole seconds that is at least so far away. */
function httpDateAfter(seconds: number): string {
  return new Date((Math.ceil(Date.now() / 1_000) + seconds) * 1_000).toUTCString();
}
