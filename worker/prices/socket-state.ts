import * as z from "zod";
import {
  CLIENT_FRAME_BYTES_MAX,
  type ClientMessage,
  PACES_MS,
  type PaceMs,
  type SocketErrorCode,
} from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, isFeedSymbol } from "../contract/symbols.ts";
import type { FrameFormat } from "./hub-frames.ts";

const clientMessage: z.ZodType<ClientMessage> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["subscribe", "unsubscribe"]), symbols: z.array(z.string().max(20)).max(20) }),
  z.strictObject({ type: z.literal("pace"), everyMs: z.literal(PACES_MS) }),
]);

/** More frames than this in one window count as a flood. */
export const MESSAGES_MAX = 20;
/** The window in which frames are counted, in ms. */
export const MESSAGE_WINDOW_MS = 10_000;

/** Everything that the hub stores about one socket. It is the socket's attachment, so it survives hibernation. */
export type SocketState = {
  symbols: readonly FeedSymbol[];
  format: FrameFormat;
  everyMs: PaceMs;
  openedAtMs: number;
  windowAtMs: number;
  /** Frames received since `windowAtMs`. */
  messages: number;
};

export function newSocketState(
  { symbols, format }: Pick<SocketState, "symbols" | "format">,
  nowMs: number,
): SocketState {
  return { symbols: inFeedOrder(symbols), format, everyMs: 0, openedAtMs: nowMs, windowAtMs: nowMs, messages: 0 };
}

/** The state with one more frame counted. */
export function countMessage(state: SocketState, nowMs: number): SocketState {
  const isNewWindow = nowMs - state.windowAtMs >= MESSAGE_WINDOW_MS;
  return isNewWindow
    ? { ...state, windowAtMs: nowMs, messages: 1 }
    : { ...state, messages: Math.min(state.messages, MESSAGES_MAX) + 1 };
}

/** Returns true if the socket sent too many frames. */
export function isFlood(state: SocketState): boolean {
  return state.messages > MESSAGES_MAX;
}

/** A larger frame cannot be a mistake, so the socket is closed. */
const HUGE_FRAME_BYTES = 64 * 1024;

/** Returns true for a frame above {@link HUGE_FRAME_BYTES}. */
export function isHuge(frame: string | ArrayBuffer): boolean {
  return (typeof frame === "string" ? frame.length : frame.byteLength) > HUGE_FRAME_BYTES;
}

/** The error that answers an invalid frame. */
export type Refusal = { code: SocketErrorCode; message: string };
/** A valid change of a socket's subscription. */
export type SocketChange =
  | { type: "subscribe" | "unsubscribe"; symbols: FeedSymbol[] }
  | Extract<ClientMessage, { type: "pace" }>;

/** Parses a client's frame; returns the change, or the reason for its refusal. */
export function readClientFrame(frame: string | ArrayBuffer): SocketChange | Refusal {
  if (typeof frame !== "string") return { code: "bad_json", message: "Send text frames with JSON" };
  // The length is checked first, because encoding a huge frame would need the same memory again.
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

/** The state after a change. */
export function changeSocketState(state: SocketState, change: SocketChange): SocketState {
  if (change.type === "pace") return { ...state, everyMs: change.everyMs };
  const kept = state.symbols.filter((symbol) => !change.symbols.includes(symbol));
  return { ...state, symbols: inFeedOrder(change.type === "subscribe" ? [...kept, ...change.symbols] : kept) };
}

/** Sorts equal sets equally, so that they share a group and its frames. */
function inFeedOrder(symbols: readonly FeedSymbol[]): FeedSymbol[] {
  return FEED_SYMBOL_LIST.filter((symbol) => symbols.includes(symbol));
}
