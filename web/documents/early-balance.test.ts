import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { dropPreloads, takeOverPreloads } from "../state/network/preloads.ts";
import { check, user } from "../state/session.ts";
import { rememberAccount } from "../state/storage/account-storage.ts";
import { settingsKey } from "../state/storage/stored-settings.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import { showEarlyBalances } from "./early-balance.ts";

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
