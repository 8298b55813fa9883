import { type CompactFrame, decodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";

/** A frame of the market's socket. */
export type ServerFrame = ({ type: "prices" } & CompactFrame) | { type: "error"; code: string };

/**
 * Parses a frame of the market's socket: prices are compact frames, errors are JSON.
 * @returns null for a pong and for unknown messages
 */
export function readServerFrame(frame: unknown): ServerFrame | null {
  try {
    if (frame instanceof ArrayBuffer) return { type: "prices", ...decodeCompactFrame(new Uint8Array(frame)) };
    return typeof frame === "string" && frame !== PONG ? errorOf(JSON.parse(frame)) : null;
  } catch {
    return null;
  }
}

function errorOf(message: Partial<Extract<ServerMessage, { type: "error" }>> | null): ServerFrame | null {
  return message?.type === "error" && typeof message.code === "string" ? { type: "error", code: message.code } : null;
}
