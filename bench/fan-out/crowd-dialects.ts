import { PING } from "../../worker/contract/market-messages.ts";
import { OFFERED_SYMBOLS } from "./tick-grid.ts";

/** The protocol of a contender: how a client subscribes and reads prices. */
export type CrowdDialect = {
  name: DialectName;
  path: string;
  /** Sent regularly to keep the connection alive. */
  ping?: string;
  /** The JSON message in a frame, or the frame to answer with, or null for neither. */
  read(text: string): { json: string } | { answer: string } | null;
};

/** The names of the protocols. */
export type DialectName = "tonle" | "plain" | "socket.io" | "socket.io-polling";

const MARKET_PATH = `/api/market/socket?symbols=${OFFERED_SYMBOLS.join()}`;
const ENGINE_PATH = "/socket.io/?EIO=4&transport=";
const isJson = (text: string) => text.startsWith("{");

/**
 * Reads an Engine.IO packet that contains a Socket.IO packet.
 * Source: https://socket.io/docs/v4/engine-io-protocol and https://socket.io/docs/v4/socket-io-protocol
 */
function readPacket(text: string): { json: string } | { answer: string } | null {
  if (text.startsWith('42["prices",')) return { json: text.slice('42["prices",'.length, -1) };
  // The answer to "open" joins the main namespace; the answer to a ping is a pong.
  if (text.startsWith("0")) return { answer: "40" };
  return text === "2" ? { answer: "3" } : null;
}

/** The protocols by name. */
export const DIALECTS: Record<DialectName, CrowdDialect> = {
  tonle: { name: "tonle", path: MARKET_PATH, ping: PING, read: (text) => (isJson(text) ? { json: text } : null) },
  plain: { name: "plain", path: MARKET_PATH, read: (text) => (isJson(text) ? { json: text } : null) },
  "socket.io": { name: "socket.io", path: `${ENGINE_PATH}websocket`, read: readPacket },
  "socket.io-polling": { name: "socket.io-polling", path: `${ENGINE_PATH}polling`, read: readPacket },
};
