import { navigate } from "wouter/use-browser-location";
import { invalidate } from "../state/query.ts";
import { isAuthenticated } from "../state/session.ts";
import { parsePageMessage } from "./worker-messages.ts";

/**
 * Takes what the service worker says of pushes: a page that is looked at reads its lists again and closes the notification, which
 * it has itself; and it opens what a notification is about.
 * @param isFree whether nothing on this page would be lost by it
 */
export function followPushes(registration: ServiceWorkerRegistration, isFree: () => boolean): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    const message = parsePageMessage(data);
    if (message?.kind === "pushed") void takeOver(registration, message.tag);
    if (message?.kind !== "open") return;
    const opens = isAuthenticated.peek() && isFree();
    if (opens) navigate(message.path);
    ports[0]?.postMessage(opens);
  });
}

const READ_MS_MAX = 2_000;

async function takeOver(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  if (document.visibilityState !== "visible" || !isAuthenticated.peek()) return;
  // A list that does not come must not keep the notification.
  await Promise.race([invalidate("notifications"), new Promise((resolve) => setTimeout(resolve, READ_MS_MAX))]);
  for (const shown of await registration.getNotifications({ tag })) shown.close();
}
