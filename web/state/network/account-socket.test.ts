import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { ACCOUNT_TOPICS, type AccountTopic } from "../../../worker/contract/account-channel.ts";
import { PING, PONG } from "../../../worker/contract/market-messages.ts";
import { FakeLocks } from "../../test/fake-locks.ts";
import { fc } from "../../test/property.ts";
import { type AccountMessage, AccountSocket, type AccountSocketWaits } from "./account-socket.ts";
import { ReadChanges } from "./read-changes.ts";

setDefaultTimeout(600_000);

const WAITS: AccountSocketWaits = {
  connectTimeoutMs: 60_000,
  reconnectMinMs: 10,
  reconnectMaxMs: 20,
  beatMs: 10,
  pingEveryMs: 100,
  silentAfterMs: 50,
  pongWithinMs: 60_000,
  blockedEveryMs: 10,
  lingerMs: 0,
  sayEveryMs: 20,
  takeOverAfterMs: 60_000,
};

/** The accounts' numbers, and the open sockets with whose they are. */
let numbers: Map<string, number>;
let server: Bun.Server<string>;
let sockets: Set<Bun.ServerWebSocket<string>>;
let isRefusing: boolean;
let locks: FakeLocks;
let stops: (() => void)[];

beforeEach(() => {
  [numbers, sockets, isRefusing, locks, stops] = [new Map(), new Set(), false, new FakeLocks(), []];
  server = Bun.serve<string>({
    port: 0,
    fetch: (request, own) => {
      const owner = new URL(request.url).pathname.slice(1);
      return !isRefusing && own.upgrade(request, { data: owner }) ? undefined : new Response(null, { status: 426 });
    },
    websocket: {
      open(socket) {
        sockets.add(socket);
        socket.send(frame(socket.data));
      },
      close: (socket) => void sockets.delete(socket),
      message: (socket, text) => void (text === PING && socket.send(PONG)),
    },
  });
});
afterEach(async () => {
  for (const stop of stops) stop();
  await waitFor(() => expect(sockets.size).toBe(0));
  await server.stop(true);
});

function frame(owner: string, ...topics: AccountTopic[]): string {
  const number = numbers.get(owner) ?? 0;
  return JSON.stringify({ type: "account", number, changes: topics.map((topic) => ({ number, topic })) });
}

function change(owner: string, topic: AccountTopic): void {
  numbers.set(owner, (numbers.get(owner) ?? 0) + 1);
  for (const socket of sockets) if (socket.data === owner) socket.send(frame(owner, topic));
}

/** Something that is like a tab: it has a socket of its own class, and the browser's locks. */
function tab({ owner = "sophea", waits = {}, hasLocks = true } = {}) {
  const heard: AccountMessage[] = [];
  const links: string[] = [];
  const changes = new ReadChanges();
  /** What this tab was told to read again, and how often it was everything. */
  const read: AccountTopic[] = [];
  const ends: number[] = [];
  const socket = new AccountSocket({
    open: () => new WebSocket(`ws://localhost:${server.port}/${owner}`),
    owner: () => owner,
    locks: hasLocks ? locks : undefined,
    waits: { ...WAITS, ...waits },
  });
  socket.listen({
    onLink: (link) => {
      links.push(link);
      changes.begin();
    },
    onMessage: (message) => {
      heard.push(message);
      if (message.type === "account") read.push(...changes.take(message, () => null));
    },
    onSessionEnd: () => ends.push(links.length),
  });
  const close = socket.follow();
  stops.push(close);
  const last = () => {
    const message = heard.at(-1);
    return message?.type === "account" ? message.number : null;
  };
  return { socket, heard, links, read, ends, close, last };
}

test("the tabs of a person have one socket, and each hears what it brings once", async () => {
  const tabs = [tab(), tab(), tab()];
  await waitFor(() => expect(tabs.map(({ socket }) => socket.link)).toEqual(["open", "open", "open"]));
  await waitFor(() => expect(tabs.map(({ last }) => last())).toEqual([0, 0, 0]));
  const before = tabs.map(({ heard }) => heard.length);
  for (const topic of ["balance", "deposits"] as const) change("sophea", topic);
  await waitFor(() => expect(tabs.map(({ last }) => last())).toEqual([2, 2, 2]));
  expect(tabs.map(({ heard }, index) => heard.length - (before[index] ?? 0))).toEqual([2, 2, 2]);
  expect(sockets.size).toBe(1);
});

test("a tab that opens later is told how far the account is, without what was told before", async () => {
  const first = tab();
  await waitFor(() => expect(first.last()).toBe(0));
  change("sophea", "balance");
  await waitFor(() => expect(first.last()).toBe(1));
  const second = tab();
  await waitFor(() => expect(second.socket.link).toBe("open"));
  await waitFor(() => expect(second.heard).toEqual([{ type: "account", number: 1, changes: [] }]));
  expect(sockets.size).toBe(1);
});

test("when the tab with the socket is closed another one has it, with the number that says what was missed", async () => {
  const [first, second, third] = [tab(), tab(), tab()];
  await waitFor(() => expect([second.socket.link, third.socket.link]).toEqual(["open", "open"]));
  first.close();
  await waitFor(() => expect(first.socket.link).toBe("idle"));
  await waitFor(() => expect([second.socket.link, third.socket.link]).toEqual(["open", "open"]));
  change("sophea", "withdrawals");
  await waitFor(() => expect([second.last(), third.last()]).toEqual([1, 1]));
  expect(first.last()).toBe(0);
  await waitFor(() => expect(sockets.size).toBe(1));
});

