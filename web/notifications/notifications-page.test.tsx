import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { invalidate } from "../state/query.ts";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FIRST_CHANNEL_SETTINGS, ONLY_MAIL } from "../test/channel-settings.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { Bell } from "./bell.tsx";
import { NotificationsPage } from "./notifications-page.tsx";

const LIST = "GET /api/notifications";
const READ = "POST /api/notifications/read";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();

type Row = { id: number; event: string; kind: string; readAt: string | null } & Record<string, unknown>;
/** The rows of the API, the newest first. */
let rows: Row[];
/** Each test has its own person, so that nothing loaded by an earlier test is shown. */
let people = 0;
/** What the person chose of their notifications. */
let chosen: object;

function row(id: number, event: string, kind: string, more: object = {}): Row {
  const none = {
    channels: [],
    isHeld: false,
    hasPicture: false,
    amount: null,
    paid: null,
    device: null,
    closed: null,
    alert: null,
    news: null,
    mail: null,
    readAt: null,
  };
  return { _id: String(id), id, event, kind, at: "2026-11-21T15:04:18.000Z", subject: "D2345678901", ...none, ...more };
}

beforeEach(async () => {
  people += 1;
  chosen = { email: true, money: true, alert: false, order: false, marketing: false, push: true, sms: false };
  chosen = { ...chosen, quietHours: null, channels: FIRST_CHANNEL_SETTINGS };
  rows = [
    row(3, "demo_closed", "order", {
      subject: "17",
      amount: -12.5,
      closed: { rule: "stop_loss", symbol: "BTCUSD", direction: "Buy" },
    }),
    row(2, "new_device", "security", {
      device: { name: "Firefox on Linux", country: "KH", session: "s-2", isOpen: true, isConfirmed: true },
      readAt: "2026-11-21T16:00:00Z",
    }),
    row(1, "deposit_paid", "money", { amount: 25.5 }),
  ];
  context.server
    .on("GET /api/auth/check", () => ok({ user: trader({ _id: `reader-${people}` }), token: "token-1" }))
    .on(LIST, ({ query }) => {
      const kind = query.get("kind");
      const unread = rows.filter(({ readAt }) => readAt === null);
      const shown = query.has("unread") ? unread : rows.filter((one) => kind === null || one.kind === kind);
      return ok({ notifications: shown, unread: unread.length, nextCursor: null });
    })
    .on("GET /api/user/balance", () => ok({ balance: 100 }))
    .on("GET /api/notifications/channels", () => ok(ONLY_MAIL))
    .on("GET /api/notifications/settings", () => ok({ settings: chosen }))
    .on("PUT /api/notifications/settings", ({ body }) => {
      chosen = { ...chosen, ...(body as object) };
      return ok({ settings: chosen });
    })
    .on(READ, ({ body }) => {
      const { ids, upTo = 0, kind } = body as { ids?: number[]; upTo?: number; kind?: string };
      const isMeant = (one: Row) => (ids ? ids.includes(one.id) : one.id <= upTo && (kind ?? one.kind) === one.kind);
      for (const one of rows) if (isMeant(one)) one.readAt ??= "2026-11-22T00:00:00Z";
      return ok({ unread: rows.filter(({ readAt }) => readAt === null).length });
    });
  await act(check);
});

function PageWithToasts() {
  return (
    <>
      <NotificationsPage />
      <Toaster />
    </>
  );
}

const rowLinks = () => within(screen.getByLabelText("Notifications, newest first")).getAllByRole("link");
const links = () => rowLinks().map((link) => [link.getAttribute("href"), link.dataset.unread]);

