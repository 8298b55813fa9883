/** What one client can make a hub hold. */

/**
 * Sockets of one address at one hub. Whole offices and mobile networks share an address: whoever finds no place here
 * gets prices by polling, as clients do wherever sockets do not get through.
 */
export const SOCKETS_PER_ADDRESS_MAX = 100;

/**
 * What may wait for a client that does not read, beyond what the network itself buffers. A minute of prices at the feed's
 * full pace takes several times as much, so a client that far behind has no use for them: it gets a snapshot when it
 * comes back.
 */
const UNSENT_BYTES_MAX = 64 * 1024;

export function doesNotRead(socket: Pick<WebSocket, "bufferedAmount">): boolean {
  return socket.bufferedAmount > UNSENT_BYTES_MAX;
}
