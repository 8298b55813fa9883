/** Limits on what one client can make a hub store. */

/**
 * The maximum number of sockets of one address at one hub. Whole offices and mobile networks share an address: a client
 * above the limit gets prices by polling, as clients do wherever sockets are blocked.
 */
export const SOCKETS_PER_ADDRESS_MAX = 100;

/**
 * The maximum number of unsent bytes for a client that does not read, beyond what the network buffers. A minute of
 * prices at the feed's full rate is several times as much, so a client that far behind has no use for them: it gets a
 * snapshot when it reconnects.
 */
const UNSENT_BYTES_MAX = 64 * 1024;

/** Returns true if the client does not read what it is sent. */
export function doesNotRead(socket: Pick<WebSocket, "bufferedAmount">): boolean {
  return socket.bufferedAmount > UNSENT_BYTES_MAX;
}
