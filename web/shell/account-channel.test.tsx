import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { accountSocket } from "../state/account-feed.ts";
import { isChannelUp, onAccountChange } from "../state/network/account-channel.ts";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { FIRST_CHANNEL_SETTINGS, ONLY_MAIL } from "../test/channel-settings.ts";
import { DepositApi } from "../test/deposit-api.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const SOCKET = "/api/demo/socket";
const READ = {
  balance: "GET /api/user/balance",
  deposits: "GET /api/deposit/history",
  withdrawals: "GET /api/withdrawal/history",
  notifications: "GET /api/notifications",
  sessions: "GET /api/auth/sessions",
  person: "GET /api/auth/check",
} as const;

let account: FakeDemoAccount;
let deposits: DepositApi;
beforeEach(() => {
  deposits = new DepositApi(context.server);
  account = new FakeDemoAccount(context.server);
  account.openChannel();
  context.server
    .on(READ.notifications, () => ok({ notifications: [], unread: 0, nextCursor: null }))
    .on(READ.sessions, () => ok({ sessions: [] }));
});
afterEach(() => Reflect.deleteProperty(document, "hidden"));

/** How often the page has read each thing. */
const counts = () =>
  Object.fromEntries(Object.entries(READ).map(([name, route]) => [name, context.server.callsOf(route).length]));

/** Opens a page, and waits until it has read what the greeting has it read. */
async function open(at: string) {
  // What was known before the page was loaded, so that the greeting tells of nothing.
  localStorage.setItem("last-change:trader-1", "1 0");
  const app = await openApp(context.server, { at, as: trader() });
  await waitFor(() => expect(isChannelUp.value).toBe(true));
  await screen.findByRole("button", { name: "Logout" });
  await waitFor(() => expect(counts().notifications).toBe(1));
  // The page's code is loaded beside the shell's.
  if (at === ROUTE.accountHistory) {
    await screen.findByText("Deposit History");
    await waitFor(() => expect(counts()).toMatchObject({ deposits: 1, withdrawals: 1 }));
  } else await screen.findByRole("heading", { level: 1 });
  await context.callsArrive();
  return app;
}

/** What is read until a further change, which comes after a pause, has been told. */
async function readBy(act: () => void | Promise<void>): Promise<Record<string, number>> {
  const before = counts();
  await act();
  await waitFor(() => expect(counts()).not.toEqual(before));
  await nextTold(() => account.change("alerts"));
  await context.callsArrive();
  const after = counts();
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => {
      const times = count - (before[name] ?? 0);
      return times > 0 ? [[name, times]] : [];
    }),
  );
}

async function nextTold(act: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onAccountChange(["alerts"], resolve);
  act();
  await promise;
  stop();
}

test("a deposit that is paid elsewhere is read at once, each thing once, and nothing else", async () => {
  await open(ROUTE.accountHistory);
  deposits.add({ amount: 50, status: "paid" });
  context.server
    .on(READ.balance, () => ok({ balance: 400.55 }))
    .on(READ.person, () => ok({ user: trader({ balance: 400.55 }), token: "token-1" }));
  const { person = 0 } = counts();
  const read = await readBy(async () => {
    account.change("balance", "deposits", "notifications");
    await screen.findByText("$400.55");
    await screen.findByText(/\$50\.00/);
    // The totals of the person follow the balance.
    await waitFor(() => expect(counts().person).toBe(person + 1));
  });
  expect(read).toEqual({ balance: 1, deposits: 1, notifications: 1, person: 1 });
});

test("changes that follow each other are read together", async () => {
  await open(ROUTE.accountHistory);
  const { balance = 0 } = await readBy(() => {
    for (let change = 0; change < 50; change += 1) account.change("balance");
  });
  expect(balance).toBeWithin(1, 4);
});

test("what the team decides of the identity is on the profile at once", async () => {
  await open(ROUTE.profile);
  expect(screen.queryByText("Verified")).toBeNull();
  context.server.on(READ.person, () => ok({ user: trader({ idVerificationStatus: "verified" }), token: "token-1" }));
  const read = await readBy(() => account.change("identity"));
  expect((await screen.findAllByText("Verified")).length).toBeGreaterThan(0);
  expect(read).toEqual({ person: 1 });
});

