import { registerWorker } from "../install/register-worker.ts";
import { PUSH_LOCK } from "../install/worker-messages.ts";
import { ApiError } from "../state/api.ts";
import { ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { type SubscriptionKeys, subscribe } from "./channel-calls.ts";

/** Pushes of this browser: what it can, what its person has allowed, and its subscription. */

/**
 * Whether this browser can take pushes: not at all; once Tonle is on its home screen, as on an iPhone; not while its person has
 * refused them in its settings; once they are asked; or it may.
 */
export type PushAbility = "unsupported" | "needs_install" | "denied" | "to_ask" | "allowed";

export function pushAbility(): PushAbility {
  const isSupported = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isSupported) return isAppleTouch() && !isInstalled() ? "needs_install" : "unsupported";
  return ({ denied: "denied", default: "to_ask", granted: "allowed" } as const)[Notification.permission];
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isAppleTouch(): boolean {
  return (
    /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** Why pushes could not be turned on here: the person has refused them, or the browser and its push service did not do it. */
export class PushRefusal extends Error {
  readonly reason: "denied" | "not_asked" | "unsupported" | "service";

  constructor(reason: PushRefusal["reason"], cause?: unknown) {
    super(`no push: ${reason}`, { cause });
    this.name = "PushRefusal";
    this.reason = reason;
  }
}

/** The endpoint that the account was last told of, under which this person has pushes on in this browser. */
const keyOf = () => accountKey("push-endpoint", ownerId() ?? "");

/** Whether this person has turned pushes on in this browser. */
export function isPushWanted(): boolean {
  return localStore.get(keyOf()) !== null;
}

/**
 * Turns pushes on in this browser. Called by a press: the browser asks its person first.
 * @param isAnew whether the subscription that is there has ended
 * @throws PushRefusal, ApiError, NetworkError
 */
export async function turnPushOn(publicKey: string, { isAnew }: { isAnew: boolean }): Promise<void> {
  if (pushAbility() === "unsupported" || pushAbility() === "needs_install") throw new PushRefusal("unsupported");
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new PushRefusal(permission === "denied" ? "denied" : "not_asked");
  await subscribeHere(publicKey, { isAnew });
}

/** Subscribes without a question, where it is allowed. @throws PushRefusal, ApiError, NetworkError */
export async function subscribeHere(publicKey: string, { isAnew }: { isAnew: boolean }): Promise<void> {
  const registration = await registerWorker();
  if (!registration) throw new PushRefusal("unsupported");
  const { pushManager } = registration;
  const key = keyOf();
  const seen = localStore.get(key);
  await inTurn(async () => {
    const before = localStore.get(key);
    // Another tab may have made the new one meanwhile.
    const isStillDead = isAnew && before === seen;
    let keys = await subscriptionOf(pushManager, publicKey, isStillDead);
    try {
      await subscribe(keys, before);
    } catch (error) {
      // The push service has ended this one: it was not noticed here.
      if (isStillDead || !(error instanceof ApiError && error.code === "wrong_state")) throw error;
      keys = await subscriptionOf(pushManager, publicKey, true);
      await subscribe(keys, before);
    }
    localStore.set(key, keys.endpoint);
  });
}

/**
 * Runs after the other tabs and the service worker have done theirs: all have one subscription, and one that ended another's after
 * that was sent would leave the account with the one that has ended.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  // Not every browser has it.
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(PUSH_LOCK, {}, work) : work();
}

async function subscriptionOf(manager: PushManager, publicKey: string, isAnew: boolean): Promise<SubscriptionKeys> {
  try {
    let subscription = await manager.getSubscription();
    if (subscription && (isAnew || !isOfKey(subscription, publicKey))) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh, auth } = keys ?? {};
    if (!endpoint || !p256dh || !auth) throw new Error("a subscription without keys");
    return { endpoint, keys: { p256dh, auth } };
  } catch (error) {
    throw new PushRefusal("service", error);
  }
}

/** Whether a subscription was made with this key: a push service refuses messages of another one. */
function isOfKey({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (!applicationServerKey) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey.replaceAll("=", "");
}

/** Ends the subscription of this browser, so that its push service forgets it. The account is told apart from that. */
export async function forgetPushHere(): Promise<void> {
  localStore.remove(keyOf());
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Whether the subscription of this browser is another one than the account was told of. */
export async function hasEndpointChanged(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint !== localStore.get(keyOf());
}
