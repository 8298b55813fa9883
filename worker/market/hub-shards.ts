/** How many hubs share the clients. More is a change of this number: clients find their hub anew on reconnect. */
const HUB_SHARDS = 4;

/**
 * The hub that serves a connection.
 * @param connection anything that is its own and stays the same while it lasts
 */
export function hubName(connection: string): string {
  let hash = 0;
  for (const char of connection) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return `hub-${hash % HUB_SHARDS}`;
}

/** The one object of the feed's class, since the source allows one connection a key. */
export const PRICE_FEED_NAME = "feed";