describe("the list", () => {
  test("says what happened, and leads to it", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("$25.50 is in your balance, D2345678901");
    expect(screen.queryAllByText("BTCUSD, stop loss, −$12.50")).toHaveLength(1);
    expect(screen.queryAllByText("Firefox on Linux, KH. It was you")).toHaveLength(1);
    expect(links()).toEqual([
      ["/trading/fills/17", "true"],
      ["/settings?tab=security", "false"],
      ["/account/deposits/D2345678901", "true"],
    ]);
  });

  test("has read what was opened, and all at once", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    fireEvent.click(await screen.findByText("Deposit paid"));
    await waitFor(() => expect(links().at(-1)?.[1]).toBe("false"));
    expect(context.server.callsOf(READ).map(({ body }) => body)).toEqual([{ ids: [1] }]);
    fireEvent.click(screen.getByRole("button", { name: "Mark all read" }));
    await waitFor(() => expect(links().map(([, unread]) => unread)).toEqual(["false", "false", "false"]));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Mark all read" }).disabled).toBe(true),
    );
  });

  test("marks what its filter shows, and none of another kind", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("Deposit paid");
    fireEvent.click(screen.getByRole("radio", { name: "Orders" }));
    await waitFor(() => expect(links()).toHaveLength(1));
    fireEvent.click(screen.getByRole("button", { name: "Mark all read" }));
    await waitFor(() => expect(rows.map(({ readAt }) => readAt !== null)).toEqual([true, true, false]));
    const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Mark all read" });
    await waitFor(() => expect(button().disabled).toBe(true));
    fireEvent.click(screen.getByRole("radio", { name: "Unread" }));
    await screen.findByText("Deposit paid");
    expect(button().disabled).toBe(false);
  });

  test("is filtered, and says so where nothing is of a kind", async () => {
    rows = rows.filter(({ kind }) => kind !== "order");
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("Deposit paid");
    fireEvent.click(screen.getByRole("radio", { name: "Security" }));
    await waitFor(() => expect(links()).toHaveLength(1));
    fireEvent.click(screen.getByRole("radio", { name: "Orders" }));
    await screen.findByText("There are none of this kind.");
  });

  test("that could not be loaded is loaded by the next try, and never looks empty", async () => {
    spyOn(console, "error").mockImplementation(() => {});
    const answer = context.server.answerOf(LIST);
    context.server.on(LIST, () => refuse("internal", "Something went wrong"));
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("Could not load your notifications");
    expect(screen.queryAllByText("Nothing yet")).toHaveLength(0);
    context.server.on(LIST, answer);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Deposit paid");
  });

  test("of a new account says what will stand there", async () => {
    rows = [];
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("Nothing yet");
  });
});

