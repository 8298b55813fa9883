import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AccountChannelMessage } from "../../worker/contract/account-channel.ts";
import { demoEventLine } from "../../worker/contract/demo/demo-event-line.ts";
import type { DemoSocketMessage } from "../../worker/contract/demo/demo-messages.ts";
import { type DemoState, initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type { DemoInput, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { PING, PONG } from "../../worker/contract/market-messages.ts";
import type { TerminalSocketMessage } from "../../worker/contract/terminal/terminal-changes.ts";
import type { Stack } from "../stack.ts";
import type { Client, Reply } from "./test-client.ts";
import { waitUntil } from "./wait-until.ts";

/** Sends a demo command under a key; a new one unless it is given. */
export function demoCommand(trader: Client, body: object, key: string = crypto.randomUUID()): Promise<Reply> {
  return trader.post("/api/demo/commands", body, { "Idempotency-Key": key });
}

/** A market order of run 1 for 0.1 BTC, with changes. */
export function marketOrder(changes: object = {}): object {
  return { type: "place", run: 1, symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1, ...changes };
}

/** A buy limit order of run 1 that rests far below the market, with changes. */
export function restingOrder(changes: object = {}): object {
  return marketOrder({ orderType: "limit", price: 100, ...changes });
}

/** A private socket of a trader's demo account, and what it has received. */
export type DemoSocket = {
  messages: DemoSocketMessage[];
  /** Those of drawings and settings. */
  terminal: TerminalSocketMessage[];
  /** Those of what has changed in the account; the first is its greeting, which comes after the other two. */
  account: AccountChannelMessage[];
  closed: Promise<{ code: number; reason: string }>;
  send(text: string): void;
  close(): void;
};

/** Opens the private socket and waits for its first frame. @throws Error when the handshake is refused */
export async function openDemoSocket(
  stack: Stack,
  trader: Client,
  headers: Record<string, string> = {},
): Promise<DemoSocket> {
  const Cookie = [...trader.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = `${stack.origin.replace("http", "ws")}/api/demo/socket`;
  // Bun's WebSocket accepts headers; the browser types do not include them.
  const socket = new WebSocket(url, { headers: { Cookie, ...headers } } as unknown as string[]);
  const messages: DemoSocketMessage[] = [];
  const terminal: TerminalSocketMessage[] = [];
  const account: AccountChannelMessage[] = [];
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  const opened = Promise.withResolvers<void>();
  // As a page does. To a client that never sends anything, workerd shuts its side half a minute after the last frame.
  socket.addEventListener("open", () => socket.send(PING));
  socket.addEventListener("message", ({ data }) => {
    if (data === PONG) return;
    const message: DemoSocketMessage | TerminalSocketMessage | AccountChannelMessage = JSON.parse(data);
    if (message.type === "demo") messages.push(message);
    else if (message.type === "terminal") terminal.push(message);
    else account.push(message);
    opened.resolve();
  });
  socket.addEventListener("close", ({ code, reason }) => {
    closed.resolve({ code, reason });
    opened.reject(new Error(`the handshake was refused: ${code} ${reason}`));
  });
  await opened.promise;
  const send = (text: string) => socket.send(text);
  return { messages, terminal, account, closed: closed.promise, send, close: () => socket.close() };
}

/** The same, once it has been greeted with the newest change of the account. */
export async function openAccountChannel(stack: Stack, trader: Client): Promise<DemoSocket> {
  const socket = await openDemoSocket(stack, trader);
  await waitUntil("the socket is greeted", () => socket.account.length > 0);
  return socket;
}

/** Reads from the stack's files whose demo accounts are stored. Only for a stack that runs on workerd alone. */
export function storedDemoOwners(stack: Pick<Stack, "dataDir">): string[] {
  const dir = join(stack.dataDir, "workerd/objects/DemoAccount");
  const files = readdirSync(dir).filter((file) => file.endsWith(".sqlite"));
  return files.flatMap((file) => {
    const database = new Database(join(dir, file), { readonly: true });
    try {
      const tables = database.query("SELECT 1 FROM sqlite_master WHERE name = 'demo_state'").all();
      if (tables.length === 0) return [];
      return database
        .query<{ owner: string }, []>("SELECT owner FROM demo_state")
        .all()
        .map(({ owner }) => owner);
    } finally {
      database.close();
    }
  });
}

/**
 * Downloads the log of a trader's demo account and replays it through the engine.
 * @throws Error where the log has other events than the engine, or a row is missing
 */
export async function replayedDemo(trader: Client): Promise<{ version: number; state: DemoState }> {
  const { demoLog } = (await trader.get("/api/user/export")).body as {
    demoLog: { number: number; input: string; events: string }[];
  };
  let state = initialDemoState();
  for (const [i, { number, input, events }] of demoLog.entries()) {
    const step = stepDemo(state, JSON.parse(input) as DemoInput);
    const isSame = number === i + 1 && step.events.map(demoEventLine).join("\n") === events;
    if (!isSame) throw new Error(`row ${number} of the log is not what the engine gives`);
    state = step.state;
  }
  return { version: demoLog.length, state };
}

/** The events, as lines, of an engine that is given every quote of the tape, and the commands of a log between them. */
export function linesOfEveryQuote(rows: Iterable<{ input: string }>, quotes: readonly MarketQuote[]): string[] {
  let state = initialDemoState();
  const lines: string[] = [];
  const give = (input: DemoInput) => {
    const step = stepDemo(state, input);
    state = step.state;
    lines.push(...step.events.map(demoEventLine));
  };
  const waiting = quotes.values();
  let next = waiting.next();
  for (const { input: text } of rows) {
    // Written by the account.
    const input = JSON.parse(text) as DemoInput;
    if (input.type !== "command") continue;
    for (; !next.done && next.value.seq <= input.seq; next = waiting.next()) {
      give({ type: "quote", quote: next.value, context: [] });
    }
    give(input);
  }
  return lines;
}
