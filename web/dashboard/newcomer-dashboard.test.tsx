import { afterEach, describe, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { User } from "../state/api.ts";
import { refreshBalance } from "../state/balance.ts";
import { forgetPrices, serverNow, takePrices, tickClock } from "../state/prices.ts";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { openApp } from "../test/open-app.tsx";
import { priceMessage } from "../test/price-message.ts";
import { trader } from "../test/trader.ts";
import { changeDraft, EMPTY_DRAFT, emptyTicket, orderDraft } from "../ticket/draft.ts";
import { chosenSymbol } from "../trading/chosen-symbol.ts";
import { firstStepsOf, hasFirstSteps } from "./first-steps.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const { innerWidth } = window;
afterEach(() => {
  window.innerWidth = innerWidth;
  forgetPrices();
  emptyTicket();
});

const AT = "2026-11-20T03:00:00.000Z";
const steps = (changes: Partial<User["firstSteps"]>) => ({ firstSteps: { ...trader().firstSteps, ...changes } });
const PAID = { deposit: "paid", depositAt: AT } as const;
const VERIFIED = { idVerificationStatus: "verified", idDecidedAt: AT } as const;

/** Opens the dashboard of an account of its own, which the API then tells of as well. */
async function open(changes: Partial<User> = {}) {
  const person = trader({ _id: crypto.randomUUID(), balance: 0, ...changes });
  context.server.on("GET /api/user/profile", () => ok({ user: person }));
  const result = await openApp(context.server, { at: ROUTE.dashboard, as: person });
  await screen.findByRole("region", { name: "First steps" });
  return { ...result, person };
}

const card = () => within(screen.getByRole("region", { name: "First steps" }));
const items = () => card().getAllByRole("listitem");
const textOf = (name: string) => screen.getByRole("region", { name }).textContent;

describe("whether an account has first steps", () => {
  const traded = { analytics: { ...trader().analytics, totalTrades: 1 } };
  test.each([
    ["nothing done", {}, true],
    ["a demo order", steps({ demoAt: AT }), true],
    ["a deposit", steps(PAID), true],
    ["all but the identity", steps({ demoAt: AT, ...PAID }), true],
    ["all three", { ...steps({ demoAt: AT, ...PAID }), ...VERIFIED }, false],
    ["hidden", steps({ isHidden: true }), false],
    ["trades of its own", traded, false],
  ] as const)("%s: %p", (_, changes, has) => {
    expect(hasFirstSteps(trader(changes))).toBe(has);
  });
});

describe("of the steps", () => {
  const states = (changes: Partial<User>) =>
    firstStepsOf(trader(changes)).map(({ state, isPresent }) => (isPresent ? `${state}!` : state));
  test.each([
    [{}, ["todo!", "todo", "todo"]],
    [steps({ demoAt: AT }), ["done", "todo!", "todo"]],
    [steps({ demoAt: AT, deposit: "open" }), ["done", "waiting", "todo!"]],
    [{ ...steps({ demoAt: AT, deposit: "review" }), idVerificationStatus: "pending" }, ["done", "waiting", "waiting"]],
    [{ ...steps({ demoAt: AT, ...PAID }), idVerificationStatus: "rejected" }, ["done", "done", "refused!"]],
    [{ ...steps({}), idVerificationStatus: "rejected" }, ["todo!", "todo", "refused"]],
    [{ ...steps(PAID), ...VERIFIED }, ["todo!", "done", "done"]],
  ] as [Partial<User>, string[]][])("%p are %p", (changes, expected) => {
    expect(states(changes)).toEqual(expected);
  });
});

test("of the markets of now, closed ones say so", async () => {
  // A Saturday.
  setSystemTime(Date.parse("2026-12-05T12:00:00Z"));
  act(tickClock);
  await open();
  const rows = within(screen.getByRole("region", { name: "Markets now" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent?.includes("Closed"))).toEqual([false, true, true, true]);
});

test("the demo balance comes first and cash beside it, with the specification's other three figures", async () => {
  await open();
  expect(textOf("Demo balance DEMO")).toContain("$10,000.00");
  expect(textOf("Total Balance")).toBe("Total Balance$0.00No deposit yet. Kept apart from demo money.");
  const figures = within(screen.getByRole("group", { name: "Your figures" }));
  expect(figures.getAllByRole("group").map(({ textContent }) => textContent?.slice(0, 9))).toEqual([
    "Today's P",
    "Open Posi",
    "Win Rate0",
  ]);
  expect(screen.getByText("No recent trades")).toBeTruthy();
  expect(screen.getByText("Your trading history will appear here")).toBeTruthy();
  expect(document.querySelector("thead")?.textContent).toBe("TypeSymbolAmountTimeP&L");
});

test("the three steps have their state, and only the present one is open", async () => {
  await open();
  expect(card().getByText("0 of 3 done")).toBeTruthy();
  const [demo, deposit, identity] = items();
  expect(demo?.getAttribute("aria-current")).toBe("step");
  expect(demo?.textContent).toContain("Next");
  expect(deposit?.textContent).toContain("From $10, by KHQR from your banking app.Not started");
  expect(identity?.textContent).toContain("Unlocks withdrawals. Takes 24–48 hours.Not started");
  expect(card().getByRole("link", { name: "Deposit" }).getAttribute("href")).toBe("/account/deposit?new");
  expect(card().getByRole("link", { name: "Verify" }).getAttribute("href")).toBe("/profile");
});

test("steps that wait, are refused or done say so, with their date or their reason", async () => {
  await open({
    ...steps({ demoAt: AT, deposit: "review" }),
    idVerificationStatus: "rejected",
    idRejectionReason: "The name is not readable.",
  });
  const [demo, deposit, identity] = items();
  expect(demo?.textContent).toContain("First order on Nov 20, 2026Done");
  expect(deposit?.textContent).toContain("Paid, not confirmed yet. We look at it.Waiting");
  expect(identity?.textContent).toContain("Not acceptedThe name is not readable.");
  expect(card().getByRole("link", { name: "View deposit" }).getAttribute("href")).toBe("/account/deposit");
  expect(card().getByRole("link", { name: "Send a clearer picture" }).getAttribute("href")).toBe("/profile");
  expect(card().getByText("1 of 3 done")).toBeTruthy();
});

test("the ticket opens with the first order filled in, and nothing is sent", async () => {
  changeDraft({ side: "sell", type: "limit", price: "5", amount: "7" });
  const { history } = await open();
  fireEvent.click(card().getByRole("button", { name: "Open the ticket" }));
  await waitFor(() => expect(history.at(-1)).toBe(ROUTE.tradingOrders));
  expect(chosenSymbol.value.traded).toBe("BTCUSD");
  expect(orderDraft.value).toEqual({ ...EMPTY_DRAFT, side: "buy", amount: "0.01" });
  await context.callsArrive();
  expect(context.server.callsOf("POST /api/demo/commands")).toEqual([]);
});

test("the strip says what a percent makes, and how old the price is once it is stale; the button stays", async () => {
  await open();
  const bringBitcoin = (ageMs: number) =>
    takePrices(priceMessage({ BTCUSDm: 67_120.5 }, { dayOpen: 66_324.4, ageMs, now: serverNow() }));
  bringBitcoin(0);
  tickClock();
  const strip = () => items()[0]?.textContent;
  await waitFor(() => expect(strip()).toContain("67,120.50"));
  expect(strip()).toContain("+1.2%");
  expect(strip()).toContain("Buy 0.01 BTC");
  expect(strip()).toContain("±$6.71 if it moves 1%");
  bringBitcoin(14_000);
  await waitFor(() => expect(strip()).toMatch(/1\d\ss old/));
  expect(card().getByRole<HTMLButtonElement>("button", { name: "Open the ticket" }).disabled).toBe(false);
});

test("hiding them is kept in the account and shows the usual dashboard", async () => {
  const { person } = await open();
  // The figures that the page asks for at first are those of before.
  await context.callsArrive();
  context.server
    .on("POST /api/user/first-steps/hide", () => ok())
    .on("GET /api/user/profile", () => ok({ user: { ...person, ...steps({ isHidden: true }) } }));
  fireEvent.click(card().getByRole("button", { name: "Hide the first steps" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "First steps" })).toBe(null));
  expect(context.server.callsOf("POST /api/user/first-steps/hide")).toHaveLength(1);
  expect(screen.getByRole("region", { name: "Quick actions" })).toBeTruthy();
});

test("they stay where hiding them failed", async () => {
  context.server.on("POST /api/user/first-steps/hide", () => refuse("service_down", "Away for a moment"));
  await open();
  fireEvent.click(card().getByRole("button", { name: "Hide the first steps" }));
  expect(await screen.findByText("Away for a moment")).toBeTruthy();
  expect(screen.getByRole("region", { name: "First steps" })).toBeTruthy();
});

test("the last step that is done shows as done, and the dashboard changes on the next load only", async () => {
  const { person } = await open({ ...steps({ demoAt: AT, ...PAID }), idVerificationStatus: "pending" });
  context.server.on("GET /api/user/profile", () => ok({ user: { ...person, ...VERIFIED } }));
  const { check } = await import("../state/session.ts");
  context.server.on("GET /api/auth/check", () => ok({ user: { ...person, ...VERIFIED }, token: "token-2" }));
  await check();
  await waitFor(() => expect(card().getByText("3 of 3 done")).toBeTruthy());
  expect(items()[2]?.textContent).toContain("Verified on Nov 20, 2026. Withdrawals are unlocked.");
});

test("on a phone cash is the foot of the card, and the steps come before the figures", async () => {
  window.innerWidth = 390;
  await open();
  const cash = screen.getByRole("group", { name: "Total Balance" });
  expect(cash.textContent).toBe("Total Balance$0.00No deposit yet");
  const figures = screen.getByRole("group", { name: "Your figures" });
  const order = screen.getByRole("region", { name: "First steps" }).compareDocumentPosition(figures);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(card().getByRole("link", { name: /^Make a deposit From .*Not started: Deposit$/ })).toBeTruthy();
});

test("the first trades that are imported stand in the table at once", async () => {
  const { person } = await open();
  const analytics = { ...person.analytics, totalTrades: 1, grossProfit: 5 };
  const trade = { id: "1", closeTime: AT, symbol: "XAUUSDm", direction: "Buy", lotSize: 0.1, profitLoss: 5 };
  context.server
    .on("GET /api/trade/history", () => ok({ data: { trades: [trade], nextCursor: null } }))
    .on("GET /api/trade/analytics", () => ok({ data: { equity: [], summary: {} } }))
    .on("GET /api/user/balance", () => ok({ balance: 5 }))
    .on("GET /api/user/profile", () => ok({ user: { ...person, balance: 5, analytics } }));
  await act(refreshBalance);
  expect(await screen.findByText("+$5.00")).toBeTruthy();
  expect(screen.getByRole("region", { name: "First steps" })).toBeTruthy();
});
