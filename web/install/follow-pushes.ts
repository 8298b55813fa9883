import { navigate } from "wouter/use-browser-location";
import { isReachable } from "../state/network/connection.ts";
import { invalidate } from "../state/query.ts";
import { isAuthenticated } from "../state/session.ts";
import { parsePageMessage } from "./worker-messages.ts";

/**
 * Closes the notifications that a page which is looked at has itself, once it has read its lists again: those that came since it was
 * loaded, also before it listened or while it was hidden. And opens what a notification is about, as the service worker asks.
 * @param isFree whether nothing on this page would be lost by it
 */
export function followPushes(registration: ServiceWorkerRegistration, isFree: () => boolean): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    const message = parsePageMessage(data);
    if (message?.kind === "pushed") void takeOver(registration);
    if (message?.kind !== "open") return;
    const opens = isAuthenticated.peek() && isFree();
    if (opens) navigate(message.path);
    ports[0]?.postMessage(opens);
  });
  document.addEventListener("visibilitychange", () => void takeOver(registration));
  void takeOver(registration);
}

async function takeOver(registration: ServiceWorkerRegistration): Promise<void> {
  if (document.visibilityState !== "visible" || !isAuthenticated.peek()) return;
  const shown = (await registration.getNotifications()).filter(isSinceLoad);
  if (shown.length === 0) return;
  await invalidate("notifications");
  // A page without a connection has not read what it would take away.
  if (!isReachable.peek()) return;
  for (const one of shown) one.close();
}

/** Whether a notification was shown while this page was there. One of an earlier version does not say when. */
function isSinceLoad({ data }: Notification): boolean {
  const { atMs = 0 } = (data ?? {}) as { atMs?: number };
  return atMs >= performance.timeOrigin;
}
