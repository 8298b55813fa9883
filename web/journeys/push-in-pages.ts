/**
 * What replaces, in a page, the parts of a browser that a headless one lacks: the permission, the subscription and the list of what
 * is shown. Each function runs inside the page.
 */

/** What a page asks of {@link "./push-device.ts"} through its binding. */
export type PageCall =
  | { kind: "request_permission" }
  | { kind: "subscription" }
  | { kind: "subscribe"; applicationServerKey: string }
  | { kind: "unsubscribe" }
  | { kind: "shown"; tag: string | null }
  | { kind: "close"; id: number };

/** A subscription as `PushSubscription.toJSON()` has it, with the key that it was made for, base64url. */
export type PageSubscription = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  applicationServerKey: string;
};

/** A notification that is shown. */
export type ShownNotification = {
  id: number;
  title: string;
  body: string;
  tag: string;
  lang: string;
  data: unknown;
  silent: boolean;
  renotify: boolean;
};

/** A permission of the product's origin. A later one has a higher number: the order in which a page gets them is not known. */
export type GrantedPermission = { number: number; permission: NotificationPermission };

/** The parts of a page's global scope that are used between these functions. */
type PageScope = typeof globalThis & {
  askPushDevice(call: PageCall): Promise<unknown>;
  pushPermission?: GrantedPermission;
};

/** Says in a page which permission it has: before its own scripts, and when it changes. */
export function grantPermission(given: GrantedPermission): void {
  // What the device adds is in no type of the page.
  const scope = globalThis as PageScope;
  if (scope.pushPermission && scope.pushPermission.number >= given.number) return;
  scope.pushPermission = given;
  dispatchEvent(new Event("push-permission"));
}

/** Replaces push in a page, before its own scripts. */
export function replacePush(): void {
  // What the device adds is in no type of the page.
  const scope = globalThis as PageScope;
  const permissionOf = () => scope.pushPermission?.permission ?? "default";
  const states: EventTarget[] = [];
  const stateOf = () => {
    const permission = permissionOf();
    return permission === "default" ? "prompt" : permission;
  };
  addEventListener("push-permission", () => {
    for (const state of states) state.dispatchEvent(new Event("change"));
  });

  Object.defineProperty(Notification, "permission", { configurable: true, get: permissionOf });
  Notification.requestPermission = async () => {
    if (permissionOf() === "default") await scope.askPushDevice({ kind: "request_permission" });
    return permissionOf();
  };
  const query = Permissions.prototype.query;
  Permissions.prototype.query = async function (descriptor) {
    if (descriptor.name !== "notifications") return query.call(this, descriptor);
    const state = await query.call(this, descriptor);
    Object.defineProperty(state, "state", { get: stateOf });
    states.push(state);
    return state;
  };

  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (source: BufferSource | string): string => {
    if (typeof source === "string") return source.replace(/=+$/, "");
    const view = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    return btoa(String.fromCharCode(...view))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  };
  const subscriptionOf = (given: unknown): PushSubscription | null => {
    // The device's binding answers with a subscription or null.
    const found = given as PageSubscription | null;
    if (!found) return null;
    const { endpoint, keys, applicationServerKey } = found;
    const made: PushSubscription = Object.create(PushSubscription.prototype);
    const own = {
      endpoint,
      expirationTime: null,
      options: { applicationServerKey: bytes(applicationServerKey).buffer, userVisibleOnly: true },
      getKey: (name: "p256dh" | "auth") => bytes(keys[name]).buffer,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => Boolean(await scope.askPushDevice({ kind: "unsubscribe" })),
    };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(made, name, { value });
    return made;
  };
  PushManager.prototype.getSubscription = async () =>
    subscriptionOf(await scope.askPushDevice({ kind: "subscription" }));
  PushManager.prototype.permissionState = async () => stateOf();
  PushManager.prototype.subscribe = async (options) => {
    if (!options?.userVisibleOnly || !options.applicationServerKey)
      throw new DOMException("no key", "InvalidAccessError");
    if (permissionOf() !== "granted") {
      const answer = await Notification.requestPermission();
      if (answer !== "granted") throw new DOMException("Registration failed - permission denied", "NotAllowedError");
    }
    const key = text(options.applicationServerKey);
    const made = await scope.askPushDevice({ kind: "subscribe", applicationServerKey: key });
    if (made === "other_key") throw new DOMException("subscribed with another key already", "InvalidStateError");
    if (made === "failed") throw new DOMException("Registration failed - push service error", "AbortError");
    const subscription = subscriptionOf(made);
    if (!subscription) throw new DOMException("Registration failed", "AbortError");
    return subscription;
  };

  ServiceWorkerRegistration.prototype.getNotifications = async (filter) => {
    // The device's binding answers with what the service worker has shown.
    const shown = (await scope.askPushDevice({ kind: "shown", tag: filter?.tag ?? null })) as ShownNotification[];
    return shown.map((one): Notification => {
      const notification: Notification = Object.create(Notification.prototype);
      const close = () => void scope.askPushDevice({ kind: "close", id: one.id });
      for (const [name, value] of Object.entries({ ...one, close }))
        Object.defineProperty(notification, name, { value });
      return notification;
    });
  };
}

/** Takes push away from a page, before its own scripts: a browser without it. */
export function removePush(): void {
  for (const name of ["PushManager", "PushSubscription", "Notification"]) Reflect.deleteProperty(globalThis, name);
}
