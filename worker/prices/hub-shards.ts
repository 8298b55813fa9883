/** How many hubs share the clients. It can be changed: clients find their hub again when they reconnect. */
const HUB_SHARDS = 4;

/**
 * The name of the hub that serves a connection.
 * @param connection a text that is unique to the connection and does not change
 */
export function hubName(connection: string): string {
  let hash = 0;
  for (const char of connection) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return `hub-${hash % HUB_SHARDS}`;
}

/** The feed class has a single object, because the source allows one connection per key. */
export const PRICE_FEED_NAME = "feed";
