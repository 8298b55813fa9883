import { afterEach, beforeEach, expect, test } from "bun:test";
import { MINUTE_MS } from "../contract/time.ts";
import { AccountSockets, type ListeningFacts } from "./account-sockets.ts";

/** A hibernating socket as the runtime gives it: it keeps its attachment. */
class FakeSocket {
  readyState: number = WebSocket.OPEN;
  attachment: unknown = null;
  readonly sent: { type: string; number: number; changes: { number: number; topic: string }[] }[] = [];
  closedFor: string | null = null;
  send = (text: string) => void this.sent.push(JSON.parse(text));
  close(_code: number, reason: string) {
    this.readyState = WebSocket.CLOSED;
    this.closedFor = reason;
  }
  serializeAttachment(value: unknown) {
    this.attachment = structuredClone(value);
  }
  deserializeAttachment() {
    return structuredClone(this.attachment);
  }
}

/** The rows of one person, and the readings that a test answers when it wants to. */
let rows: ListeningFacts["changes"];
let readings: (() => void)[];
let isHeld: boolean;
let accepted: FakeSocket[];
let sockets: AccountSockets;

const GLOBALS = { WebSocketRequestResponsePair: class {}, WebSocketPair: class {} };

beforeEach(() => {
  [rows, readings, isHeld, accepted] = [[], [], false, []];
  Object.assign(globalThis, GLOBALS, {
    WebSocketPair: class {
      readonly 0 = {};
      readonly 1 = new FakeSocket();
    },
  });
  sockets = begun();
});
afterEach(() => {
  for (const name of Object.keys(GLOBALS)) Reflect.deleteProperty(globalThis, name);
});

/** The sockets of an object that has just started, with those that it accepted before it slept. */
function begun(): AccountSockets {
  const ctx = {
    acceptWebSocket: (socket: FakeSocket) => void accepted.push(socket),
    getWebSockets: () => accepted,
    setWebSocketAutoResponse: () => {},
    getWebSocketAutoResponseTimestamp: () => new Date(),
  };
  const read = async (): Promise<ListeningFacts> => {
    const facts = { sessions: new Map([["one", Number.MAX_SAFE_INTEGER]]), changes: rows };
    await new Promise<void>((resolve) => {
      readings.push(resolve);
      if (!isHeld) resolve();
    });
    return facts;
  };
  // The part of the runtime that it uses.
  return new AccountSockets(ctx as never, { read, demoVersion: () => 7 });
}

function accept(): FakeSocket {
  sockets.accept({ owner: "person", sessionId: "one", greeting: [] });
  const socket = accepted.at(-1);
  if (!socket) throw new Error("no socket");
  return socket;
}

/** Something is committed about topics. */
function commit(...topics: ListeningFacts["changes"][number]["topic"][]) {
  for (const topic of topics) {
    const number = (rows.at(-1)?.number ?? 0) + 1;
    rows = [...rows.filter((row) => row.topic !== topic), { number, topic }];
  }
}

/** Waits until the database is being asked. */
async function isReading() {
  while (readings.length === 0) await Promise.resolve();
}

const numbers = ({ sent }: FakeSocket) =>
  sent.map(({ number, changes }) => [number, changes.map(({ topic }) => topic).join()]);

test("a socket is greeted with the newest change, and told what is committed after it in one frame a check", async () => {
  commit("deposits", "balance");
  const socket = accept();
  await sockets.check();
  commit("balance", "notifications");
  await sockets.check();
  await sockets.check();
  expect(numbers(socket)).toEqual([
    [2, ""],
    [4, "balance,notifications"],
  ]);
  // To a page that knows only the demo account it says nothing.
  expect(socket.sent[1]).toMatchObject({ type: "account", version: 7, events: [] });
});

test("a commit between the accepting of a socket and the reading of its greeting is in the greeting", async () => {
  const socket = accept();
  commit("balance");
  await sockets.check();
  expect(numbers(socket)).toEqual([[1, ""]]);
});

test("a commit while the greeting is being read is told after it, and never before", async () => {
  isHeld = true;
  const socket = accept();
  const greeted = sockets.check();
  await isReading();
  commit("balance");
  const told = sockets.check();
  isHeld = false;
  readings[0]?.();
  await Promise.all([greeted, told]);
  expect(numbers(socket)).toEqual([
    [0, ""],
    [1, "balance"],
  ]);
});

test("a thousand changes that are told while one is read cost one more reading and one frame", async () => {
  const socket = accept();
  await sockets.check();
  isHeld = true;
  readings = [];
  const checks = [sockets.check()];
  await isReading();
  for (let change = 0; change < 1_000; change++) {
    commit(change % 2 ? "balance" : "notifications");
    checks.push(sockets.check());
  }
  isHeld = false;
  readings[0]?.();
  await Promise.all(checks);
  expect(readings).toHaveLength(2);
  expect(numbers(socket)).toEqual([
    [0, ""],
    [1_000, "notifications,balance"],
  ]);
});

test("what nobody told is told by the object's own check a minute later, also after it has slept", async () => {
  const socket = accept();
  await sockets.check();
  commit("withdrawals");
  sockets = begun();
  const dueMs = sockets.nextCheckMs() ?? Number.POSITIVE_INFINITY;
  expect(dueMs - Date.now()).toBeLessThanOrEqual(MINUTE_MS);
  await sockets.check();
  expect(numbers(socket).at(-1)).toEqual([1, "withdrawals"]);
});

test("each socket is told from where it stood, and the later one only what came after its greeting", async () => {
  const first = accept();
  await sockets.check();
  commit("balance");
  const second = accept();
  await sockets.check();
  commit("profile");
  await sockets.check();
  expect(numbers(first)).toEqual([
    [0, ""],
    [1, "balance"],
    [2, "profile"],
  ]);
  expect(numbers(second)).toEqual([
    [1, ""],
    [2, "profile"],
  ]);
});

test("after a restore with smaller numbers a socket is greeted anew, so that its page reads everything", async () => {
  commit("balance", "profile");
  const socket = accept();
  await sockets.check();
  rows = [{ number: 1, topic: "balance" }];
  await sockets.check();
  expect(numbers(socket)).toEqual([
    [2, ""],
    [1, ""],
  ]);
});

test("without sockets nothing is read", async () => {
  commit("balance");
  await sockets.check();
  expect(readings).toEqual([]);
});
