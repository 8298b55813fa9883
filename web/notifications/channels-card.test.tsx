import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ChannelsView, PushBrowser } from "../../worker/contract/channels-view.ts";
import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import { invalidate } from "../state/query.ts";
import { check, logOut, user } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FIRST_CHANNEL_SETTINGS } from "../test/channel-settings.ts";
import { fakePush } from "../test/fake-push.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { NotificationChoices } from "./notification-choices.tsx";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

const CHANNELS = "GET /api/notifications/channels";
const TEST = "POST /api/notifications/channels/test";
const PUT = "PUT /api/notifications/settings";

const KEY = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM";
const AT = "2026-12-09T17:30:00.000Z";

/** Each test has its own person, so that nothing loaded by an earlier test is shown. */
let people = 0;
let channels: ChannelsView;
let settings: NotificationSettings;

function browser(id: number, more: Partial<PushBrowser> = {}): PushBrowser {
  const used = { endedAt: null, endedStatus: null, last: null } as const;
  return { id, name: "Chrome on Android", since: "2026-11-03T05:00:00.000Z", isThis: false, ...used, ...more };
}

const LINK = { name: "@sokha", since: "2026-10-12T05:00:00.000Z", showsSums: false, isBlocked: false, last: null };

let push: ReturnType<typeof fakePush>;
afterEach(() => push.restore());

beforeEach(async () => {
  people += 1;
  push = fakePush();
  channels = {
    push: { publicKey: KEY, browsers: [] },
    telegram: { bot: "tonle_bot", link: null, pending: null },
    email: { address: "sokha.chan@example.com", last: null },
    order: ["push", "telegram", "email"],
  };
  settings = {
    ...{ email: true, money: true, alert: false, order: false, marketing: false, push: true, sms: false },
    quietHours: null,
    channels: FIRST_CHANNEL_SETTINGS,
  };
  context.server
    .on("GET /api/auth/check", () => ok({ user: trader({ _id: `reached-${people}` }), token: "token-1" }))
    .on("GET /api/user/balance", () => ok({ balance: 100 }))
    .on(CHANNELS, () => ok(channels))
    .on("GET /api/notifications/settings", () => ok({ settings }))
    .on(PUT, ({ body }) => {
      const { channels: changed, ...others } = body as Partial<NotificationSettings>;
      settings = { ...settings, ...others, channels: { ...settings.channels, ...changed } };
      return ok({ settings });
    })
    .on(TEST, () => ok({ id: 1 }));
  await act(check);
});

function show() {
  const person = user.peek();
  if (!person) throw new Error("nobody is signed in");
  render(
    <>
      <NotificationChoices person={person} />
      <Toaster />
    </>,
    { at: "/notifications" },
  );
}

const bodiesOf = (route: string) => context.server.callsOf(route).map(({ body }) => body);
const order = () =>
  [...document.querySelectorAll("[data-channel]")].map((row) => row.getAttribute("data-channel") ?? "");

describe("the card of channels", () => {
  test("says what there is, and never that there is nothing before it knows", async () => {
    const arrived = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    context.server.on(CHANNELS, async () => {
      arrived.resolve();
      await goesOn.promise;
      return ok(channels);
    });
    show();
    await arrived.promise;
    expect(screen.queryByText("Not on in this browser")).toBe(null);
    expect(screen.queryAllByText("Loading where we reach you")).toHaveLength(1);
    goesOn.resolve();
    await screen.findByText("Not on in this browser");
    expect(screen.queryAllByText("Not linked")).toHaveLength(1);
    expect(screen.queryAllByText(/sokha\.chan@example\.com/)).toHaveLength(1);
  });

  test("that could not be loaded says so, and one that was loaded stays with its age", async () => {
    spyOn(console, "error").mockImplementation(() => {});
    context.server.on(CHANNELS, () => refuse("internal", "Something went wrong"));
    show();
    await screen.findByText("Could not load where we reach you");
    context.server.on(CHANNELS, () => ok(channels));
    fireEvent.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
    await screen.findByText("Not linked");
    context.server.on(CHANNELS, () => refuse("internal", "Something went wrong"));
    await act(() => invalidate());
    await screen.findByText("Could not load where we reach you");
    expect(screen.queryAllByText("Not linked")).toHaveLength(1);
    context.server.on(CHANNELS, () => ok(channels));
  });

  test("has no push and no Telegram where the installation has none", async () => {
    channels = { ...channels, push: { publicKey: null, browsers: [] }, telegram: null };
    show();
    await screen.findByText(/sokha\.chan@example\.com/);
    expect(order()).toEqual(["email"]);
    await waitFor(() =>
      expect(screen.queryAllByRole("columnheader").map((head) => head.textContent)).toEqual(["E-mail"]),
    );
  });

  test("is put into another order by the keyboard, which is said, and back when it is not saved", async () => {
    show();
    const grip = await screen.findByRole("button", { name: /^Move Telegram, now 2 of 3/ });
    grip.focus();
    fireEvent.keyDown(grip, { key: "ArrowUp" });
    expect(order()).toEqual(["telegram", "push", "email"]);
    expect(document.activeElement).toBe(grip);
    await screen.findByText("Telegram is now 1 of 3");
    await waitFor(() => expect(bodiesOf(PUT)).toEqual([{ channels: { order: ["telegram", "push", "email"] } }]));
    fireEvent.keyDown(grip, { key: "ArrowUp" });
    expect(order()).toEqual(["telegram", "push", "email"]);
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on(PUT, () => refuse("internal", "Something went wrong"));
    fireEvent.keyDown(grip, { key: "ArrowDown" });
    await screen.findByText("Could not be saved, so it is as before");
    expect(order()).toEqual(["telegram", "push", "email"]);
    warn.mockRestore();
  });
});