describe("a row", () => {
  test("says how many minutes ago it was, and no seconds, which would stand still", async () => {
    const at = (ageMs: number) => ({ at: new Date(Date.now() - ageMs).toISOString() });
    rows = [
      row(3, "deposit_paid", "money", at(-5_000)),
      row(2, "deposit_paid", "money", at(30_000)),
      row(1, "deposit_paid", "money", at(150_000)),
    ];
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findAllByText("Deposit paid");
    expect(rowLinks().map((link) => link.querySelector("time")?.firstChild?.textContent)).toEqual([
      "Now",
      "Now",
      "2\u00a0m",
    ]);
  });

  test("says the channel that told it, and whether that failed", async () => {
    rows = ["sent", "sending", "failed", "held", null].map((mail, index) =>
      row(5 - index, "deposit_paid", "money", { amount: 1, mail }),
    );
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("E-mail failed");
    const said = rowLinks().map((link) => link.querySelector("time > small")?.textContent);
    expect(said).toEqual(["E-mail", "E-mail on its way", "E-mail failed", "In the page, quiet hours", "In the page"]);
  });

  test("says the channel that carried it, whether it was shown, and what took over from a silent one", async () => {
    const by = (channel: string, state: string, more: object = {}) => {
      return { channel, state, afterMs: null, status: null, ...more };
    };
    const told: readonly (readonly object[])[] = [
      [by("push", "shown", { afterMs: 1_200 })],
      [by("push", "silent"), by("telegram", "shown", { afterMs: 800 })],
      [by("push", "failed", { status: 410 }), by("email", "accepted")],
      [by("push", "silent"), by("telegram", "failed", { status: 403 })],
      [by("telegram", "sending")],
      [],
    ];
    rows = told.map((channels, index) =>
      row(9 - index, "deposit_paid", "money", { amount: 1, channels, isHeld: channels.length === 0 }),
    );
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("Push, seen after 1 s");
    const said = rowLinks().map((link) => link.querySelector("time > small"));
    expect(said.map((one) => one?.textContent)).toEqual([
      "Push, seen after 1 s",
      "Not shown in 60 s, then Telegram",
      "Push failed (410), then e-mail",
      "Telegram failed (403)",
      "Telegram on its way",
      "In the page, quiet hours",
    ]);
    expect(said.map((one) => one?.getAttribute("data-tone"))).toEqual([null, "warn", "warn", "warn", null, null]);
  });

  test("of an alert that fires again within ten minutes is one, which is read as a whole", async () => {
    const alert = { alert: 7, symbol: "BTCUSDm", price2: 13_640_030, note: "Range top" };
    const condition = { type: "level", direction: "rises", price: 6_820_000 };
    const fired = (id: number, at: string, readAt: string | null = null) =>
      row(id, "alert_fired", "alert", { at, readAt, alert: { ...alert, condition } });
    rows = [
      fired(9, "2026-11-21T15:20:00.000Z", "2026-11-21T15:21:00.000Z"),
      row(8, "deposit_paid", "money", { amount: 2, at: "2026-11-21T15:19:00.000Z" }),
      fired(7, "2026-11-21T15:11:00.000Z"),
      fired(6, "2026-11-21T15:00:59.000Z"),
    ];
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("68,200.15. “Range top”, 2 times");
    expect(links()).toEqual([
      ["/trading/btc?alert=7", "true"],
      ["/account/deposits/D2345678901", "true"],
      ["/trading/btc?alert=7", "true"],
    ]);
    fireEvent.click(screen.getByText("68,200.15. “Range top”, 2 times"));
    await waitFor(() => expect(context.server.callsOf(READ).map(({ body }) => body)).toEqual([{ ids: [9, 7] }]));
  });

  test("of a log-in that is doubted has two answers: one ends its session", async () => {
    const device = { name: "Firefox on Linux", country: null, session: "s-9", isOpen: true, isConfirmed: false };
    rows = [row(9, "new_device", "security", { device })];
    context.server.on("DELETE /api/auth/sessions/s-9", () => {
      device.isOpen = false;
      return ok({});
    });
    render(<NotificationsPage />, { at: "/notifications" });
    fireEvent.click(await screen.findByRole("button", { name: "Not me, end it" }));
    await screen.findByText("Firefox on Linux. This session has ended");
    expect(context.server.callsOf("DELETE /api/auth/sessions/s-9")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "It was me" })).toBe(null);
    expect(links()).toEqual([["/settings?tab=security", "false"]]);
  });

  test("of a log-in is confirmed by the other, and one that could not be sent can be answered again", async () => {
    const device = { name: "Firefox on Linux", country: null, session: "s-9", isOpen: true, isConfirmed: false };
    rows = [row(9, "new_device", "security", { device })];
    const confirm = "POST /api/notifications/confirm";
    context.server.on(confirm, () => refuse("internal", "Something went wrong"));
    render(<PageWithToasts />, { at: "/notifications" });
    fireEvent.click(await screen.findByRole("button", { name: "It was me" }));
    await screen.findByText("Something went wrong");
    context.server.on(confirm, () => {
      device.isConfirmed = true;
      return ok({});
    });
    fireEvent.click(screen.getByRole("button", { name: "It was me" }));
    await screen.findByText("Firefox on Linux. It was you");
    expect(context.server.callsOf(confirm).map(({ body }) => body)).toEqual([{ id: 9 }, { id: 9 }]);
  });

  test("is reached by J and K, and read by E", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("Deposit paid");
    await waitFor(() => expect(rowLinks()).toHaveLength(3));
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const here = () => rowLinks().findIndex((link) => link.matches(":focus"));
    press("j");
    press("j");
    press("j");
    press("j");
    expect(here()).toBe(2);
    press("k");
    press("k");
    expect(here()).toBe(0);
    press("e");
    await waitFor(() => expect(context.server.callsOf(READ).map(({ body }) => body)).toEqual([{ ids: [3] }]));
  });

  test("that is in view for two seconds is read, and one that leaves before is not", async () => {
    let observe: (entries: { target: Element; isIntersecting: boolean }[]) => void = () => {};
    const Observer = globalThis.IntersectionObserver;
    // The document of the tests has no layout, so that nothing is ever in view.
    class Stub {
      constructor(callback: typeof observe) {
        observe = callback;
      }
      observe() {}
      disconnect() {}
    }
    Object.assign(globalThis, { IntersectionObserver: Stub });
    try {
      render(<NotificationsPage />, { at: "/notifications" });
      await screen.findByText("Deposit paid");
      const [first, , last] = rowLinks();
      if (!first || !last) throw new Error("no rows");
      observe([
        { target: first, isIntersecting: true },
        { target: last, isIntersecting: true },
      ]);
      observe([{ target: last, isIntersecting: false }]);
      await waitFor(() => expect(links()[0]?.[1]).toBe("false"), { timeout: 10_000 });
      expect(context.server.callsOf(READ).map(({ body }) => body)).toEqual([{ ids: [3] }]);
    } finally {
      Object.assign(globalThis, { IntersectionObserver: Observer });
    }
  });
});

