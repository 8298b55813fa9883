import { afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { trader } from "../test/trader.ts";
import { balance, refreshBalance } from "./balance.ts";
import { ownerId } from "./owner.ts";
import {
  arrive,
  check,
  checkAnew,
  clearAuth,
  hasLogOutFailed,
  hasSessionEnded,
  isAuthenticated,
  isCheckingAuth,
  leaveForGood,
  logOut,
  user,
} from "./session.ts";
import { saveSettings, settings } from "./settings.ts";
import { keepZone } from "./storage/time-zone.ts";
import { theme } from "./theme.ts";

setDefaultTimeout(600_000);

const context = apiServer();
const notSignedIn = () => refuse("not_signed_in", "Please log in");

function knows(person = trader()) {
  context.server.on("GET /api/auth/check", () => ok({ user: person, token: "token-1" }));
}

beforeEach(check);

test("the session check stores the signed-in person, with their balance and theme", async () => {
  knows(trader({ theme: 3, balance: 12.5 }));
  const running = check();
  expect(isCheckingAuth.value).toBe(true);
  await running;
  expect(user.value?.email).toBe("sokha@example.com");
  expect(isCheckingAuth.value).toBe(false);
  expect(balance.value).toBe(12.5);
  expect(theme.value).toBe(3);
});

test("a 401 means that nobody is signed in", async () => {
  knows();
  await check();
  context.server.on("GET /api/auth/check", notSignedIn);
  await check();
  expect(isAuthenticated.value).toBe(false);
  expect(isCheckingAuth.value).toBe(false);
  expect(balance.value).toBeNull();
});

test("during a database outage the last state stays, and the check is repeated until it gets a response", async () => {
  knows();
  await check();
  let tries = 0;
  context.server.on("GET /api/auth/check", () => {
    tries += 1;
    return tries === 1
      ? refuse("service_down", "Service temporarily unavailable. Please try again.")
      : ok({ user: trader({ balance: 99 }), token: "token-2" });
  });
  const running = check();
  await waitFor(() => expect(tries).toBe(1));
  expect(isAuthenticated.value).toBe(true);
  await running;
  expect(tries).toBe(2);
  expect(balance.value).toBe(99);
});

test("a call that finds the session ended triggers a session check", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  knows();
  await check();
  context.server.on("GET /api/auth/check", notSignedIn).on("GET /api/user/balance", notSignedIn);
  await refreshBalance();
  await waitFor(() => expect(isAuthenticated.value).toBe(false));
});

test("an expired bearer token is replaced by the session check, and nobody is signed out", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  knows(trader({ balance: 1 }));
  await check();
  knows(trader({ balance: 2 }));
  context.server.on("GET /api/user/balance", notSignedIn);
  await refreshBalance();
  await waitFor(() => expect(balance.value).toBe(2));
  expect(isAuthenticated.value).toBe(true);
});

test("what tells that this page's own log-out has ended the session is no news: nobody is asked to log in again", async () => {
  knows();
  await check();
  const { promise: answered, resolve: endAnswer } = Promise.withResolvers<void>();
  context.server.on("POST /api/auth/logout", async () => {
    await answered;
    return ok({ userId: "trader-1" });
  });
  context.server.on("GET /api/auth/check", notSignedIn);
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  const leaving = logOut();
  await checkAnew();
  expect([hasSessionEnded.value, isCheckingAuth.value]).toEqual([false, true]);
  endAnswer();
  await leaving;
  expect([user.value, hasSessionEnded.value]).toEqual([null, false]);
  assign.mockRestore();
});

test("the page shows a spinner while the log-out waits for its response", async () => {
  knows();
  await check();
  const answered = Promise.withResolvers<Response>();
  context.server.on("POST /api/auth/logout", () => answered.promise);
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  const leaving = logOut();
  expect(isCheckingAuth.value).toBe(true);
  expect(assign).not.toHaveBeenCalled();
  answered.resolve(ok());
  await leaving;
  expect(isCheckingAuth.value).toBe(true);
  expect(assign).toHaveBeenCalledWith("/");
  assign.mockRestore();
});

test("log-out removes the person and goes to the landing page", async () => {
  knows();
  await check();
  context.server.on("POST /api/auth/logout", () => ok({ userId: "trader-1" }));
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  await logOut();
  expect(user.value).toBeNull();
  expect(assign).toHaveBeenCalledWith("/");
  expect(hasLogOutFailed.value).toBe(false);
  assign.mockRestore();
});

test("a failed log-out says so and stays, as the session can still open the account", async () => {
  knows();
  await check();
  context.server.on("POST /api/auth/logout", () => refuse("internal", "Something went wrong. Please try again."));
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  await logOut();
  expect(hasLogOutFailed.value).toBe(true);
  expect(isAuthenticated.value).toBe(true);
  expect(isCheckingAuth.value).toBe(false);
  expect(assign).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalledTimes(1);
  assign.mockRestore();
  warn.mockRestore();
});

test("leaving for good removes the person and goes to the landing page, even if the call fails", async () => {
  knows();
  await check();
  context.server.on("POST /api/auth/logout", () => refuse("internal", "Something went wrong. Please try again."));
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  await leaveForGood();
  expect(user.value).toBeNull();
  expect(assign).toHaveBeenCalledWith("/");
  expect(warn).toHaveBeenCalledTimes(1);
  assign.mockRestore();
  warn.mockRestore();
});

