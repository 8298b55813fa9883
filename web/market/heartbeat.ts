const PING_EVERY_MS = 25_000;
/** After this long without a frame the server is asked whether it is there ... */
const SILENT_AFTER_MS = 5_000;
/** ... and given this long to answer. */
const PONG_WITHIN_MS = 5_000;

/** Watches one open socket, which may be dead without anybody having closed it. Times are epoch ms of one clock. */
export class Heartbeat {
  #heardAtMs: number;
  #pingedAtMs: number;

  constructor(nowMs: number) {
    this.#heardAtMs = nowMs;
    this.#pingedAtMs = nowMs;
  }

  /** A frame came. */
  hear(nowMs: number): void {
    this.#heardAtMs = nowMs;
  }

  /** What is to be done now: nothing, ask the server for a sign, or give the socket up. A `ping` counts as sent. */
  beat(nowMs: number): "wait" | "ping" | "dead" {
    const isAnswered = this.#heardAtMs >= this.#pingedAtMs;
    if (!isAnswered) return nowMs - this.#pingedAtMs > PONG_WITHIN_MS ? "dead" : "wait";
    const isDue = nowMs - this.#pingedAtMs >= PING_EVERY_MS || nowMs - this.#heardAtMs >= SILENT_AFTER_MS;
    if (!isDue) return "wait";
    this.#pingedAtMs = nowMs;
    return "ping";
  }
}
