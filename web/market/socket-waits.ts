import { SOCKET } from "../../worker/contract/limits.ts";

/** All the waiting that the market's connection does, in ms. */
export type SocketWaits = Readonly<Record<keyof typeof SOCKET_WAITS, number>>;

export const SOCKET_WAITS = {
  /** A socket that has brought no price by then is given up. */
  connectTimeoutMs: SOCKET.connectTimeoutMs,
  reconnectMinMs: SOCKET.reconnectMinMs,
  reconnectMaxMs: SOCKET.reconnectMaxMs,
  /** How often the socket's health is looked at, and the clock moves while no price does. */
  beatMs: 1_000,
  /** The server closes sockets that do not ping for a minute. */
  pingEveryMs: 25_000,
  /** After this long without a frame the server is asked whether it is there ... */
  silentAfterMs: 5_000,
  /** ... and given this long to answer. */
  pongWithinMs: 5_000,
  /** What one page drops and the next takes up at once is not worth a frame ... */
  settleMs: 50,
  /** ... and still less a connection. */
  lingerMs: 5_000,
  /** However slow a page is, it shows a price after this long. */
  showWithinMs: 1_000,
  /** So long a pace that the server was asked for stays, at least. */
  askPaceEveryMs: 2_000,
  /** Between two polls that were answered. */
  pollPauseMs: 1_000,
  /** How often polling looks whether sockets get through by now. */
  retrySocketEveryMs: 60_000,
};