describe("with other tabs", () => {
  // Another tab of the same browser, and the messages that it received.
  let other: BroadcastChannel;
  let heard: unknown[] = [];
  const says = (news: object) => other.postMessage({ ...news, sender: "another tab" });
  beforeEach(() => {
    heard = [];
    other = new BroadcastChannel("session");
    other.onmessage = ({ data: { sender: _, ...news } }) => heard.push(news);
  });
  afterEach(() => {
    other.close();
  });

  test("a log-in and a log-out are sent to them", async () => {
    arrive(trader(), "token-1");
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    await logOut();
    await waitFor(() => expect(heard).toEqual([{ kind: "signed_in", userId: "trader-1" }, { kind: "signed_out" }]));
    assign.mockRestore();
  });

  test("a log-out in another tab signs this one out without a call, and goes to the landing page", async () => {
    knows();
    await check();
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    says({ kind: "signed_out" });
    await waitFor(() => expect(user.value).toBeNull());
    expect(balance.value).toBeNull();
    expect(assign).toHaveBeenCalledWith("/");
    expect(context.server.callsOf("POST /api/auth/logout")).toHaveLength(0);
    assign.mockRestore();
  });

  test("a log-in in another tab signs this one in", async () => {
    knows();
    says({ kind: "signed_in", userId: "trader-1" });
    await waitFor(() => expect(user.value?._id).toBe("trader-1"));
  });

  test("a log-in in another tab counts more than a check that began before it", async () => {
    const early = Promise.withResolvers<Response>();
    context.server.on("GET /api/auth/check", () => early.promise);
    const checked = check();
    await waitFor(() => expect(context.server.callsOf("GET /api/auth/check")).toHaveLength(1));
    says({ kind: "signed_in", userId: "trader-1" });
    // Messages come in the order in which they were sent, to this listener and to those before it.
    const heard = Promise.withResolvers<unknown>();
    const listener = new BroadcastChannel("session");
    listener.onmessage = heard.resolve;
    other.postMessage("the last");
    await heard.promise;
    listener.close();
    knows();
    early.resolve(notSignedIn());
    await checked;
    await waitFor(() => expect(user.value?._id).toBe("trader-1"));
  });

  test("a log-in of another user in another tab reloads the page", async () => {
    knows();
    await check();
    // What waits for the account is sent as the page goes, and by now would reach the other person's.
    let ownerAtReload: string | null = "none yet";
    const reload = spyOn(location, "reload").mockImplementation(() => {
      ownerAtReload = ownerId();
    });
    says({ kind: "signed_in", userId: "trader-2" });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(ownerAtReload).toBeNull();
    reload.mockRestore();
  });

  test("a log-out message does nothing in a tab without a session, and unknown messages are ignored", async () => {
    const assign = spyOn(location, "assign").mockImplementation(() => {});
    says({ kind: "signed_out" });
    for (const odd of [null, "x", {}, { kind: "signed_in" }, { kind: "else" }]) other.postMessage(odd);
    knows();
    says({ kind: "signed_in", userId: "trader-1" });
    await waitFor(() => expect(isAuthenticated.value).toBe(true));
    expect(assign).not.toHaveBeenCalled();
    assign.mockRestore();
  });
});

describe("clear-auth", () => {
  /** Fills the storage as after two people have used this browser. */
  function fillStorage(): void {
    localStorage.setItem("auth-token", "old");
    localStorage.setItem("user", "{}");
    sessionStorage.setItem("pending-verification", "{}");
    localStorage.setItem("chart-interval", "5m");
    for (const id of ["trader-1", "trader-2"]) {
      saveSettings(id, { ...settings.peek(), security: { sessionTimeoutMin: 120 } });
      keepZone(id);
    }
  }
  const storedKeys = () =>
    Object.keys(localStorage)
      .filter((key) => key !== "theme")
      .sort();
  const OF_OTHERS = ["chart-interval", "settings:trader-2", "time-zone-kept:trader-2"];

  test("signs out and removes this account's data, and keeps another account's settings", async () => {
    knows(trader({ theme: 4 }));
    await check();
    fillStorage();
    await clearAuth();
    expect(context.server.callsOf("POST /api/auth/logout")).toHaveLength(1);
    expect(storedKeys()).toEqual(OF_OTHERS);
    expect(sessionStorage.length).toBe(0);
    expect(isAuthenticated.value).toBe(false);
    expect(theme.value).toBe(1);
  });

  test("learns from the response whose session ended if the page does not know, as on the landing page", async () => {
    context.server.on("POST /api/auth/logout", () => ok({ userId: "trader-1" }));
    fillStorage();
    expect(isAuthenticated.value).toBe(false);
    await clearAuth();
    expect(storedKeys()).toEqual(OF_OTHERS);
  });

  test("removes the data of the last account after its session has ended, including which account it was", async () => {
    knows();
    await check();
    context.server.on("GET /api/auth/check", () => refuse("not_signed_in", "Not signed in"));
    await check();
    fillStorage();
    expect(isAuthenticated.value).toBe(false);
    await clearAuth();
    expect(storedKeys()).toEqual(OF_OTHERS);
  });

  test("without a session removes the data of older versions, and keeps all settings", async () => {
    fillStorage();
    await clearAuth();
    expect(storedKeys()).toEqual([...OF_OTHERS, "settings:trader-1", "time-zone-kept:trader-1"].sort());
    expect(sessionStorage.length).toBe(0);
  });

  test("continues when the API is unreachable", async () => {
    fillStorage();
    knows();
    await check();
    context.server.on("POST /api/auth/logout", () => refuse("service_down", "Service temporarily unavailable."));
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    await clearAuth();
    expect(storedKeys()).toEqual(OF_OTHERS);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
