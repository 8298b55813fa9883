import type { PushMessage } from "../../worker/contract/channels.ts";
import type { Language } from "../../worker/contract/languages.ts";
import { addressOf, readPush } from "../install/read-push.ts";
import { type PageMessage, PUSH_LOCK } from "../install/worker-messages.ts";
import { pushText as khmer } from "./push-text.km.ts";
import { pushText as english } from "./push-text.ts";

declare const self: ServiceWorkerGlobalScope;

const TEXT: Readonly<Record<Language, typeof khmer>> = { en: english, km: khmer };

/** Set by the build: the picture beside each notification. */
declare const PUSH_ICON: string;

/** How long a page has to say that it opens an address, ms. A browser forgets the click that a new window needs after some seconds. */
const PAGE_ANSWERS_MS = 500;
/** When the receipt is sent again after it could not be, ms. */
const RECEIPT_AGAIN_MS = 3_000;

/** The newer properties, which the types of the platform lack. */
type Options = NotificationOptions & { renotify: boolean };

/** What a notification keeps: for its click, to know a repeat, and when it was shown. */
type Shown = { path: string; receipt: string | null; atMs: number };

/**
 * Shows a push, whatever is in it: a browser ends the subscription of one that shows nothing. Pages that are looked at close it
 * again, once they have it.
 * @param language of a push that cannot be read
 */
export async function showPush(data: PushMessageData | null, language: () => Promise<Language>): Promise<void> {
  const message = readPush(data?.text());
  await show(message ?? (await unreadable(language)), message !== null);
  await Promise.all([tellPages({ kind: "pushed" }), message && report(message)]);
}

const UNREADABLE = "unreadable";

async function unreadable(language: () => Promise<Language>): Promise<PushMessage> {
  const own = await language();
  return { ...TEXT[own], tag: UNREADABLE, path: "/notifications", language: own, receipt: "" };
}

async function show({ tag, title, body, path, language, receipt }: PushMessage, isRead: boolean): Promise<void> {
  const before = await self.registration.getNotifications({ tag });
  // A service may deliver a push twice: the second time it makes no sound.
  const isSame = isRead && before.some(({ data }) => (data as Partial<Shown> | null)?.receipt === receipt);
  const data: Shown = { path, receipt: isRead ? receipt : null, atMs: Date.now() };
  const options: Options = { body, tag, lang: language, icon: PUSH_ICON, data, renotify: !isSame, silent: isSame };
  await self.registration.showNotification(title, options);
}

/** Says that a push was shown. Without it, the next channel takes over after a minute. */
async function report({ receipt }: PushMessage): Promise<void> {
  const send = () =>
    fetch("/api/notifications/shown", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ receipt }),
      credentials: "omit",
      keepalive: true,
    });
  try {
    const { status } = await send();
    if (status < 500) return;
  } catch {
    // The network comes up with the device.
  }
  await new Promise<void>((resolve) => setTimeout(resolve, RECEIPT_AGAIN_MS));
  await send().catch(() => {});
}

async function pages(): Promise<readonly WindowClient[]> {
  return await self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

async function tellPages(message: PageMessage): Promise<void> {
  for (const page of await pages()) page.postMessage(message);
}

/** Opens what a notification is about: in a page that is open and loses nothing by it, else in a new one. */
export async function openShown(notification: Notification): Promise<void> {
  notification.close();
  const { path } = (notification.data ?? {}) as Partial<Shown>;
  const address = addressOf(path, self.location.origin);
  const open = [...(await pages())].sort((a, b) => Number(b.focused) - Number(a.focused));
  for (const page of open) {
    if (!(await opens(page, address))) continue;
    await page.focus().catch(() => {});
    return;
  }
  await self.clients.openWindow(address);
}

/** Asks a page to open an address. A page that is not the application, or stopped by the browser, does not answer. */
function opens(page: WindowClient, address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
  setTimeout(() => resolve(false), PAGE_ANSWERS_MS);
  const { pathname, search, hash } = new URL(address);
  page.postMessage({ kind: "open", path: pathname + search + hash } satisfies PageMessage, [port2]);
  return promise;
}

/** The browser has replaced a subscription by itself: the account has to know the new one. The next page mends what fails here. */
export async function subscribeAgain({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options;
  const before = oldSubscription?.endpoint;
  await self.navigator.locks.request(PUSH_LOCK, async () => {
    const { pushManager } = self.registration;
    // A page may have made another one since.
    const next =
      (await pushManager.getSubscription()) ?? newSubscription ?? (options && (await pushManager.subscribe(options)));
    if (!next) return;
    const { endpoint, keys } = next.toJSON();
    await fetch("/api/notifications/push", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ endpoint, keys, ...(before && before !== endpoint && { before }) }),
    });
  });
}
