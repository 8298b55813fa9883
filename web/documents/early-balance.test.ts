import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { fetchCandles } from "../chart/fetch-candles.ts";
import { takeFirstPrices } from "../prices/first-prices.ts";
import { FIRST_PRICES } from "../prices/first-prices-path.ts";
import { dropPreloads, isPreloaded, takeOverPreloads } from "../state/network/preloads.ts";
import { forgetPrices, quoteOf } from "../state/prices.ts";
import { check, user } from "../state/session.ts";
import { accountKey, rememberAccount } from "../state/storage/account-storage.ts";
import { settingsKey } from "../state/storage/stored-settings.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import { beginNext, loadEarlyCandles, showEarlyBalances, showEarlyPrice } from "./early-balance.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const CHECK = "GET /api/auth/check";
const PERSON = { ...trader(), balance: 1234.5 };

beforeEach(() => {
  context.server.on(CHECK, () => ok({ user: PERSON, token: "token" }));
  document.head.innerHTML += '<link rel="preload" as="fetch" href="/api/auth/check">';
  document.body.innerHTML =
    '<div id="root"><div aria-busy="true"><b data-awaited="balance">...</b><i data-awaited="demoBalance">...</i></div></div>';
});
afterEach(() => {
  dropPreloads();
  forgetPrices();
  localStorage.clear();
  for (const link of document.head.querySelectorAll('link[rel="preload"]')) link.remove();
  document.body.innerHTML = "";
});

const shown = () => document.querySelector("#root > div")?.textContent;

test("the balance and the opening balance of the demo account are written in their places", async () => {
  await showEarlyBalances();
  expect(shown()).toBe("$1,234.50$10,000.00");
});

test("of who trades with demo money, the balance of the newest run is written", async () => {
  const demo = { run: 3, balance: 10_126.4, result: 126.4, hasTrades: true };
  context.server.on(CHECK, () => ok({ user: { ...PERSON, demo }, token: "token" }));
  await showEarlyBalances();
  expect(shown()).toBe("$1,234.50$10,126.40");
});

test("the results of the cards are written, with their colours, and not where the address chooses", async () => {
  const analytics = { ...PERSON.analytics, totalTrades: 3, todayPnL: -12.5, buyTrades: 1_200, profitFactor: null };
  context.server.on(CHECK, () => ok({ user: { ...PERSON, totalWithdrawals: 0, analytics }, token: "token" }));
  const places = ["totalPnl", "todayPnl", "buyTrades", "profitFactor"].map((name) => `<b data-awaited="${name}"></b>`);
  const open = () => {
    document.body.innerHTML = `<div id="root"><div aria-busy="true">${places.join(" ")}</div></div>`;
  };
  open();
  await showEarlyBalances();
  expect(shown()).toBe("+$1,234.50 −$12.50 1,200 —");
  const tones = [...document.querySelectorAll("[data-tone]")].map((place) => place.getAttribute("data-tone"));
  expect(tones).toEqual(["up", "down"]);
  open();
  history.replaceState(null, "", "?account=run:1");
  await showEarlyBalances();
  expect(shown()).toBe("   ");
  history.replaceState(null, "", "?");
});

test("amounts that the trader hides stay hidden", async () => {
  localStorage.setItem(settingsKey(PERSON._id), JSON.stringify({ privacy: { showBalance: false } }));
  await showEarlyBalances();
  expect(shown()).toBe("••••••••");
});

test("nothing is written of an account that another tab has replaced, nor for a refusal", async () => {
  rememberAccount("somebody-else");
  await showEarlyBalances();
  expect(shown()).toBe("......");
  localStorage.clear();
  dropPreloads();
  context.server.on(CHECK, () => refuse("not_signed_in", "Please log in"));
  await showEarlyBalances();
  expect(shown()).toBe("......");
});