describe("a switch", () => {
  test("saves itself; one that could not be saved is as before, and says so", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    render(<PageWithToasts />, { at: "/notifications" });
    const isOn = (name: string) => screen.getByRole("switch", { name }).getAttribute("aria-checked");
    fireEvent.click(await screen.findByRole("switch", { name: "Price alerts by e-mail" }));
    expect(isOn("Price alerts by e-mail")).toBe("true");
    const put = "PUT /api/notifications/settings";
    await waitFor(() => expect(context.server.callsOf(put).map(({ body }) => body)).toEqual([{ alert: true }]));
    context.server.on(put, () => refuse("internal", "Something went wrong"));
    fireEvent.click(screen.getByRole("switch", { name: "Money by e-mail" }));
    expect(isOn("Money by e-mail")).toBe("false");
    await screen.findByText("Could not be saved, so it is as before");
    expect([isOn("Money by e-mail"), isOn("Price alerts by e-mail")]).toEqual(["true", "true"]);
    warn.mockRestore();
  });

  test("that is pressed twice is sent twice, one after the other", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    const alerts = await screen.findByRole("switch", { name: "Price alerts by e-mail" });
    fireEvent.click(alerts);
    fireEvent.click(alerts);
    const put = "PUT /api/notifications/settings";
    await waitFor(() =>
      expect(context.server.callsOf(put).map(({ body }) => body)).toEqual([{ alert: true }, { alert: false }]),
    );
    expect(alerts.getAttribute("aria-checked")).toBe("false");
  });

  test("that is pressed twice is as before when neither is saved, also while it cannot be read again", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const error = spyOn(console, "error").mockImplementation(() => {});
    const settings = "GET /api/notifications/settings";
    const answer = context.server.answerOf(settings);
    render(<PageWithToasts />, { at: "/notifications" });
    const alerts = await screen.findByRole("switch", { name: "Price alerts by e-mail" });
    const put = "PUT /api/notifications/settings";
    for (const route of [settings, put]) context.server.on(route, () => refuse("internal", "Something went wrong"));
    fireEvent.click(alerts);
    fireEvent.click(alerts);
    await waitFor(() => expect(context.server.callsOf(put)).toHaveLength(2));
    await waitFor(() => expect(context.server.callsOf(settings).length).toBeGreaterThan(1));
    await context.callsArrive();
    expect(alerts.getAttribute("aria-checked")).toBe("false");
    context.server.on(settings, answer);
    warn.mockRestore();
    error.mockRestore();
  });

  test("stays as it was pressed while it is being saved, whatever is read meanwhile", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    const alerts = await screen.findByRole("switch", { name: "Price alerts by e-mail" });
    const put = "PUT /api/notifications/settings";
    const save = context.server.answerOf(put);
    const arrived = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    context.server.on(put, async (call) => {
      arrived.resolve();
      await goesOn.promise;
      return save(call);
    });
    fireEvent.click(alerts);
    await arrived.promise;
    // Another device has changed another switch.
    chosen = { ...chosen, order: true };
    await act(() => invalidate());
    expect(screen.getByRole("switch", { name: "Demo orders by e-mail" }).getAttribute("aria-checked")).toBe("true");
    expect(alerts.getAttribute("aria-checked")).toBe("true");
    goesOn.resolve();
    await waitFor(() => expect(chosen).toMatchObject({ alert: true, order: true }));
    await context.callsArrive();
    expect(alerts.getAttribute("aria-checked")).toBe("true");
  });

  test("quiet hours that begin and end at one time are not saved until one is another", async () => {
    chosen = { ...chosen, quietHours: { from: 1_320, to: 420 } };
    render(<NotificationsPage />, { at: "/notifications" });
    const to = await screen.findByRole("combobox", { name: "To" });
    fireEvent.change(to, { target: { value: "1320" } });
    await screen.findByText("Choose two different times");
    fireEvent.change(to, { target: { value: "390" } });
    const put = "PUT /api/notifications/settings";
    await waitFor(() =>
      expect(context.server.callsOf(put).map(({ body }) => body)).toEqual([{ quietHours: { from: 1_320, to: 390 } }]),
    );
    expect(screen.queryByText("Choose two different times")).toBe(null);
  });
});