test("a session that begins or ends elsewhere is in the list of sessions, and in what notifications say of it", async () => {
  await open(`${ROUTE.settings}?tab=security`);
  await waitFor(() => expect(counts().sessions).toBe(1));
  expect(await readBy(() => account.change("sessions"))).toEqual({ sessions: 1, person: 1, notifications: 1 });
});

test("that optional mails are turned off elsewhere is on the switch at once", async () => {
  const settings = { email: true, money: true, alert: false, order: false, marketing: false, push: true, sms: false };
  context.server.on("GET /api/notifications/settings", () =>
    ok({ settings: { ...settings, quietHours: null, channels: FIRST_CHANNEL_SETTINGS } }),
  );
  context.server.on("GET /api/notifications/channels", () => ok(ONLY_MAIL));
  await open(`${ROUTE.settings}?tab=notifications`);
  const email = await screen.findByRole("switch", { name: "Money by e-mail" });
  await waitFor(() => expect(email.getAttribute("aria-checked")).toBe("true"));
  settings.email = false;
  account.change("profile");
  await waitFor(() => expect(email.getAttribute("aria-checked")).toBe("false"));
});

test("what happened while the socket was lost is read when it is back, and nothing is where nothing happened", async () => {
  await open(ROUTE.accountHistory);
  const lose = async () => {
    account.disconnect();
    await waitFor(() => expect(isChannelUp.value).toBe(false));
  };
  const back = async () => {
    account.connect();
    accountSocket.retryNow();
    await waitFor(() => expect(isChannelUp.value).toBe(true));
  };
  await lose();
  account.change("withdrawals");
  const missed = await readBy(back);
  expect(missed).toMatchObject({ balance: 1, deposits: 1, withdrawals: 1, notifications: 1, person: 1 });
  const before = counts();
  await lose();
  await back();
  await nextTold(() => account.change("alerts"));
  await context.callsArrive();
  expect(counts()).toEqual(before);
});

test("a hidden page reads nothing, and what it has missed when it is shown again", async () => {
  await open(ROUTE.accountHistory);
  Object.defineProperty(document, "hidden", { configurable: true, value: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(context.server.socketCount(SOCKET)).toBe(0));
  const before = counts();
  account.change("deposits");
  await context.callsArrive();
  expect(counts().deposits).toBe(before.deposits ?? 0);
  Reflect.deleteProperty(document, "hidden");
  const read = await readBy(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(read.deposits).toBe(1);
});

test("a page that knows of no earlier number reads everything once more when it is greeted", async () => {
  await openApp(context.server, { at: ROUTE.accountHistory, as: trader() });
  await waitFor(() => expect(isChannelUp.value).toBe(true));
  await waitFor(() => expect(counts().deposits).toBe(2));
  await waitFor(() => expect(localStorage.getItem("last-change:trader-1")).toMatch(/^1 \d+$/));
});

test("a session that is ended elsewhere leads to the log-in page, which says so", async () => {
  await open(ROUTE.profile);
  const sinceMs = performance.now();
  account.endSession();
  await screen.findByText(/^Your session has ended/);
  expect(performance.now() - sinceMs).toBeLessThan(5_000);
  await waitFor(() => expect(context.server.socketCount(SOCKET)).toBe(0));
  expect(isChannelUp.value).toBe(false);
});

test("a page has one private socket wherever it goes, none without a person, and none after a log-out", async () => {
  const { navigate } = await open(ROUTE.settings);
  for (const path of [ROUTE.dashboard, ROUTE.trading, ROUTE.profile]) {
    navigate(path);
    await screen.findAllByRole("button", { name: "Logout" });
    await nextTold(() => account.change("alerts"));
    expect(context.server.socketCount(SOCKET)).toBe(1);
  }
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  await waitFor(() => expect(context.server.socketCount(SOCKET)).toBe(0));
  assign.mockRestore();
});
