import { effect } from "@preact/signals-react";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { isAuthenticated } from "../state/session.ts";
import { isTicketOpen } from "../ticket/draft.ts";
import { hasTypedText } from "../ui/fields/typed-fields.ts";
import { TextButton } from "../ui/text-button.tsx";
import { toast } from "../ui/toast/toast.ts";
import { followPushes } from "./follow-pushes.ts";
import { installText } from "./install-text.ts";
import { keepLastPrices } from "./keep-last-prices.ts";
import { registerWorker, tell } from "./register-worker.ts";
import { OPEN_TICKET_LOCK } from "./worker-messages.ts";

/** A page may stay open for days; a browser looks for a new version only when a page is loaded. */
const LOOK_EVERY_MS = HOUR_MS;
/** How often a page with a new version looks whether something would be lost, in ms. */
const OFFER_EVERY_MS = 1_000;
const TOAST = "new version";

/**
 * Registers the service worker, keeps the last prices for its offline page while somebody is signed in, and follows its
 * versions: a new one waits while a ticket is open in any tab, and then this page offers to load itself again where
 * nothing would be lost. Called once, when the page has nothing better to do.
 */
export async function followUpdates(): Promise<void> {
  effect(() => (isAuthenticated.value ? keepLastPrices() : undefined));
  const registration = await registerWorker();
  if (!registration) return;
  followPushes(registration, wouldLoseNothing);
  void offerReloadToEarlier(registration);

  const offerTakeover = () => {
    if (!isTicketOpen.peek()) tell(registration.waiting, { kind: "free" });
  };
  effect(() => {
    if (!isTicketOpen.value) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Once the lock is given back, and not before.
    void navigator.locks.request(OPEN_TICKET_LOCK, { mode: "shared" }, () => promise).then(offerTakeover);
    return resolve;
  });

  const follow = (worker: ServiceWorker | null) => {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offerTakeover();
      else if (worker.state === "activated") void offerReloadUnlessCurrent(worker);
    });
  };
  follow(registration.installing);
  follow(registration.waiting);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  offerTakeover();
  // Another tab may have closed its ticket, or may be closed itself.
  document.addEventListener("visibilitychange", offerTakeover);
  setInterval(() => {
    registration.update().catch((error: unknown) => console.info("no look for a new version", error));
    offerTakeover();
  }, LOOK_EVERY_MS);
}

/**
 * Offers to reload a page that is older than the active version: another tab activated that version before this page listened
 * for new ones.
 */
async function offerReloadToEarlier(registration: ServiceWorkerRegistration): Promise<void> {
  const { active } = registration;
  if (!active || (await isCurrent(active))) return;
  try {
    // The page may as well be of a later version, whose worker the browser has not looked for yet.
    await registration.update();
  } catch (error) {
    console.info("no look for a new version", error);
    return;
  }
  if (!registration.installing && !registration.waiting) offerReload();
}

/** Offers to load the page again, unless it is of the new version already. */
async function offerReloadUnlessCurrent(worker: ServiceWorker): Promise<void> {
  if (!(await isCurrent(worker))) offerReload();
}

function offerReload(): void {
  let isOffered = false;
  setInterval(() => {
    const isFree = wouldLoseNothing();
    if (isFree === isOffered) return;
    isOffered = isFree;
    if (isFree) toast(<Offer />, { id: TOAST, duration: Number.POSITIVE_INFINITY });
    else toast.dismiss(TOAST);
  }, OFFER_EVERY_MS);
}

function Offer() {
  return (
    <p>
      {installText.newVersion} · <TextButton onClick={() => location.reload()}>{installText.reload}</TextButton>
    </p>
  );
}

/** Whether this page's script is the one of the worker's build: a page that was loaded after the release is. */
function isCurrent(worker: ServiceWorker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
  const script = document.querySelector('script[type="module"]:not([async])')?.getAttribute("src") ?? "";
  tell(worker, { kind: "is_current", script }, port2);
  return promise;
}

/** Whether nothing is typed on this page, neither in the ticket nor in a field, and no dialog is open. */
function wouldLoseNothing(): boolean {
  if (isTicketOpen.peek() || document.documentElement.hasAttribute("data-locked")) return false;
  return !hasTypedText();
}
