import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { ONLY_MAIL } from "../test/channel-settings.ts";
import { FakeLocks } from "../test/fake-locks.ts";
import { fakePush } from "../test/fake-push.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { keepSubscribed } from "./keep-subscribed.ts";
import { isPushWanted, subscribeHere } from "./push-here.ts";
import { PushOffer } from "./push-offer.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const SUBSCRIBE = "POST /api/notifications/push";
/** Each test has its own person, who was not asked before. */
let people = 0;
let push: ReturnType<typeof fakePush>;
let channels: ChannelsView;
afterEach(() => push.restore());

const used = { name: "Chrome on Android", since: "2026-11-03T05:00:00.000Z", isThis: true, last: null } as const;

beforeEach(async () => {
  people += 1;
  push = fakePush();
  channels = { ...ONLY_MAIL, push: { publicKey: push.publicKey, browsers: [] } };
  context.server
    .on("GET /api/auth/check", () => ok({ user: trader({ _id: `asked-${people}` }), token: "token-1" }))
    .on("GET /api/user/balance", () => ok({ balance: 100 }))
    .on("GET /api/notifications/channels", () => ok(channels))
    .on(SUBSCRIBE, () => ok({ id: 5 }));
  await act(check);
});

const sent = () => context.server.callsOf(SUBSCRIBE).map(({ body }) => body);
function show() {
  render(
    <>
      <PushOffer />
      <Toaster />
    </>,
  );
}
const offer = () => screen.queryByRole("heading", { name: "Be told when Tonle is closed?" });

describe("the offer of pushes", () => {
  test("turns them on, and is not made again", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Pushes are on in this browser");
    expect(offer()).toBe(null);
    expect(sent()).toEqual([push.subscriptions[0]]);
    cleanup();
    push.permission = "default";
    show();
    await context.callsArrive();
    expect(offer()).toBe(null);
  });

  test("that is put off is not made again, and asks the browser nothing", async () => {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
    expect(offer()).toBe(null);
    cleanup();
    show();
    await context.callsArrive();
    expect([offer(), push.asked, sent().length]).toEqual([null, 0, 0]);
  });

  test("stays when the browser's question was closed, and goes when it was refused", async () => {
    push.answer = "default";
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Nothing was turned on: the browser's question was closed");
    expect(offer() === null).toBe(false);
    push.answer = "denied";
    fireEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await screen.findByText("The browser refuses notifications of Tonle");
    await waitFor(() => expect(offer()).toBe(null));
  });

  test.each(["granted", "denied"] as const)("is not made where it was %s before", async (permission) => {
    push.permission = permission;
    show();
    await context.callsArrive();
    expect(offer()).toBe(null);
  });

  test("is not made where the installation has no pushes", async () => {
    channels = ONLY_MAIL;
    show();
    await waitFor(() => expect(context.server.callsOf("GET /api/notifications/channels").length).toBeGreaterThan(0));
    await context.callsArrive();
    expect(offer()).toBe(null);
  });
});

describe("a page that is at rest", () => {
  async function turnOn() {
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Pushes are on in this browser");
    cleanup();
    channels = {
      ...channels,
      push: { ...channels.push, browsers: [{ ...used, id: 5, endedAt: null, endedStatus: null }] },
    };
  }

  test("sends nothing while the subscription is the one that the account knows", async () => {
    await turnOn();
    await keepSubscribed();
    expect(sent()).toHaveLength(1);
  });

  test("subscribes again when the browser has another one, or none", async () => {
    await turnOn();
    await (await push.manager.getSubscription())?.unsubscribe();
    await keepSubscribed();
    const [first, second] = push.subscriptions;
    expect(sent()).toEqual([first, { ...second, before: first?.endpoint }]);
    expect(push.subscriptions).toHaveLength(2);
  });

  test("says the same one again to an account that does not know it", async () => {
    await turnOn();
    channels = { ...channels, push: { ...channels.push, browsers: [] } };
    await keepSubscribed();
    expect(sent()).toEqual([push.subscriptions[0], push.subscriptions[0]]);
  });

  test("makes another one in place of one that its service has ended", async () => {
    await turnOn();
    const ended = { ...used, id: 5, endedAt: "2026-12-09T17:00:00.000Z", endedStatus: 410 };
    channels = { ...channels, push: { ...channels.push, browsers: [ended] } };
    await keepSubscribed();
    const [first, second] = push.subscriptions;
    expect(sent()).toEqual([first, { ...second, before: first?.endpoint }]);
  });

  test("waits for another tab that makes one in place of one that has ended, and takes that one", async () => {
    await turnOn();
    Object.defineProperty(navigator, "locks", { value: new FakeLocks(), configurable: true });
    await Promise.all([1, 2].map(() => subscribeHere(push.publicKey, { isAnew: true })));
    Reflect.deleteProperty(navigator, "locks");
    const [first, second] = push.subscriptions;
    expect(push.subscriptions).toHaveLength(2);
    expect(sent()).toEqual([first, { ...second, before: first?.endpoint }, second]);
  });

  test("subscribes nobody who has not turned them on here, or not any more", async () => {
    push.permission = "granted";
    await keepSubscribed();
    expect([isPushWanted(), sent().length]).toEqual([false, 0]);
    push.permission = "default";
    await turnOn();
    push.permission = "denied";
    await keepSubscribed();
    expect(sent()).toHaveLength(1);
  });

  test("leaves it to the next page when the account cannot be reached", async () => {
    const info = spyOn(console, "info").mockImplementation(() => {});
    await turnOn();
    await (await push.manager.getSubscription())?.unsubscribe();
    context.server.on(SUBSCRIBE, () => refuse("internal", "Something went wrong"));
    await keepSubscribed();
    context.server.on(SUBSCRIBE, () => ok({ id: 6 }));
    await keepSubscribed();
    const [first, second] = push.subscriptions;
    expect(sent().at(-1)).toEqual({ ...second, before: first?.endpoint });
    info.mockRestore();
  });
});