describe("a push", () => {
  test("is turned on by a press, which asks the browser, and sends its subscription", async () => {
    context.server.on("POST /api/notifications/push", () => {
      channels = { ...channels, push: { publicKey: KEY, browsers: [browser(5, { isThis: true })] } };
      return ok({ id: 5 });
    });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Chrome on Android, this one, since Nov 3", { exact: false });
    expect(bodiesOf("POST /api/notifications/push")).toEqual([push.subscriptions[0]]);
    expect(push.asked).toBe(1);
  });

  test("that the person refuses says how to allow it, and has no button", async () => {
    push.answer = "denied";
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText(/^This browser refuses them/);
    expect(screen.queryByRole("button", { name: "Turn on" })).toBe(null);
    await context.callsArrive();
    expect(bodiesOf("POST /api/notifications/push")).toEqual([]);
  });

  test("is refused by no press alone: a closed question can be asked again", async () => {
    push.answer = "default";
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Nothing was turned on: the browser's question was closed");
    expect(screen.queryAllByRole("button", { name: "Turn on" })).toHaveLength(1);
  });

  test("of a browser without them says which have them", async () => {
    push.restore();
    show();
    await screen.findByText(/^This browser has no pushes/);
    push = fakePush();
  });

  test("that its service has ended says when and with which code, and begins anew", async () => {
    push.permission = "granted";
    await push.manager.subscribe();
    const ended = browser(5, { isThis: true, endedAt: "2026-12-09T13:13:00.000Z", endedStatus: 410 });
    channels = { ...channels, push: { publicKey: KEY, browsers: [ended] } };
    context.server.on("POST /api/notifications/push", () => ok({ id: 6 }));
    show();
    await screen.findByText("Chrome on Android ended it at 8:13 PM (410)");
    fireEvent.click(screen.getByRole("button", { name: "Turn on again" }));
    await screen.findByText("Pushes are on in this browser");
    expect(bodiesOf("POST /api/notifications/push")).toEqual([push.subscriptions[1]]);
  });

  test("whose endpoint is gone is subscribed anew, once", async () => {
    push.permission = "granted";
    await push.manager.subscribe();
    let refused = 0;
    context.server.on("POST /api/notifications/push", () => {
      refused += 1;
      return refused === 1 ? refuse("wrong_state", "The push service has ended it") : ok({ id: 6 });
    });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Pushes are on in this browser");
    expect(bodiesOf("POST /api/notifications/push")).toEqual([...push.subscriptions]);
  });

  test("of another device is removed after the time to undo it, and stays when it is undone", async () => {
    channels = { ...channels, push: { publicKey: KEY, browsers: [browser(4, { name: "Firefox on Linux" })] } };
    context.server.on("DELETE /api/notifications/push", () => {
      channels = { ...channels, push: { publicKey: KEY, browsers: [] } };
      return ok();
    });
    show();
    const remove = async () => {
      fireEvent.click(await screen.findByRole("button", { name: "More about Firefox on Linux" }));
      fireEvent.click(await screen.findByRole("menuitem", { name: "Remove this browser" }));
      await screen.findByText("Firefox on Linux takes no pushes any more");
      expect(screen.queryByText("Firefox on Linux")).toBe(null);
    };
    await remove();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Firefox on Linux");
    await remove();
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() => expect(bodiesOf("DELETE /api/notifications/push")).toEqual([{ id: 4 }]));
  });
});

