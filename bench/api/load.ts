import { answerOrders } from "../fan-out/helper-process.ts";
import { HttpConnection } from "./http-connection.ts";

/**
 * The process that sends the load. It speaks HTTP over sockets of its own, because a complete client would use more of
 * the machine than the measured server.
 */

/** A window of load: with `perSecond` requests are sent at their time, without it one after another on each connection. */
export type LoadOrder = {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  perSecond?: number;
};
/**
 * The result of a window. @property agesMs from when each request was sent, or was due when no connection was free then,
 * until its response, sorted
 */
export type LoadAnswer = { requests: number; errors: number; seconds: number; agesMs: number[] };

if (import.meta.main) answerOrders<LoadOrder, LoadAnswer>(sendLoad);

async function sendLoad(order: LoadOrder): Promise<LoadAnswer> {
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => HttpConnection.open(order.port)),
  );
  const lines = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${order.path} HTTP/1.1\r\nHost: localhost:${order.port}\r\n${lines.join("")}\r\n`;
  const agesMs: number[] = [];
  let errors = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + order.seconds * 1000;
  const send = async (connection: HttpConnection, dueAt: number) => {
    const { status } = await connection.send(request);
    if (status !== 200) errors += 1;
    agesMs.push(performance.now() - dueAt);
  };
  if (order.perSecond === undefined) {
    const loop = async (connection: HttpConnection) => {
      while (performance.now() < endsAt) await send(connection, performance.now());
    };
    await Promise.all(connections.map(loop));
  } else {
    await sendAtRate(connections, { startedAt, perSecond: order.perSecond, seconds: order.seconds }, send);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  return { requests: agesMs.length, errors, seconds, agesMs: agesMs.sort((a, b) => a - b) };
}

/** Sends each request when it is due, on a free connection; when none is free it waits, and its age grows. */
async function sendAtRate(
  connections: HttpConnection[],
  rate: { startedAt: number; perSecond: number; seconds: number },
  send: (connection: HttpConnection, dueAt: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const count = rate.perSecond * rate.seconds;
  const loop = async (connection: HttpConnection) => {
    while (next < count) {
      const dueAt = rate.startedAt + (next++ * 1000) / rate.perSecond;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await Bun.sleep(waitMs);
      // The timer of this process is up to a millisecond early or late, which is no time of the server.
      await send(connection, waitMs > 0 ? performance.now() : dueAt);
    }
  };
  await Promise.all(connections.map(loop));
}