test("a tab that says nothing loses the socket to one that waits, and hears what that one has", async () => {
  const silent = tab({ waits: { sayEveryMs: 3_600_000 } });
  await waitFor(() => expect(silent.socket.link).toBe("open"));
  const other = tab({ waits: { takeOverAfterMs: 50 } });
  // It has heard once, as it asked.
  await waitFor(() => expect(other.links.filter((link) => link === "trying").length).toBeGreaterThan(1));
  await waitFor(() => expect([silent.socket.link, other.socket.link]).toEqual(["open", "open"]));
  await waitFor(() => expect(sockets.size).toBe(1));
  change("sophea", "balance");
  await waitFor(() => expect([silent.last(), other.last()]).toEqual([1, 1]));
});

test("another person in the same browser has another socket, and hears nothing of the first", async () => {
  const [sophea, dara] = [tab(), tab({ owner: "dara" })];
  await waitFor(() => expect([sophea.last(), dara.last()]).toEqual([0, 0]));
  change("sophea", "balance");
  await waitFor(() => expect(sophea.last()).toBe(1));
  // What is the other one's own comes after all that could be on its way.
  change("dara", "sessions");
  change("dara", "profile");
  await waitFor(() => expect(dara.last()).toBe(2));
  expect(dara.heard.flatMap((message) => (message.type === "account" ? message.changes : []))).toEqual([
    { number: 1, topic: "sessions" },
    { number: 2, topic: "profile" },
  ]);
  expect(sockets.size).toBe(2);
});

test("a browser without locks has a socket for each tab", async () => {
  const tabs = [tab({ hasLocks: false }), tab({ hasLocks: false })];
  await waitFor(() => expect(tabs.map(({ last }) => last())).toEqual([0, 0]));
  expect(sockets.size).toBe(2);
});

test("where sockets are blocked every tab knows it, and all are tried again when one asks", async () => {
  isRefusing = true;
  const tabs = [tab({ waits: { blockedEveryMs: 3_600_000 } }), tab()];
  await waitFor(() => expect(tabs.map(({ socket }) => socket.isBlocked)).toEqual([true, true]));
  isRefusing = false;
  tabs[1]?.socket.retryNow();
  await waitFor(() => expect(tabs.map(({ socket }) => socket.link)).toEqual(["open", "open"]));
  expect(tabs.map(({ socket }) => socket.failures)).toEqual([0, 0]);
});

test("each tab hears that the server has ended the session, and not of other ends", async () => {
  const tabs = [tab(), tab()];
  await waitFor(() => expect(tabs.map(({ last }) => last())).toEqual([0, 0]));
  for (const socket of sockets) socket.close(1001);
  await waitFor(() => expect(tabs.every(({ links }) => links.includes("lost"))).toBe(true));
  await waitFor(() => expect(tabs.map(({ socket }) => socket.link)).toEqual(["open", "open"]));
  expect(tabs.map(({ ends }) => ends.length)).toEqual([0, 0]);
  for (const socket of sockets) socket.close(1008);
  await waitFor(() => expect(tabs.map(({ ends }) => ends.length)).toEqual([1, 1]));
});

test("a frozen tab gives the socket away, and listens again when it is resumed", async () => {
  const tabs = [tab(), tab()];
  await waitFor(() => expect(tabs.map(({ socket }) => socket.link)).toEqual(["open", "open"]));
  // All that are like tabs have one document here.
  document.dispatchEvent(new Event("freeze"));
  await waitFor(() => expect(sockets.size).toBe(0));
  expect(tabs.map(({ socket }) => socket.link)).toEqual(["idle", "idle"]);
  document.dispatchEvent(new Event("resume"));
  await waitFor(() => expect(tabs.map(({ socket }) => socket.link)).toEqual(["open", "open"]));
  expect(sockets.size).toBe(1);
});

test("whatever tabs are opened, closed and cut off, each reads after the last change what has changed", async () => {
  const open = [tab(), tab()];
  const rounds = fc.record({
    action: fc.constantFrom("open", "open", "impatient", "close", "close", "cut off", "change", "change", "wait"),
    topic: fc.constantFrom(...ACCOUNT_TOPICS),
    which: fc.nat(9),
    pauseMs: fc.nat(20),
  });
  for (const { action, topic, which, pauseMs } of fc.sample(rounds, 80)) {
    if (action === "open") open.push(tab());
    if (action === "impatient") open.push(tab({ waits: { takeOverAfterMs: 15 } }));
    if (action === "close" && open.length > 1) open.splice(which % open.length, 1)[0]?.close();
    if (action === "cut off") for (const socket of sockets) socket.close();
    if (action === "change") change("sophea", topic);
    await new Promise((later) => setTimeout(later, pauseMs));
  }
  for (const { read } of open) read.length = 0;
  // Nobody hears of it: each tab only learns that it has missed something.
  for (const socket of sockets) socket.close();
  change("sophea", "identity");
  const number = numbers.get("sophea");
  await waitFor(() => expect(open.map(({ last }) => last())).toEqual(open.map(() => number ?? 0)));
  expect(open.every(({ read }) => read.includes("identity"))).toBe(true);
  await waitFor(() => expect(sockets.size).toBe(1));
});
