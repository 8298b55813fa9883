import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { endBrowser, newBrowser, nextPush, type ReceivedPush, type TestBrowser } from "../../dev/test/test-push.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import {
  grantPermission,
  type PageCall,
  type PageSubscription,
  removePush,
  replacePush,
  type ShownNotification,
} from "./push-in-pages.ts";
import {
  changeSubscription,
  closeShown,
  pressShown,
  readRecord,
  replaceNotifications,
  type WorkerRecord,
} from "./push-in-worker.ts";

/** What the person of a device has granted to the product, and how they answer when it asks. */
type DeviceOptions = { permission?: NotificationPermission; answer?: NotificationPermission };

/**
 * Gives the pages of a context a device with push, of which {@link PushDevice} is the other end. Called before they are opened.
 *
 * Real are the product's page and service worker, the browser's push event, and the message: the stand-in's push service takes it from
 * the Worker and decrypts it. Not real, as a headless browser has no place for notifications: the permission and its question, the
 * subscription at the browser's own push service, what a device shows, and the press, which is an event by script. So it is not
 * proven here that a browser accepts the subscription's options, that a device shows the notification as it is described, and that
 * a browser lets the worker open a window after a press.
 */
export async function withPush(
  context: BrowserContext,
  stack: Stack,
  { permission = "default", answer = "granted" }: DeviceOptions = {},
): Promise<PushDevice> {
  const device = new PushDevice(context, stack, answer);
  await context.exposeBinding("askPushDevice", (_source, call: PageCall) => device.answer(call));
  await context.addInitScript(replacePush);
  await device.setPermission(permission);
  return device;
}

/** Gives the pages of a context a browser without push. Called before they are opened. */
export async function withoutPush(context: BrowserContext): Promise<void> {
  await context.addInitScript(removePush);
}

/** A device whose browser is a context, and whose push service is the stand-in. */
export class PushDevice {
  readonly #context: BrowserContext;
  readonly #stack: Stack;
  readonly #registrations = new Map<string, string>();
  #answer: NotificationPermission;
  #own: (TestBrowser & { applicationServerKey: string }) | null = null;
  #session: Promise<CDPSession> | null = null;
  #fails = false;
  #changes = 0;
  /** How often the product asked for the permission. */
  questions = 0;

  constructor(context: BrowserContext, stack: Stack, answer: NotificationPermission) {
    this.#context = context;
    this.#stack = stack;
    this.#answer = answer;
  }

  /** The subscription of this device. @throws Error when no page has subscribed */
  get browser(): TestBrowser {
    if (!this.#own) throw new Error("this device is not subscribed");
    return this.#own;
  }

  get isSubscribed(): boolean {
    return this.#own !== null;
  }

  /** How the person answers the next question for the permission. */
  set nextAnswer(answer: NotificationPermission) {
    this.#answer = answer;
  }

  /** Whether the browser's push service refuses to make a subscription, as without a network. */
  set subscribingFails(fails: boolean) {
    this.#fails = fails;
  }

  /** Changes the permission, as in the browser's settings, for pages that are open and those to come. */
  async setPermission(permission: NotificationPermission): Promise<void> {
    this.#changes += 1;
    const given = { number: this.#changes, permission };
    await this.#context.addInitScript(grantPermission, given);
    for (const page of this.#context.pages()) await page.evaluate(grantPermission, given);
  }

  /** Answers a page. */
  async answer(call: PageCall): Promise<unknown> {
    switch (call.kind) {
      case "request_permission":
        this.questions += 1;
        return this.setPermission(this.#answer);
      case "subscription":
        return this.#own;
      case "subscribe":
        return this.#subscribe(call.applicationServerKey);
      case "unsubscribe":
        return this.#unsubscribe();
      case "shown": {
        const { shown } = await this.#record();
        return shown.filter(({ tag }) => call.tag === null || tag === call.tag);
      }
      case "close":
        return (await this.#worker()).evaluate(closeShown, call.id);
    }
  }

  async #subscribe(applicationServerKey: string): Promise<PageSubscription | "other_key" | "failed"> {
    if (this.#fails) return "failed";
    if (this.#own) return this.#own.applicationServerKey === applicationServerKey ? this.#own : "other_key";
    this.#own = { ...(await newBrowser(this.#stack)), applicationServerKey };
    return this.#own;
  }

  async #unsubscribe(): Promise<boolean> {
    const own = this.#own;
    this.#own = null;
    if (own) await endBrowser(this.#stack, own);
    return own !== null;
  }

  /** The subscription is gone without a word, as after a long time: pushes get 410, and the browser has none. */
  async lose(): Promise<void> {
    await this.#unsubscribe();
  }

  /** The browser replaces its subscription, and tells the service worker. */
  async renew(): Promise<void> {
    const old = this.#own;
    if (!old) throw new Error("this device is not subscribed");
    await this.#unsubscribe();
    this.#own = { ...(await newBrowser(this.#stack)), applicationServerKey: old.applicationServerKey };
    await (await this.#worker()).evaluate(changeSubscription, { old, next: this.#own });
  }

  /**
   * Waits for the next push to this device, gives it to the product's service worker and waits until that shows it.
   * @param after `at` of an earlier one
   */
  async receive(after?: string): Promise<ReceivedPush> {
    const push = await nextPush(this.#stack, this.browser, after);
    await this.deliver(JSON.stringify(push.message));
    return push;
  }

  /** Gives a push with this content to the product's service worker, and waits until that shows something. */
  async deliver(data: string): Promise<void> {
    const { origin } = this.#stack;
    const { showings } = await this.#record();
    const session = await this.#devTools();
    const registrationId = await waitUntil("the service worker is registered", () =>
      this.#registrations.get(`${origin}/`),
    );
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await waitUntil("the service worker shows the push", async () => (await this.#record()).showings > showings);
  }

  /** What the device shows now, oldest first. */
  async shown(): Promise<ShownNotification[]> {
    return (await this.#record()).shown;
  }

  /**
   * Presses the notification with this tag. A window that the service worker opens is opened here, as the browser would.
   * @returns the page that it opened; null when it focused one instead
   */
  async press(tag: string, action = ""): Promise<Page | null> {
    const found = (await this.shown()).find((one) => one.tag === tag);
    if (!found) throw new Error(`nothing is shown with the tag ${tag}`);
    const { opened, focused } = await (await this.#worker()).evaluate(pressShown, { id: found.id, action });
    const [address] = opened;
    if (address === undefined) {
      if (focused.length === 0) throw new Error("the press opened and focused nothing");
      return null;
    }
    const page = await this.#context.newPage();
    await page.goto(address);
    return page;
  }

  async #record(): Promise<WorkerRecord> {
    return (await this.#worker()).evaluate(readRecord);
  }

  async #worker(): Promise<Worker> {
    const worker = await waitUntil("the service worker runs", () =>
      this.#context.serviceWorkers().findLast((one) => one.url().startsWith(`${this.#stack.origin}/`)),
    );
    await worker.evaluate(replaceNotifications);
    return worker;
  }

  /** A session with the browser's tools that outlives the product's pages: it is that of an empty one. */
  #devTools(): Promise<CDPSession> {
    this.#session ??= (async () => {
      const session = await this.#context.newCDPSession(await this.#context.newPage());
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        for (const { scopeURL, registrationId, isDeleted } of registrations) {
          if (isDeleted) this.#registrations.delete(scopeURL);
          else this.#registrations.set(scopeURL, registrationId);
        }
      });
      await session.send("ServiceWorker.enable");
      return session;
    })();
    return this.#session;
  }
}
