import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { DeafClient } from "../../dev/deaf-client.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { hasPrice, holdPrices, letPricesMove, MarketClient, setPace } from "../../dev/test/test-market.ts";
import { startFresh, workerLog } from "../../dev/test/test-stack.ts";
import { hubName } from "./hub-shards.ts";
import { SOCKETS_PER_ADDRESS_MAX } from "./socket-limits.ts";
import { MESSAGES_MAX } from "./socket-state.ts";

setDefaultTimeout(600_000);

let stack: Stack;
/** The healthy client, which must receive every price that is set while the others misbehave. */
let bystander: MarketClient;
const guests: MarketClient[] = [];
const BYSTANDER = { "CF-Connecting-IP": "198.51.100.7" };
const GUEST = { "CF-Connecting-IP": "203.0.113.9" };

beforeAll(async () => {
  stack = await startFresh(
    { ADDRESS_LIMIT_FACTOR: "1" },
    { startDatabase: async (options) => startLibsqlServer(options), startWorker: startBareWorkerd },
  );
}, 600_000);
afterAll(() => stack?.stop());
beforeEach(async () => {
  bystander = new MarketClient(stack.origin, { query: "?symbols=US500,BTCUSDm", headers: BYSTANDER });
  await bystander.next(() => true);
});
afterEach(() => {
  for (const client of [bystander, ...guests.splice(0)]) client.close();
});

function guest(query = "", headers: Record<string, string> = {}): MarketClient {
  const client = new MarketClient(stack.origin, { query, headers: { ...GUEST, ...headers } });
  guests.push(client);
  return client;
}

let cents = 0;

/** Asserts that the bystander receives a new price. */
async function expectBystanderServed(): Promise<void> {
  const price = 70_000 + ++cents / 100;
  const from = bystander.frames.length;
  const seen = bystander.next(hasPrice("BTCUSDm", price), from);
  await holdPrices(stack, { BTCUSDm: price });
  await seen;
  await letPricesMove(stack, ["BTCUSDm"]);
}

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

describe("a client that sends garbage", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ["random bytes", random(512), "bad_json"],
    ["no bytes at all", new Uint8Array(), "bad_json"],
    ["JSON that breaks off", '{"type":"subscribe","symbols":["US5', "bad_json"],
    ["JSON nested as deep as a frame allows", repeated("[", 1_024), "bad_json"],
    ["a kind that does not exist", '{"type":"publish","symbols":["US500"]}', "bad_message"],
    ["a prototype for a message", '{"__proto__":{"type":"subscribe"},"symbols":["US500"]}', "bad_message"],
    ["a symbol that does not exist", '{"type":"subscribe","symbols":["DOGE"]}', "unknown_symbol"],
    ["a frame a byte too long", " ".repeat(1_025), "frame_too_large"],
  ])("gets an error for %s, and stays connected", async (_, frame, code) => {
    const client = await guest("?symbols=US500").opened();
    client.send(frame);
    await client.next((message) => message.type === "error" && message.code === code);
    await expectBystanderServed();
    await client.next((message) => message.type !== "error", client.frames.length);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["of text", repeated("x", 8 * 1024 * 1024)],
    ["of bytes", random(65_536 + 1)],
  ])("is closed with 1009 for a huge frame %s", async (_, frame) => {
    const client = await guest("?symbols=US500").opened();
    client.send(frame);
    expect((await client.closed.promise).code).toBe(1009);
    await expectBystanderServed();
  });

  test("is closed with 1008 when it does not stop", async () => {
    const client = await guest("?symbols=US500").opened();
    for (let count = 0; count <= MESSAGES_MAX; count++) client.send(random(100));
    expect((await client.closed.promise).code).toBe(1008);
    await expectBystanderServed();
  });

  test.each<[string, number[], number]>([
    ["of a kind that is reserved", [0x83, 0x80, 0, 0, 0, 0], 1002],
    ["that continues no message", [0x80, 0x84, 0, 0, 0, 0, 1, 2, 3, 4], 1002],
    ["that declares a huge length", [0x82, 0xff, 0x7f, ...Array<number>(11).fill(255)], 1009],
  ])("is closed by the runtime for a frame %s", async (_, frame, code) => {
    await closedAfter(Uint8Array.from(frame), code);
    await expectBystanderServed();
  });
});

