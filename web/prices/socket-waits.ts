import { SOCKET } from "../../worker/contract/limits.ts";

/** All timeouts and intervals of the market's connection, in ms. */
export type SocketWaits = Readonly<Record<keyof typeof SOCKET_WAITS, number>>;

/** The values in production. Source for the connect and reconnect times: the contract's `SOCKET`. */
export const SOCKET_WAITS = {
  /** A socket without a price by then is given up. */
  connectTimeoutMs: SOCKET.connectTimeoutMs,
  reconnectMinMs: SOCKET.reconnectMinMs,
  reconnectMaxMs: SOCKET.reconnectMaxMs,
  /** How often the socket's health is checked, and how often the clock advances while no price does. */
  beatMs: 1_000,
  /** The server closes sockets that have not sent a ping for a minute. */
  pingEveryMs: 25_000,
  /** A ping is sent after this long without a frame. */
  silentAfterMs: 5_000,
  /** The socket is given up after this long without an answer to a ping. */
  pongWithinMs: 5_000,
  /** Delay before subscriptions are sent: one page may drop symbols that the next one subscribes to again. */
  settleMs: 50,
  /** Delay before the connection without subscribers is closed, for the same reason. */
  lingerMs: 5_000,
  /** The shortest time between two pace requests. */
  askPaceEveryMs: 2_000,
  /** The pause between two answered polls. */
  pollPauseMs: 1_000,
  /** How often polling tries to open a socket again. */
  retrySocketEveryMs: 60_000,
};