test("the application takes the same answer, and a late script sends no other request", async () => {
  await showEarlyBalances();
  takeOverPreloads();
  await check();
  expect(user.value?.balance).toBe(1234.5);
  const sent = context.server.callsOf(CHECK).length;
  await showEarlyBalances();
  expect(context.server.callsOf(CHECK).length).toBe(sent);
});

const POLL = "GET /api/market/poll";
const CANDLES = "GET /api/market/candles";
const NOW = Date.UTC(2026, 10, 20, 12);

/** A document of the trading section, whose market answers with this age of its prices, in ms. */
function openTrading(ageMs: number): void {
  const quote = (bid: number, ask: number) => ({
    ...{ price: bid, at: NOW - ageMs, dayOpen: bid, bid, ask },
    origin: { source: "finnhub", agreement: "alone", disagreesWith: null },
  });
  const prices = { BTCUSDm: quote(59_404.1, 59_404.15), XAUUSDm: quote(2_391.5, 2_391.6) };
  context.server.on(POLL, () => ok({ prices, source: "live", seq: 1, now: NOW }));
  context.server.on(CANDLES, () => ok({ candles: [], isWhole: true }));
  document.head.innerHTML += `<link rel="preload" as="fetch" href="${FIRST_PRICES}">`;
  const places = '<b data-awaited="price">...</b><canvas data-awaited="candles"></canvas>';
  document.body.innerHTML = `<div id="root"><div aria-busy="true">${places}</div></div>`;
}

test("the price of the chart is written in its place, and its candles are loaded", async () => {
  openTrading(0);
  await showEarlyPrice();
  await loadEarlyCandles();
  expect(shown()).toBe("59,404.13");
  const asked = { symbol: "BTCUSDm", interval: "15m", limit: 500 } as const;
  await fetchCandles(asked);
  expect(context.server.callsOf(CANDLES).map(({ query }) => query.toString())).toEqual([
    "symbol=BTCUSDm&interval=15m&limit=500",
  ]);
});

test("the symbol and the size of the candles are those that the person chose last", async () => {
  rememberAccount(PERSON._id);
  localStorage.setItem(accountKey("symbol", PERSON._id), "XAUUSDm");
  localStorage.setItem("chart-interval", "1h");
  openTrading(0);
  await showEarlyPrice();
  expect(shown()).toBe("2,391.55");
  await loadEarlyCandles();
  await fetchCandles({ symbol: "XAUUSDm", interval: "1h", limit: 500 });
  expect(context.server.callsOf(CANDLES).length).toBe(1);
});

test("a price that is not of now is not written", async () => {
  openTrading(60_000);
  await showEarlyPrice();
  expect(shown()).toBe("...");
});

test("the application shows the prices of the document until its socket brings some", async () => {
  openTrading(0);
  await showEarlyPrice();
  takeOverPreloads();
  await takeFirstPrices();
  expect(quoteOf("BTCUSDm").value?.bid).toBe(5_940_410);
  // The answer is taken once: what comes later is older than what the socket has brought.
  forgetPrices();
  await takeFirstPrices();
  expect(quoteOf("BTCUSDm").value).toBeNull();
});

test("what the document lists is begun: its calls for who is signed in, and its scripts after the candles", async () => {
  const scripts = () => [...document.head.querySelectorAll('link[rel="modulepreload"]')];
  document.body.innerHTML = '<script data-next="/api/demo/state /assets/trading.js"></script>';
  context.server.on("GET /api/demo/state", () => ok());
  await beginNext(Promise.resolve());
  expect(scripts().map((link) => link.getAttribute("href"))).toEqual(["/assets/trading.js"]);
  expect(isPreloaded("/api/demo/state")).toBe(false);
  for (const link of scripts()) link.remove();
  await showEarlyBalances();
  const { promise: candles, resolve: arrive } = Promise.withResolvers<void>();
  const begun = beginNext(candles);
  expect([isPreloaded("/api/demo/state"), scripts().length]).toEqual([true, 0]);
  arrive();
  await begun;
  expect(scripts().length).toBe(1);
  for (const link of scripts()) link.remove();
});