describe("a client that requests 10,000 symbols", () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `SYMBOL${i}`);

  test("is closed for requesting them in one frame", async () => {
    const client = await guest("?symbols=US500").opened();
    client.send({ type: "subscribe", symbols: names });
    await client.next((message) => message.type === "error" && message.code === "frame_too_large");
    expect((await client.closed.promise).code).toBe(1009);
    await expectBystanderServed();
  });

  test("is closed for requesting them in hundreds of frames, and got none", async () => {
    const client = await guest().opened();
    for (let at = 0; at < names.length; at += 20) client.send({ type: "subscribe", symbols: names.slice(at, at + 20) });
    expect((await client.closed.promise).code).toBe(1008);
    expect(client.frames.join()).not.toContain("prices");
    await expectBystanderServed();
  });

  test("is refused for requesting them in the URL", async () => {
    const { status, body } = await new Client(stack.origin).get(
      `/api/market/socket?symbols=${names.slice(0, 500).join()}`,
      handshake(),
    );
    expect([status, body.code, body.field]).toEqual([400, "invalid_input", "symbols"]);
  });
});

// The system calls below exist only on Linux.
describe.skipIf(process.platform !== "linux")("a client that never reads", () => {
  test("is disconnected when a limited amount waits for it, and nobody else waits", async () => {
    const port = Number(new URL(stack.origin).port);
    const path = "/api/market/socket?symbols=US500,USTECm,XAUUSDm,BTCUSDm,ETHUSDm";
    // Enough to fill the buffers in seconds, and little enough for a feed that gets a tenth of a core.
    await setPace(stack, 100);
    const from = workerLog.length;
    const deaf = new DeafClient({ port, path, headers: GUEST });
    try {
      const closedFor = (reason: string) => workerLog.slice(from).some((line) => line.includes(`"reason":"${reason}"`));
      while (!closedFor("does not read")) {
        // Neither sends pings; without this check the test would wait for frames of closed sockets.
        if (closedFor("no ping")) throw new Error("the buffers were not filled within a minute");
        await Promise.race([bystander.next(() => true, bystander.frames.length), Bun.sleep(1_000)]);
      }
      const isOver = (bytes: Uint8Array) => Buffer.from(bytes).includes("does not read");
      const waited = await deaf.readToEnd(isOver);
      expect(isOver(waited)).toBe(true);
      // This includes what the kernel buffers on both sides: the hub's own part is 64 KiB.
      expect(waited.length).toBeLessThan(1024 * 1024);
    } finally {
      deaf.leave();
      await letPricesMove(stack, []);
    }
    await expectBystanderServed();
  });
});

describe("a client that opens 200 sockets", () => {
  test("gets no more at one hub than an address may have, and polls; others can connect, and so can it after closing some", async () => {
    // An address without open sockets of an earlier test.
    const address = { "CF-Connecting-IP": "203.0.113.200" };
    const openOne = () => guest("?symbols=US500", { ...address, "Sec-WebSocket-Key": keyTo("hub-0") });
    const oneHub = Array.from({ length: 200 }, openOne);
    const answers = await Promise.all(
      oneHub.map((client) => Promise.race([client.next(() => true).then(() => "served"), client.closed.promise])),
    );
    expect(answers.filter((answer) => answer === "served")).toHaveLength(SOCKETS_PER_ADDRESS_MAX);
    await expectBystanderServed();

    const refused = await new Client(stack.origin).get("/api/market/socket", {
      ...handshake(keyTo("hub-0")),
      ...address,
    });
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    expect((await new Client(stack.origin).get("/api/market/poll?symbols=US500", address)).status).toBe(200);
    const stranger = { "CF-Connecting-IP": "192.0.2.1", "Sec-WebSocket-Key": keyTo("hub-0") };
    await guest("?symbols=US500", stranger).next(() => true);

    for (const client of oneHub) client.close();
    let isIn = false;
    while (!isIn) {
      const again = openOne();
      isIn = await Promise.race([again.next(() => true).then(() => true), again.closed.promise.then(() => false)]);
    }
  });
});

function handshake(key: string = keyTo("hub-0")): Record<string, string> {
  return {
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": key,
  };
}

/** A handshake key that leads to a hub. */
function keyTo(hub: string): string {
  for (;;) {
    const key = btoa(String.fromCharCode(...random(16)));
    if (hubName(key) === hub) return key;
  }
}

/**
 * Sends bytes on a connection of its own once the market has answered there, and waits for a close frame with a code.
 */
function closedAfter(bytes: Uint8Array, code: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(stack.origin).port) });
  const head = Object.entries({ Host: new URL(stack.origin).host, ...handshake(), ...GUEST });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /api/market/socket?symbols=US500 HTTP/1.1\r\n${lines.join("")}\r\n`);
  socket.once("data", () => socket.write(bytes));
  let heard = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => {
    heard = Buffer.concat([heard, data]);
    // A close frame: its opcode, its length, then the code.
    const at = heard.indexOf(Buffer.from([code >> 8, code & 255]));
    if (at >= 2 && heard[at - 2] === 0x88) resolve();
  });
  socket.once("error", reject);
  return promise.finally(() => socket.destroy());
}
