import { encryptNotification } from "@block65/webcrypto-web-push";
import type { PushMessage } from "../contract/channels.ts";
import type { Settings } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import { pushEndpoint } from "../platform/push-settings.ts";
import type { ChannelAnswer, PushOptions, PushTarget } from "../platform/services/channel-answer.ts";
import { readPushAnswer, readPushFailure } from "./push-answer.ts";
import { vapidHeader } from "./vapid-header.ts";

const SEND_TIMEOUT_MS = 8_000;

/**
 * Sends a push to one browser: encrypted for it (RFC 8291), signed by the operator (RFC 8292), by the protocol of RFC 8030. The host is
 * checked again, as the list of push services may have changed since the browser subscribed, and a redirect is not followed.
 * Never throws.
 */
export async function sendPush(
  settings: Settings,
  target: PushTarget,
  message: PushMessage,
  { topic, ttlS, urgency }: PushOptions,
): Promise<ChannelAnswer> {
  const endpoint = pushEndpoint(target.endpoint, settings);
  if (!endpoint) return { outcome: "refused", status: 0 };
  const request = await pushRequest(settings, endpoint, target, message).catch((error: unknown) => {
    logFault(error);
    return null;
  });
  // A key that nothing can be encrypted with, or a signing key that is none: another attempt would fail too.
  if (!request) return { outcome: "refused", status: 0 };
  try {
    const reply = await fetch(endpoint, {
      method: "POST",
      headers: { ...request.headers, TTL: String(ttlS), Topic: topic, Urgency: urgency },
      body: request.body,
      redirect: "manual",
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    // A Worker has few connections: one whose body nobody reads stays open.
    await reply.body?.cancel();
    return readPushAnswer(reply, Date.now());
  } catch (error) {
    return readPushFailure(error);
  }
}

async function pushRequest(settings: Settings, endpoint: URL, target: PushTarget, message: PushMessage) {
  const keys = { p256dh: target.publicKey, auth: target.secret };
  const [authorization, body] = await Promise.all([
    vapidHeader(settings, endpoint.origin, Date.now()),
    // Padded to the most that every push service takes, so that its length says nothing.
    encryptNotification(
      { endpoint: target.endpoint, expirationTime: null, keys },
      new TextEncoder().encode(JSON.stringify(message)),
    ),
  ]);
  const headers = {
    Authorization: authorization,
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
  };
  return { headers, body };
}