describe("a test", () => {
  test("says that it is on its way, and when it was shown", async () => {
    channels = { ...channels, push: { publicKey: KEY, browsers: [browser(5, { isThis: true })] } };
    push.permission = "granted";
    context.server.on(TEST, () => {
      const last = { state: "sending" } as const;
      channels = { ...channels, push: { publicKey: KEY, browsers: [browser(5, { isThis: true, last })] } };
      return ok({ id: 1 });
    });
    show();
    fireEvent.click(await (await rowOf("push")).findByRole("button", { name: "Test" }));
    await screen.findByText("The test is on its way");
    await waitFor(() => expect(bodiesOf(TEST)).toEqual([{ channel: "push", browser: 5 }]));
    const last = { state: "shown", at: AT, afterMs: 1_430 } as const;
    channels = { ...channels, push: { publicKey: KEY, browsers: [browser(5, { isThis: true, last })] } };
    await act(() => invalidate("notifications"));
    await screen.findByText("Test shown after 1.4 s");
    expect((await rowOf("push")).queryAllByRole("button", { name: "Test again" })).toHaveLength(1);
  });

  test("is not what failed after it", async () => {
    const email = (last: ChannelsView["email"]["last"]) => {
      channels = { ...channels, email: { ...channels.email, last } };
      return ok({ id: 1 });
    };
    context.server.on(TEST, () => email({ state: "sending" }));
    show();
    fireEvent.click(await (await rowOf("email")).findByRole("button", { name: "Test" }));
    await screen.findByText("The test is on its way");
    email({ state: "shown", at: AT, afterMs: 1_430 });
    await act(() => invalidate("notifications"));
    await screen.findByText("Test arrived at the e-mail service in 1.4 s");
    email({ state: "failed", at: "2026-12-09T17:33:00.000Z", status: 503 });
    await act(() => invalidate("notifications"));
    await screen.findByText(/^Last message failed at .*: the service is down \(503\)$/);
    expect((await rowOf("email")).queryAllByRole("button", { name: "Test" })).toHaveLength(1);
  });

  test("whose service is busy or paused says so and when it is tried again, and another one can be sent", async () => {
    const until = "2026-12-09T17:36:00.000Z";
    const answered = (status: number) => () => {
      const last = { state: "sending", waits: { status, until } } as const;
      channels = { ...channels, email: { ...channels.email, last } };
      return ok({ id: 1 });
    };
    context.server.on(TEST, answered(429));
    show();
    fireEvent.click(await (await rowOf("email")).findByRole("button", { name: "Test" }));
    await screen.findByText(/^Not sent: the service is busy \(429\)\. Next try at/);
    context.server.on(TEST, answered(1));
    fireEvent.click((await rowOf("email")).getByRole("button", { name: "Test again" }));
    await screen.findByText(/^Not sent: the service is paused, as it did not answer before\. Next try at/);
    expect(bodiesOf(TEST)).toHaveLength(2);
  });

  test("of a browser whose subscription another tab has replaced is sent to the new one", async () => {
    channels = { ...channels, push: { publicKey: KEY, browsers: [browser(5, { isThis: true })] } };
    push.permission = "granted";
    show();
    const button = await (await rowOf("push")).findByRole("button", { name: "Test" });
    channels = { ...channels, push: { publicKey: KEY, browsers: [browser(6, { isThis: true })] } };
    context.server.on(TEST, ({ body }) =>
      (body as { browser: number }).browser === 6 ? ok({ id: 1 }) : refuse("not_found", "There is none."),
    );
    fireEvent.click(button);
    await waitFor(() => expect(bodiesOf(TEST)).toEqual([5, 6].map((id) => ({ channel: "push", browser: id }))));
  });

  test("that failed says why, with the service's code; one that could not be sent can be sent again", async () => {
    show();
    const button = await (await rowOf("email")).findByRole("button", { name: "Test" });
    context.server.on(TEST, () => refuse("too_many_requests", "Too many tests. Try again later."));
    fireEvent.click(button);
    await screen.findByText("Too many tests. Try again later.");
    context.server.on(TEST, () => {
      channels = { ...channels, email: { ...channels.email, last: { state: "failed", at: AT, status: 503 } } };
      return ok({ id: 1 });
    });
    fireEvent.click((await rowOf("email")).getByRole("button", { name: "Test" }));
    await screen.findByText("Test failed: the service is down (503)");
    expect(screen.queryAllByText("E-mail does not arrive: the service is down (503).")).toHaveLength(1);
  });
});

