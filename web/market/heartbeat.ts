import type { SocketWaits } from "./socket-waits.ts";

type HeartbeatWaits = Pick<SocketWaits, "pingEveryMs" | "silentAfterMs" | "pongWithinMs">;

/** Watches one open socket, which may be dead without anybody having closed it. Times are epoch ms of one clock. */
export class Heartbeat {
  readonly #waits: HeartbeatWaits;
  #heardAtMs: number;
  #pingedAtMs: number;

  constructor(waits: HeartbeatWaits, nowMs: number) {
    this.#waits = waits;
    this.#heardAtMs = nowMs;
    this.#pingedAtMs = nowMs;
  }

  /** A frame came. */
  hear(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** What is to be done now: nothing, ask the server for a sign, or give the socket up. A `ping` counts as sent. */
  beat(nowMs: number): "wait" | "ping" | "dead" {
    const { pingEveryMs, silentAfterMs, pongWithinMs } = this.#waits;
    const isAnswered = this.#heardAtMs >= this.#pingedAtMs;
    if (!isAnswered) return nowMs - this.#pingedAtMs > pongWithinMs ? "dead" : "wait";
    const isDue = nowMs - this.#pingedAtMs >= pingEveryMs || nowMs - this.#heardAtMs >= silentAfterMs;
    if (!isDue) return "wait";
    this.#pingedAtMs = nowMs;
    return "ping";
  }
}
