import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { act } from "@testing-library/react";
import { check, logOut } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import { unlinkTelegram, unsubscribe } from "./channel-calls.ts";
import { removals, removeWithUndo } from "./undoable.tsx";

setDefaultTimeout(600_000);
const context = apiServer();
let people = 0;
let assign: ReturnType<typeof spyOn>;

const BROWSER = "DELETE /api/notifications/push";
const TELEGRAM = "DELETE /api/telegram/link";
const LOG_OUT = "POST /api/auth/logout";

beforeEach(async () => {
  people += 1;
  assign = spyOn(location, "assign").mockImplementation(() => {});
  signedInAs(`removes-${people}`);
  context.server.on("GET /api/user/balance", () => ok({ balance: 100 })).on(LOG_OUT, () => ok({ userId: "any" }));
  await act(check);
});
afterEach(() => assign.mockRestore());

const signedInAs = (_id: string) =>
  context.server.on("GET /api/auth/check", () => ok({ user: trader({ _id }), token: "token-1" }));
const count = (route: string) => context.server.callsOf(route).length;

test("what can still be brought back is removed before a log-out, which waits for the answers", async () => {
  const { promise: unlinked, resolve } = Promise.withResolvers<void>();
  context.server
    .on(BROWSER, () => ok())
    .on(TELEGRAM, async () => {
      await unlinked;
      return ok();
    });
  removeWithUndo("browser 4", "Firefox takes no pushes any more", () => unsubscribe(4));
  removeWithUndo("telegram", "Telegram is unlinked", unlinkTelegram);
  const leaving = logOut();
  await context.callsArrive();
  expect([count(BROWSER), count(TELEGRAM), count(LOG_OUT)]).toEqual([1, 1, 0]);
  resolve();
  await leaving;
  expect([count(BROWSER), count(TELEGRAM), count(LOG_OUT)]).toEqual([1, 1, 1]);
  expect(removals.value.size).toBe(0);
});

test("a removal that is refused does not keep its person signed in", async () => {
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  context.server.on(TELEGRAM, () => refuse("internal", "Something went wrong. Please try again."));
  removeWithUndo("telegram", "Telegram is unlinked", unlinkTelegram);
  await logOut();
  expect([count(TELEGRAM), count(LOG_OUT)]).toEqual([1, 1]);
  expect(assign).toHaveBeenCalledWith("/");
  warn.mockRestore();
});

test("nothing that the person before removed is removed for the next one", async () => {
  removeWithUndo("telegram", "Telegram is unlinked", unlinkTelegram);
  expect([...removals.value.keys()]).toEqual(["telegram"]);
  signedInAs(`removes-after-${people}`);
  await act(check);
  expect(removals.value.size).toBe(0);
  window.dispatchEvent(new Event("pagehide"));
  await logOut();
  expect([count(TELEGRAM), count(LOG_OUT)]).toEqual([0, 1]);
});