async function rowOf(channel: string) {
  const row = () => document.querySelector<HTMLElement>(`[data-channel="${channel}"]`);
  await waitFor(() => expect(row() === null).toBe(false));
  return within(row() ?? document.body);
}

describe("Telegram", () => {
  const pending = (name: string | null) => ({ id: "f".repeat(64), expiresAt: "2026-12-09T17:45:00.000Z", name });

  const telegram = (more: Partial<NonNullable<ChannelsView["telegram"]>> = {}) => {
    channels = { ...channels, telegram: { bot: "tonle_bot", link: null, pending: null, ...more } };
  };
  const UNLINK = "DELETE /api/telegram/link";
  const unlinks = () => context.server.callsOf(UNLINK).length;
  const code = () => screen.queryByRole("img", { name: "QR code of the link to Telegram" });
  const waiting = () => screen.queryAllByText(/^Waits for Telegram, \d+:\d\d$/);

  /** Presses "Unlink", which is sent once it can no longer be undone. */
  async function unlink() {
    telegram({ link: LINK });
    context.server.on(UNLINK, () => {
      telegram({ pending: channels.telegram?.pending ?? null });
      return ok();
    });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "More about Telegram" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Unlink" }));
    await screen.findByText("Telegram is unlinked");
  }

  test("is unlinked before its person is logged out", async () => {
    await unlink();
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    let before = -1;
    context.server.on("POST /api/auth/logout", () => {
      before = unlinks();
      return ok({ userId: user.peek()?._id ?? "" });
    });
    await act(logOut);
    expect(before).toBe(1);
    assign.mockRestore();
  });

  test("of the next person is not unlinked by one who has gone, nor in a session that has ended", async () => {
    await unlink();
    context.server.on("GET /api/auth/check", () => ok({ user: trader({ _id: `next-${people}` }), token: "token-2" }));
    await act(check);
    window.dispatchEvent(new Event("pagehide"));
    await context.callsArrive();
    expect(unlinks()).toBe(0);
  });

  test("is unlinked at once when its person links another chat, which stays linked", async () => {
    await unlink();
    let before = -1;
    context.server.on("POST /api/telegram/link", () => {
      before = unlinks();
      telegram({ pending: pending(null) });
      return ok({ id: pending(null).id, url: "https://t.me/tonle_bot?start=abc", expiresAt: pending(null).expiresAt });
    });
    fireEvent.click(await screen.findByRole("button", { name: "Link" }));
    await waitFor(() => expect(code() === null).toBe(false));
    expect(before).toBe(1);
    window.dispatchEvent(new Event("pagehide"));
    await context.callsArrive();
    expect(unlinks()).toBe(1);
  });

  test("has no code that is worth nothing: of a link that another page replaced, or gave up", async () => {
    let made = 0;
    context.server.on("POST /api/telegram/link", () => {
      made += 1;
      // The one of the other page comes between.
      const link = { id: String(made).repeat(64), expiresAt: `2026-12-09T17:45:0${made * 3}.000Z` };
      telegram({ pending: { ...link, name: null } });
      return ok({ ...link, url: `https://t.me/tonle_bot?start=${made}` });
    });
    show();
    const make = async () => {
      fireEvent.click(await screen.findByRole("button", { name: "Link" }));
      await waitFor(() => expect([code() === null, waiting().length]).toEqual([false, 1]));
    };
    await make();
    telegram({ pending: { id: "9".repeat(64), expiresAt: "2026-12-09T17:45:04.000Z", name: null } });
    await act(() => invalidate("notifications"));
    await waitFor(() => expect(code()).toBe(null));
    expect(waiting()).toHaveLength(1);

    await make();
    telegram();
    await act(() => invalidate("notifications"));
    await screen.findByText("Not linked");
    expect(code()).toBe(null);
  });

  test("is linked by a code that works once, and only once its person says that it was they", async () => {
    context.server
      .on("POST /api/telegram/link", () => {
        channels = { ...channels, telegram: { bot: "tonle_bot", link: null, pending: pending(null) } };
        return ok({
          id: pending(null).id,
          url: "https://t.me/tonle_bot?start=abc",
          expiresAt: pending(null).expiresAt,
        });
      })
      .on("POST /api/telegram/confirm", () => {
        channels = { ...channels, telegram: { bot: "tonle_bot", link: LINK, pending: null } };
        return ok({ link: LINK });
      });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Link" }));
    await screen.findByRole("img", { name: "QR code of the link to Telegram" });
    expect(screen.getByRole("link", { name: "Open Telegram" }).getAttribute("href")).toBe(
      "https://t.me/tonle_bot?start=abc",
    );
    await screen.findByText(/^Waits for Telegram, (10:00|9:\d\d)$/);
    channels = { ...channels, telegram: { bot: "tonle_bot", link: null, pending: pending("@sokha") } };
    await act(() => invalidate("notifications"));
    await screen.findByText("@sokha has opened your link. Is it you?");
    fireEvent.click(screen.getByRole("button", { name: "Yes, link" }));
    await screen.findByText("Telegram is linked to @sokha");
    await screen.findByText("@sokha, since Oct 12", { exact: false });
    expect(bodiesOf("POST /api/telegram/confirm")).toEqual([{ id: pending(null).id }]);
    expect(screen.queryByRole("img", { name: "QR code of the link to Telegram" })).toBe(null);
  });

  test("of somebody else's is not linked", async () => {
    channels = { ...channels, telegram: { bot: "tonle_bot", link: null, pending: pending("@thief") } };
    context.server.on("DELETE /api/telegram/pending", () => {
      channels = { ...channels, telegram: { bot: "tonle_bot", link: null, pending: null } };
      return ok();
    });
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Not me" }));
    await screen.findByText("Not linked");
  });

  test("says sums once that is switched on, and goes back when it is not saved", async () => {
    channels = { ...channels, telegram: { bot: "tonle_bot", link: LINK, pending: null } };
    context.server.on("PUT /api/telegram", () => {
      channels = { ...channels, telegram: { bot: "tonle_bot", link: { ...LINK, showsSums: true }, pending: null } };
      return ok({ showsSums: true });
    });
    show();
    const sums = () => screen.getByRole<HTMLButtonElement>("switch", { name: "Sums of money in Telegram" });
    fireEvent.click(await screen.findByRole("switch", { name: "Sums of money in Telegram" }));
    await waitFor(() => expect([sums().getAttribute("aria-checked"), sums().disabled]).toEqual(["true", false]));
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on("PUT /api/telegram", () => refuse("internal", "Something went wrong"));
    fireEvent.click(sums());
    await screen.findByText("Could not be changed, so it is as before");
    expect(sums().getAttribute("aria-checked")).toBe("true");
    warn.mockRestore();
  });

  test("that the person has blocked says so, and is linked again", async () => {
    channels = { ...channels, telegram: { bot: "tonle_bot", link: { ...LINK, isBlocked: true }, pending: null } };
    show();
    await screen.findByText("You stopped Tonle in Telegram. Link it again to get messages.");
    expect(screen.queryAllByRole("button", { name: "Link again" })).toHaveLength(1);
    expect(await screen.findAllByText("Telegram has ended.")).toHaveLength(1);
  });
});

