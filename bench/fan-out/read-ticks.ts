import { decodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import type { ServerMessage } from "../../worker/contract/market-messages.ts";
import { OFFERED_SYMBOLS } from "./tick-grid.ts";

/** A tick as a client receives it; `at` is epoch ms. */
export type ClientTick = { symbolIndex: number; at: number };

const SYMBOL_INDEX: ReadonlyMap<string, number> = new Map(OFFERED_SYMBOLS.map((symbol, index) => [symbol, index]));
const KNOWN_MAX = 64;
const known = new Map<string, ClientTick[]>();

/** The ticks in a message, cached because thousands of clients receive the same text. */
export function readTicks(json: string): readonly ClientTick[] {
  // The servers' own tests cover the format of their messages.
  return cached(json, () => ticksOf(JSON.parse(json) as ServerMessage));
}

/** The ticks in a compact frame, cached likewise. @param latin1 its bytes as text */
export function readCompactTicks(latin1: string): readonly ClientTick[] {
  return cached(latin1, () => {
    const { quotes } = decodeCompactFrame(Buffer.from(latin1, "latin1"));
    return inOrder(Object.entries(quotes).flatMap(([symbol, quote]) => (quote ? [[symbol, quote.at]] : [])));
  });
}

function cached(frame: string, read: () => ClientTick[]): readonly ClientTick[] {
  const before = known.get(frame);
  if (before) return before;
  const ticks = read();
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(frame, ticks);
  return ticks;
}

function ticksOf(message: ServerMessage): ClientTick[] {
  if (message.type === "error") throw new Error(`the server refused a client: ${message.code}`);
  const times: [string, number][] =
    message.type === "price_update"
      ? [[message.symbol, message.at]]
      : Object.entries(message.prices).flatMap(([symbol, quote]) => (quote ? [[symbol, quote.at]] : []));
  return inOrder(times);
}

function inOrder(times: readonly [symbol: string, at: number][]): ClientTick[] {
  return times.flatMap(([symbol, at]) => {
    const symbolIndex = SYMBOL_INDEX.get(symbol);
    return symbolIndex === undefined ? [] : [{ symbolIndex, at }];
  });
}
