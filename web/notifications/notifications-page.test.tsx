import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
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

function row(id: number, event: string, kind: string, more: object = {}): Row {
  const none = { amount: null, paid: null, device: null, closed: null, readAt: null };
  return { _id: String(id), id, event, kind, at: "2026-11-21T15:04:18.000Z", subject: "D2345678901", ...none, ...more };
}

beforeEach(async () => {
  people += 1;
  rows = [
    row(3, "demo_closed", "order", {
      subject: "17",
      amount: -12.5,
      closed: { rule: "stop_loss", symbol: "BTCUSD", direction: "Buy" },
    }),
    row(2, "new_device", "security", {
      device: { name: "Firefox on Linux", country: "KH" },
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
    .on(READ, ({ body }) => {
      const { ids, upTo = 0, kind } = body as { ids?: number[]; upTo?: number; kind?: string };
      const isMeant = (one: Row) => (ids ? ids.includes(one.id) : one.id <= upTo && (kind ?? one.kind) === one.kind);
      for (const one of rows) if (isMeant(one)) one.readAt ??= "2026-11-22T00:00:00Z";
      return ok({ unread: rows.filter(({ readAt }) => readAt === null).length });
    });
  await act(check);
});

const links = () => screen.getAllByRole("link").map((link) => [link.getAttribute("href"), link.dataset.unread]);

describe("the list", () => {
  test("says what happened, and leads to it", async () => {
    render(<NotificationsPage />, { at: "/notifications" });
    await screen.findByText("$25.50 is in your balance, D2345678901");
    expect(screen.queryAllByText("BTCUSD, stop loss, −$12.50")).toHaveLength(1);
    expect(screen.queryAllByText("Firefox on Linux, KH")).toHaveLength(1);
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

describe("the bell", () => {
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