describe("the switches", () => {
  test("of a channel save by kind, and one that is off has the way to turn it on", async () => {
    channels = { ...channels, telegram: { bot: "tonle_bot", link: LINK, pending: null } };
    show();
    const telegram = await screen.findByRole("switch", { name: "Security by Telegram" });
    fireEvent.click(telegram);
    await waitFor(() => expect(bodiesOf(PUT)).toEqual([{ channels: { telegram: { security: true } } }]));
    expect(screen.getByRole<HTMLButtonElement>("switch", { name: "Money by push" }).disabled).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Turn on push" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Turn on" }));
    expect(screen.queryAllByText("What Telegram does not show within 60 s is sent by e-mail.")).toHaveLength(1);
  });

  test("have the summary's days, which go by mail alone", async () => {
    show();
    fireEvent.change(await screen.findByRole("combobox", { name: "Summary" }), { target: { value: "weekly" } });
    await waitFor(() => expect(bodiesOf(PUT)).toEqual([{ channels: { digest: "weekly" } }]));
  });

  test("of a mail that is off altogether cannot be pressed, and it is turned on again in its row", async () => {
    settings = { ...settings, email: false };
    show();
    await screen.findByText("Off: only what is always e-mailed");
    expect(screen.getByRole<HTMLButtonElement>("switch", { name: "Money by e-mail" }).disabled).toBe(true);
    fireEvent.click((await rowOf("email")).getByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(bodiesOf(PUT)).toEqual([{ email: true }]));
  });
});
