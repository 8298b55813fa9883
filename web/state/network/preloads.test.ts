import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { expectConsoleErrors } from "../../test/console-errors.ts";
import { trader } from "../../test/trader.ts";
import { answer, api } from "../api.ts";
import { check, user } from "../session.ts";
import { rememberAccount } from "../storage/account-storage.ts";
import { dropPreloads, takeOverPreloads } from "./preloads.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const CHECK = "GET /api/auth/check";
const BALANCE = "GET /api/user/balance";

beforeEach(() => {
  for (const path of ["/api/auth/check", "/api/user/balance"]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", href: path });
    link.setAttribute("as", "fetch");
    document.head.append(link);
  }
});
afterEach(() => {
  dropPreloads();
  for (const link of document.head.querySelectorAll('link[rel="preload"]')) link.remove();
});

// The simulated browser sends a request for each link and one more for each `fetch`: it has no preloaded responses.
const sent = (call: string) => context.server.callsOf(call).length - 1;

test("the first request takes the preloaded answer, the second one is sent", async () => {
  context.server.on(BALANCE, () => ok({ balance: 5 })).on(CHECK, () => ok({ user: trader(), token: "token" }));
  takeOverPreloads();
  const { balance } = await answer(api.user.balance.$get({}, { headers: { Authorization: "Bearer token" } }));
  expect(balance).toBe(5);
  await waitFor(() => expect(sent(BALANCE)).toBe(1));
  await answer(api.user.balance.$get());
  expect(sent(BALANCE)).toBe(2);
});

test("a preloaded refusal is the refusal of the request that takes it", async () => {
  expectConsoleErrors();
  context.server
    .on(BALANCE, () => refuse("not_signed_in", "Please log in"))
    .on(CHECK, () => refuse("not_signed_in", "Please log in"));
  takeOverPreloads();
  await expect(answer(api.user.balance.$get())).rejects.toThrow("Please log in");
});

test("a request that waits for its preloaded answer can be aborted", async () => {
  const answered = Promise.withResolvers<void>();
  const balance = async () => {
    await answered.promise;
    return ok({ balance: 5 });
  };
  context.server.on(BALANCE, balance).on(CHECK, () => ok({ user: trader(), token: "token" }));
  takeOverPreloads();
  const control = new AbortController();
  const asked = answer(api.user.balance.$get({}, { init: { signal: control.signal } }));
  control.abort();
  await expect(asked).rejects.toThrow("The API cannot be reached");
  answered.resolve();
});

test("what was answered for another person than this browser's last one is asked again", async () => {
  const [before, now] = [trader(), { ...trader(), _id: "trader-2" }];
  context.server.on(BALANCE, () => ok({ balance: 5 })).on(CHECK, () => ok({ user: before, token: "token" }));
  takeOverPreloads();
  await waitFor(() => expect(sent(CHECK)).toBe(1));
  // Another tab signs in before this page can hear of it.
  rememberAccount(now._id);
  context.server.on(CHECK, () => ok({ user: now, token: "token" }));
  await check();
  expect(user.value?._id).toBe(now._id);
  expect(sent(CHECK)).toBe(2);
});
