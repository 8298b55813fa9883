import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { PING, PONG } from "../../../worker/contract/market-messages.ts";
import { ReconnectingSocket } from "./reconnecting-socket.ts";

setDefaultTimeout(600_000);

const WAITS = {
  connectTimeoutMs: 300,
  reconnectMinMs: 10,
  reconnectMaxMs: 20,
  beatMs: 10,
  pingEveryMs: 100,
  silentAfterMs: 50,
  pongWithinMs: 60_000,
};

let opened = 0;
let isWanted = true;
let server: Bun.Server<undefined>;
const open = new Set<Bun.ServerWebSocket<undefined>>();

beforeEach(() => {
  [opened, isWanted] = [0, true];
  server = Bun.serve({
    port: 0,
    fetch: (request, own) => (own.upgrade(request) ? undefined : new Response(null, { status: 426 })),
    websocket: {
      open(socket) {
        opened += 1;
        open.add(socket);
      },
      close: (socket) => void open.delete(socket),
      message: (socket, text) => void (text === PING && socket.send(PONG)),
    },
  });
});
const made: ReconnectingSocket[] = [];
afterEach(async () => {
  isWanted = false;
  for (const socket of made.splice(0)) socket.close();
  await server.stop(true);
});

/** A socket with what it has told, which is trusted when it opens if `isTrusted`. */
function connect({ isTrusted = true } = {}) {
  const told: string[] = [];
  const socket: ReconnectingSocket = new ReconnectingSocket({
    open: () => {
      told.push("connect");
      return new WebSocket(`ws://localhost:${server.port}`);
    },
    isWanted: () => isWanted,
    waits: WAITS,
    onOpen: () => {
      told.push("open");
      if (isTrusted) socket.trust();
    },
    onMessage: (data) => told.push(String(data)),
    onLost: () => told.push("lost"),
    onIdle: () => told.push("idle"),
  });
  made.push(socket);
  socket.sync();
  return { socket, told };
}

test("a lost socket is opened anew, and what it brings is passed on without answers to pings", async () => {
  const { socket, told } = connect();
  await waitFor(() => expect(open.size).toBe(1));
  for (const one of open) one.send("a");
  await waitFor(() => expect(told).toContain("a"));
  for (const one of open) one.close();
  await waitFor(() => expect(opened).toBe(2));
  await waitFor(() => expect(socket.isOpen).toBe(true));
  expect(told).toEqual(["connect", "open", "a", "lost", "connect", "open"]);
  expect(socket.failures).toBe(0);
});

test("a socket that is lost while nobody needs it is not opened anew, and is once somebody does", async () => {
  const { socket, told } = connect();
  await waitFor(() => expect(socket.isOpen).toBe(true));
  isWanted = false;
  for (const one of open) one.close();
  await waitFor(() => expect(told.at(-1)).toBe("idle"));
  isWanted = true;
  socket.sync();
  await waitFor(() => expect(socket.isOpen).toBe(true));
  expect(opened).toBe(2);
});

test("a socket that opens and is not trusted in time is given up, and counts as failed", async () => {
  const { socket, told } = connect({ isTrusted: false });
  await waitFor(() => expect(told.filter((one) => one === "lost").length).toBeGreaterThan(1));
  expect(socket.failures).toBeGreaterThan(1);
  expect(told.slice(0, 4)).toEqual(["connect", "open", "lost", "connect"]);
});
