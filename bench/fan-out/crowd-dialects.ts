import { PING } from "../../worker/contract/market-messages.ts";
import { OFFERED_SYMBOLS } from "./tick-grid.ts";

/** How a client asks for prices and finds them in what it is sent. */
export type CrowdDialect = {
  name: DialectName;
  path: string;
  /** Sent now and then, so that the server knows somebody is there. */
  ping?: string;
  /** The message that a text carries as JSON, or null; or what to answer with. */
  read(text: string): { json: string } | { answer: string } | null;
};

export type DialectName = "tonle" | "plain" | "socket.io" | "socket.io-polling";

const MARKET_PATH = `/api/market/socket?symbols=${OFFERED_SYMBOLS.join()}`;
const ENGINE_PATH = "/socket.io/?EIO=4&transport=";
const isJson = (text: string) => text.startsWith("{");

/**
 * Engine.IO's packets around Socket.IO's.
 * Source: https://socket.io/docs/v4/engine-io-protocol and https://socket.io/docs/v4/socket-io-protocol
 */
function readPacket(text: string): { json: string } | { answer: string } | null {
  if (text.startsWith('42["prices",')) return { json: text.slice('42["prices",'.length, -1) };
  // Its "open" is answered with the wish for the main namespace, its ping with a pong.
  if (text.startsWith("0")) return { answer: "40" };
  return text === "2" ? { answer: "3" } : null;
}

export const DIALECTS: Record<DialectName, CrowdDialect> = {
  tonle: { name: "tonle", path: MARKET_PATH, ping: PING, read: (text) => (isJson(text) ? { json: text } : null) },
  plain: { name: "plain", path: MARKET_PATH, read: (text) => (isJson(text) ? { json: text } : null) },
  "socket.io": { name: "socket.io", path: `${ENGINE_PATH}websocket`, read: readPacket },
  "socket.io-polling": { name: "socket.io-polling", path: `${ENGINE_PATH}polling`, read: readPacket },
};