describe("the bell", () => {
  async function openPanel() {
    render(<Bell />, { at: "/dashboard" });
    const bell = await screen.findByRole("link", { name: "Notifications, 2 unread" });
    fireEvent.click(bell);
    const panel = await screen.findByRole("dialog", { name: /^Notifications/ });
    return { bell, panel: within(panel) };
  }

  test("opens a panel, which marks nothing, and opens what a row is about", async () => {
    const { bell, panel } = await openPanel();
    await panel.findByText("Deposit paid");
    expect([bell.getAttribute("aria-expanded"), panel.getByText("2 new").tagName]).toEqual(["true", "SMALL"]);
    await panel.findByText("Quiet hours are off");
    expect(context.server.callsOf(READ)).toHaveLength(0);
    fireEvent.click(panel.getByText("Deposit paid"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
    await waitFor(() => expect(context.server.callsOf(READ).map(({ body }) => body)).toEqual([{ ids: [1] }]));
  });

  test("closes its panel by Esc, which gives the focus back, by a press elsewhere and by itself", async () => {
    const { bell } = await openPanel();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
    expect(document.activeElement).toBe(bell);
    fireEvent.click(bell);
    await screen.findByRole("dialog");
    fireEvent.pointerDown(document.body);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
    fireEvent.click(bell);
    await screen.findByRole("dialog");
    const elsewhere = document.body.appendChild(document.createElement("button"));
    act(() => elsewhere.focus());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
    elsewhere.remove();
    fireEvent.click(bell);
    await screen.findByRole("dialog");
    fireEvent.pointerDown(bell);
    fireEvent.click(bell);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
  });

  test("has no panel open after the page of the list, for which it was left", async () => {
    const { navigate } = render(<Bell />, { at: "/dashboard" });
    fireEvent.click(await screen.findByRole("link", { name: "Notifications, 2 unread" }));
    await screen.findByRole("dialog", { name: /^Notifications/ });
    act(() => navigate("/notifications"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
    act(() => navigate("/dashboard"));
    expect(screen.getByRole("link").getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("dialog")).toBe(null);
  });

  test("says in its panel what will stand there, and that it could not be loaded", async () => {
    spyOn(console, "error").mockImplementation(() => {});
    const answer = context.server.answerOf(LIST);
    const { panel } = await openPanel();
    await panel.findByText("Deposit paid");
    rows = [];
    await act(() => invalidate());
    await panel.findByText("Deposits, fills and alerts will be listed here.");
    context.server.on(LIST, () => refuse("internal", "Something went wrong"));
    await act(() => invalidate());
    await panel.findByText("Could not load your notifications");
    context.server.on(LIST, answer);
  });

  test("marks all as read in its panel", async () => {
    const { panel } = await openPanel();
    // Before they are there, nothing can be marked.
    await panel.findByText("Deposit paid");
    fireEvent.click(panel.getByRole("button", { name: "Mark all read" }));
    await waitFor(() => expect(context.server.callsOf(READ).map(({ body }) => body)).toEqual([{ upTo: 3 }]));
    await screen.findByRole("link", { name: "Notifications" });
  });

  test("counts what is unread", async () => {
    render(<Bell />);
    await waitFor(() => expect(screen.getByRole("link").getAttribute("aria-label")).toBe("Notifications, 2 unread"));
    expect(screen.getByRole("link").textContent).toBe("2");
  });

  test("counts to nine", async () => {
    rows = Array.from({ length: 12 }, (_, id) => row(id + 1, "deposit_paid", "money", { amount: 1 }));
    render(<Bell />);
    await waitFor(() => expect(screen.getByRole("link").textContent).toBe("9+"));
  });
});
