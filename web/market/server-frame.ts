import { PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";
import { isFeedSymbol } from "../../worker/contract/symbols.ts";

/**
 * Parses a frame of the market's socket.
 * @returns null for a pong and for unknown messages
 */
export function readServerFrame(frame: unknown): ServerMessage | null {
  if (typeof frame !== "string" || frame === PONG) return null;
  let message: unknown;
  try {
    message = JSON.parse(frame);
  } catch {
    return null;
  }
  return isServerMessage(message) ? message : null;
}

function isServerMessage(message: unknown): message is ServerMessage {
  if (!isObject(message) || !Number.isFinite(message.seq) || !Number.isFinite(message.now)) return false;
  if (message.type === "market-data") return isObject(message.prices) && Object.values(message.prices).every(isQuote);
  if (message.type === "price_update") {
    return typeof message.symbol === "string" && isFeedSymbol(message.symbol) && isPriceAt(message);
  }
  return message.type === "error" && typeof message.code === "string";
}

function isQuote(quote: unknown): boolean {
  return isObject(quote) && isPriceAt(quote) && Number.isFinite(quote.dayOpen);
}

function isPriceAt({ price, at }: Record<string, unknown>): boolean {
  return Number.isFinite(price) && Number.isFinite(at);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
