import type { PageSubscription, ShownNotification } from "./push-in-pages.ts";

/**
 * What replaces, in the product's service worker, the parts of a browser that a headless one lacks: it shows no notification, and
 * nobody can press one. The worker's own handlers run, on the browser's own push event. Each function runs inside the worker.
 */

/** What the service worker has done since {@link replaceNotifications}. `opened` and `focused` are addresses. */
export type WorkerRecord = { shown: ShownNotification[]; showings: number; opened: string[]; focused: string[] };

/** The part of a service worker's scope that is used; this file is compiled with the types of a document. */
type Scope = {
  pushRecord?: WorkerRecord;
  pushSubscription?: PageSubscription | null;
  registration: {
    showNotification: (title: string, options?: Record<string, unknown>) => Promise<void>;
    getNotifications: (filter?: { tag?: string }) => Promise<unknown[]>;
  };
  clients: { openWindow: (address: string) => Promise<null> };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  ExtendableEvent: new (kind: string) => Event;
  location: Location;
  dispatchEvent(event: Event): void;
};

/** Replaces what shows notifications, once for each start of the worker. */
export function replaceNotifications(): void {
  // The worker's global scope, which this file's types do not have.
  const scope = globalThis as unknown as Scope;
  if (scope.pushRecord) return;
  const record: WorkerRecord = { shown: [], showings: 0, opened: [], focused: [] };
  scope.pushRecord = record;
  scope.registration.showNotification = async (title, options = {}) => {
    const { body = "", tag = "", lang = "", data = null, silent = false, renotify = false } = options;
    // As browsers refuse it. Source: Notifications API, "create a notification with a settings object"
    if (renotify && tag === "") throw new TypeError("renotify without a tag");
    record.showings += 1;
    const shown = {
      id: record.showings,
      title: String(title),
      body: String(body),
      tag: String(tag),
      lang: String(lang),
      data: structuredClone(data),
      silent: Boolean(silent),
      renotify: Boolean(renotify),
    };
    record.shown = [...record.shown.filter((one) => shown.tag === "" || one.tag !== shown.tag), shown];
  };
  scope.registration.getNotifications = async (filter = {}) =>
    record.shown
      .filter(({ tag }) => !filter.tag || tag === filter.tag)
      .map((one) => ({
        ...one,
        close: () => {
          record.shown = record.shown.filter(({ id }) => id !== one.id);
        },
      }));
  // Both are allowed after a real press alone.
  scope.clients.openWindow = async (address) => {
    record.opened.push(new URL(address, scope.location.origin).href);
    return null;
  };
  scope.WindowClient.prototype.focus = async function (this: { url: string }) {
    record.focused.push(this.url);
    return this;
  };
}

export function readRecord(): WorkerRecord {
  // Replaced before it is read; the worker's global scope, which this file's types do not have.
  const { pushRecord } = globalThis as unknown as Scope;
  return pushRecord ?? { shown: [], showings: 0, opened: [], focused: [] };
}

export function closeShown(id: number): void {
  // The worker's global scope, which this file's types do not have.
  const { pushRecord } = globalThis as unknown as Scope;
  if (pushRecord) pushRecord.shown = pushRecord.shown.filter((one) => one.id !== id);
}

/** Presses a notification, and waits for what the worker does then. @returns what it opened and focused by that */
export async function pressShown(given: {
  id: number;
  action: string;
}): Promise<Pick<WorkerRecord, "opened" | "focused">> {
  // The worker's global scope, which this file's types do not have.
  const scope = globalThis as unknown as Scope;
  const record = scope.pushRecord;
  const shown = record?.shown.find(({ id }) => id === given.id);
  if (!record || !shown) throw new Error("this notification is not shown");
  const close = () => {
    record.shown = record.shown.filter(({ id }) => id !== given.id);
  };
  const before = { opened: record.opened.length, focused: record.focused.length };
  const awaited: unknown[] = [];
  // A script's event is not trusted: it has no waitUntil of its own, and takes no notification that was not really shown.
  const event = new scope.ExtendableEvent("notificationclick");
  const own = {
    notification: { ...shown, close },
    action: given.action,
    waitUntil: (until: unknown) => void awaited.push(until),
  };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(event, name, { value });
  scope.dispatchEvent(event);
  await Promise.all(awaited);
  return { opened: record.opened.slice(before.opened), focused: record.focused.slice(before.focused) };
}

/** Says that the browser has replaced its subscription, and waits for what the worker does then. */
export async function changeSubscription(given: { old: PageSubscription; next: PageSubscription }): Promise<void> {
  // The worker's global scope, which this file's types do not have.
  const scope = globalThis as unknown as Scope;
  const shape = ({ endpoint, keys, applicationServerKey }: PageSubscription) => ({
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
  });
  const awaited: unknown[] = [];
  const event = new scope.ExtendableEvent("pushsubscriptionchange");
  const own = {
    oldSubscription: shape(given.old),
    newSubscription: shape(given.next),
    waitUntil: (until: unknown) => void awaited.push(until),
  };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(event, name, { value });
  scope.dispatchEvent(event);
  await Promise.all(awaited);
}
