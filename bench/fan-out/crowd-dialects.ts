import { COMPACT_PROTOCOL } from "../../worker/contract/compact-frame.ts";
import { PING, PONG } from "../../worker/contract/market-messages.ts";
import { type ClientTick, readCompactTicks, readTicks } from "./read-ticks.ts";
import { OFFERED_SYMBOLS } from "./tick-grid.ts";

/** The protocol of a contender: how a client subscribes and reads prices. */
export type CrowdDialect = {
  name: DialectName;
  path: string;
  /** The subprotocol that the handshake requests. */
  protocol?: string;
  /** Sent regularly to keep the connection alive. */
  ping?: string;
  /** The ticks of a frame, or the frame to answer with, or null for neither. Binary frames come as Latin-1. */
  read(text: string): { ticks: readonly ClientTick[] } | { answer: string } | null;
};

/** The names of the protocols. */
export type DialectName = "tonle" | "tonle-json" | "plain" | "socket.io" | "socket.io-polling";

const MARKET_PATH = `/api/market/socket?symbols=${OFFERED_SYMBOLS.join()}`;
const ENGINE_PATH = "/socket.io/?EIO=4&transport=";
const isJson = (text: string) => text.startsWith("{");

/**
 * Reads an Engine.IO packet that contains a Socket.IO packet.
 * Source: https://socket.io/docs/v4/engine-io-protocol and https://socket.io/docs/v4/socket-io-protocol
 */
function readPacket(text: string): ReturnType<CrowdDialect["read"]> {
  if (text.startsWith('42["prices",')) return { ticks: readTicks(text.slice('42["prices",'.length, -1)) };
  // The answer to "open" joins the main namespace; the answer to a ping is a pong.
  if (text.startsWith("0")) return { answer: "40" };
  return text === "2" ? { answer: "3" } : null;
}

const readJson: CrowdDialect["read"] = (text) => (isJson(text) ? { ticks: readTicks(text) } : null);
const readCompact: CrowdDialect["read"] = (text) =>
  // A pong, or an error.
  text === PONG || isJson(text) ? null : { ticks: readCompactTicks(text) };

/** The protocols by name. */
export const DIALECTS: Record<DialectName, CrowdDialect> = {
  tonle: { name: "tonle", path: MARKET_PATH, protocol: COMPACT_PROTOCOL, ping: PING, read: readCompact },
  "tonle-json": { name: "tonle-json", path: MARKET_PATH, ping: PING, read: readJson },
  plain: { name: "plain", path: MARKET_PATH, read: readJson },
  "socket.io": { name: "socket.io", path: `${ENGINE_PATH}websocket`, read: readPacket },
  "socket.io-polling": { name: "socket.io-polling", path: `${ENGINE_PATH}polling`, read: readPacket },
};
