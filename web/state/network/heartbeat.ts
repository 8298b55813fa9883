/** When a socket is asked whether it lives, ms: each `pingEveryMs`, and after `silentAfterMs` without a frame. */
export type HeartbeatWaits = { pingEveryMs: number; silentAfterMs: number; pongWithinMs: number };

/** Detects a dead socket that was never closed. Times are ms of `performance.now()`. */
export class Heartbeat {
  readonly #waits: HeartbeatWaits;
  #heardAtMs: number;
  #pingedAtMs: number;

  constructor(waits: HeartbeatWaits, nowMs: number) {
    this.#waits = waits;
    this.#heardAtMs = nowMs;
    this.#pingedAtMs = nowMs;
  }

  /** When the last frame arrived; before the first, when the socket began. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** A frame arrived. */
  hear(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** The action that is due: none, send a ping, or give the socket up. Returning `ping` counts it as sent. */
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
