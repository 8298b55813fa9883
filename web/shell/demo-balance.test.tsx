import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { blankCanvases } from "../test/canvas.ts";
import { openApp } from "../test/open-app.tsx";
import { TradeApi } from "../test/trade-api.ts";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);
blankCanvases();
const context = apiServer();
let api: TradeApi;

beforeEach(() => {
  context.server
    .on("POST /api/auth/activity", () => ok())
    .on("GET /api/withdrawal/history", () => ok({ withdrawals: [], nextCursor: null }));
  api = new TradeApi(context.server);
  api.addRun();
});

async function open(at: string) {
  await openApp(context.server, { at, as: api.user() });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(context.server.callsOf("GET /api/demo/state").length).toBeGreaterThan(0));
  await context.callsArrive();
}

/** Another tab opens a position and closes it with a profit of 12.05. The API's figures do not know of it yet. */
async function closeElsewhere() {
  const position = { run: 1, symbol: "BTCUSD", amount: 0.1 } as const;
  await act(async () => {
    api.demo.quote({ BTCUSDm: 67_000 });
    api.demo.commandElsewhere({ type: "place", side: "buy", orderType: "market", ...position });
    api.demo.quote({ BTCUSDm: 67_120.5 });
    api.demo.commandElsewhere({ type: "close_all", run: 1 });
  });
}

const header = () => document.querySelector("[data-money=demo] > .num")?.textContent;

test.each([ROUTE.profile, ROUTE.settings, ROUTE.account, ROUTE.dashboard])(
  "the header of %s follows the demo account",
  async (at) => {
    api.person = trader({ _id: crypto.randomUUID(), firstSteps: { ...trader().firstSteps, isHidden: true } });
    await open(at);
    expect(header()).toBe("$10,000.00");
    await closeElsewhere();
    await waitFor(() => expect(header()).toBe("$10,012.05"));
  },
);

test("header, cards, run and progression show one demo balance, also before the API has recorded a result", async () => {
  // The page's figures stand still: the result is recorded later.
  const run = api.addRun();
  api.add("2026-12-08 10:00", { profitLoss: 100 }, run);
  await open("/performance?account=run:2");
  await waitFor(() => expect(header()).toBe("$10,100.00"));
  const shown = () => ({
    header: header(),
    total: screen.getByText("Total P&L", { selector: "[role=group] span" }).closest("[role=group]")?.textContent,
    choice: screen.getByRole("link", { name: /^Demo run 2/ }).textContent,
    now: screen.getByRole("button", { name: /^Now: Balance/ }).getAttribute("aria-label"),
  });
  const of = (balance: string, result: string) => ({
    header: balance,
    total: `Total P&LDEMO${result}, show the tradesBalance ${balance}`,
    choice: `Demo run 2${result}`,
    now: `Now: Balance ${balance}`,
  });
  await waitFor(() => expect(shown()).toEqual(of("$10,100.00", "+$100.00")));
  const position = { run: 2, symbol: "BTCUSD", amount: 0.1 } as const;
  await act(async () => {
    api.demo.quote({ BTCUSDm: 67_000 });
    api.demo.commandElsewhere({ type: "place", side: "buy", orderType: "market", ...position });
    api.demo.quote({ BTCUSDm: 67_120.5 });
    api.demo.commandElsewhere({ type: "close_all", run: 2 });
  });
  await waitFor(() => expect(header()).toBe("$10,112.05"));
  expect(shown()).toEqual(of("$10,112.05", "+$112.05"));
});
