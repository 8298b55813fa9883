import { z } from "zod";
import {
  CLIENT_FRAME_BYTES_MAX,
  type ClientMessage,
  PACES_MS,
  type PaceMs,
  type SocketErrorCode,
} from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, isFeedSymbol } from "../contract/symbols.ts";

const clientMessage: z.ZodType<ClientMessage> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["subscribe", "unsubscribe"]), symbols: z.array(z.string().max(20)).max(20) }),
  z.strictObject({ type: z.literal("pace"), everyMs: z.literal(PACES_MS) }),
]);

/** More frames than this in the window are a flood. */
export const MESSAGES_MAX = 20;
export const MESSAGE_WINDOW_MS = 10_000;

/** All that the hub keeps about one socket; it travels in the socket's attachment, so it survives hibernation. */
export type SocketState = {
  symbols: readonly FeedSymbol[];
  everyMs: PaceMs;
  openedAtMs: number;
  windowAtMs: number;
  /** Frames received since `windowAtMs`. */
  messages: number;
};

export function newSocketState(symbols: readonly FeedSymbol[], nowMs: number): SocketState {
  return { symbols: inFeedOrder(symbols), everyMs: 0, openedAtMs: nowMs, windowAtMs: nowMs, messages: 0 };
}

/** The state with one more frame counted. */
export function countMessage(state: SocketState, nowMs: number): SocketState {
  const isNewWindow = nowMs - state.windowAtMs >= MESSAGE_WINDOW_MS;
  return isNewWindow
    ? { ...state, windowAtMs: nowMs, messages: 1 }
    : { ...state, messages: Math.min(state.messages, MESSAGES_MAX) + 1 };
}

export function isFlood(state: SocketState): boolean {
  return state.messages > MESSAGES_MAX;
}

/** No mistake makes a frame this large: whoever sends one is not waited for to send the next. */
const HUGE_FRAME_BYTES = 64 * 1024;

export function isHuge(frame: string | ArrayBuffer): boolean {
  return (typeof frame === "string" ? frame.length : frame.byteLength) > HUGE_FRAME_BYTES;
}

export type Refusal = { code: SocketErrorCode; message: string };
export type SocketChange =
  | { type: "subscribe" | "unsubscribe"; symbols: FeedSymbol[] }
  | Extract<ClientMessage, { type: "pace" }>;

/** What a client's frame asks for, or why it is refused. */
export function readClientFrame(frame: string | ArrayBuffer): SocketChange | Refusal {
  if (typeof frame !== "string") return { code: "bad_json", message: "Send text frames with JSON" };
  // A huge one is not encoded first: that would take its room once more.
  if (frame.length > CLIENT_FRAME_BYTES_MAX || new TextEncoder().encode(frame).length > CLIENT_FRAME_BYTES_MAX) {
    return { code: "frame_too_large", message: `A frame holds at most ${CLIENT_FRAME_BYTES_MAX} bytes` };
  }
  let body: unknown;
  try {
    body = JSON.parse(frame);
  } catch {
    return { code: "bad_json", message: "This frame is not JSON" };
  }
  const message = clientMessage.safeParse(body);
  if (!message.success) {
    const known = `{"type":"subscribe" or "unsubscribe","symbols":[...]}, or {"type":"pace","everyMs":one of ${PACES_MS}}`;
    return { code: "bad_message", message: `Send ${known}` };
  }
  if (message.data.type === "pace") return message.data;
  const { type, symbols } = message.data;
  const unknown = symbols.find((symbol) => !isFeedSymbol(symbol));
  if (unknown !== undefined) {
    return { code: "unknown_symbol", message: `There is no symbol ${JSON.stringify(unknown)}` };
  }
  return { type, symbols: symbols.filter(isFeedSymbol) };
}

/** The state after the change. */
export function changeSocketState(state: SocketState, change: SocketChange): SocketState {
  if (change.type === "pace") return { ...state, everyMs: change.everyMs };
  const kept = state.symbols.filter((symbol) => !change.symbols.includes(symbol));
  return { ...state, symbols: inFeedOrder(change.type === "subscribe" ? [...kept, ...change.symbols] : kept) };
}

/** One order for equal sets, so that they share a group and a frame. */
function inFeedOrder(symbols: readonly FeedSymbol[]): FeedSymbol[] {
  return FEED_SYMBOL_LIST.filter((symbol) => symbols.includes(symbol));
}
