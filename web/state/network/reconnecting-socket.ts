import { backOffMs } from "../../../worker/contract/back-off.ts";
import { PING, PONG } from "../../../worker/contract/market-messages.ts";
import { Heartbeat, type HeartbeatWaits } from "./heartbeat.ts";

/** All waits, in ms. */
export type ReconnectWaits = HeartbeatWaits &
  Readonly<{
    /** A socket that is not trusted by then is given up. */
    connectTimeoutMs: number;
    reconnectMinMs: number;
    reconnectMaxMs: number;
    /** How often the health of an open socket is checked. */
    beatMs: number;
  }>;

type SocketOptions = {
  /** Begins to open a socket. */
  open: () => WebSocket;
  /** Whether somebody needs it. */
  isWanted: () => boolean;
  waits: ReconnectWaits;
  onOpen: () => void;
  onMessage: (data: unknown) => void;
  /**
   * @param sinceMs since when nothing came, ms of `performance.now()`
   * @param code why it was closed, where the other side closed it
   */
  onLost: (sinceMs: number, code: number | undefined) => void;
  /** It is closed, as nobody needs it or the page is hidden. */
  onIdle: () => void;
  /** The pause before the next socket, in place of the growing one; null for that one. */
  pauseMs?: () => number | null;
  /** @param atMs when the next socket is opened, epoch ms; null when none is waited for */
  onRetry?: (atMs: number | null) => void;
};

/**
 * A socket that is open while it is wanted and the page is visible. It is opened anew after it was lost, with a pause that grows
 * until a socket is trusted, or as soon as the browser is online again. One that answers no ping counts as lost.
 */
export class ReconnectingSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | null = null;
  /** Of an open socket. */
  #heartbeat: Heartbeat | null = null;
  #failures = 0;
  #untrusted: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    document.addEventListener("visibilitychange", () => this.sync());
    window.addEventListener("online", () => this.retryNow());
    // A socket whose network is gone looks open until it has been silent for long.
    window.addEventListener("offline", () => {
      if (this.#socket) this.lose();
    });
  }

  get isOpen(): boolean {
    return this.#heartbeat !== null;
  }

  /** How many sockets in a row were lost before they were trusted. */
  get failures(): number {
    return this.#failures;
  }

  /** Opens or closes it, after a change of what is wanted. */
  sync(): void {
    if (document.hidden || !this.#options.isWanted()) this.close();
    else if (!this.#socket && this.#retry === undefined) this.#connect();
  }

  /** Closes it until the next {@link sync}. */
  close(): void {
    if (!this.#socket && this.#retry === undefined) return;
    this.#drop();
    this.#cancelRetry();
    this.#failures = 0;
    this.#options.onIdle();
  }

  /** Skips the rest of a pause. */
  retryNow(): void {
    if (this.#retry === undefined) return;
    this.#cancelRetry();
    this.sync();
  }

  /** @returns false when it is not open */
  send(text: string): boolean {
    if (this.isOpen) this.#socket?.send(text);
    return this.isOpen;
  }

  /** The socket does what it is for. */
  trust(): void {
    clearTimeout(this.#untrusted);
    this.#failures = 0;
  }

  /** Gives the socket up. @param sinceMs since when nothing came, ms of `performance.now()` */
  lose(sinceMs = performance.now(), code?: number): void {
    if (this.#retry !== undefined) return;
    const { isWanted, onLost, onRetry, pauseMs, waits } = this.#options;
    if (!isWanted()) {
      this.close();
      return;
    }
    this.#drop();
    this.#failures += 1;
    onLost(sinceMs, code);
    const { reconnectMinMs: minMs, reconnectMaxMs: maxMs } = waits;
    const waitMs = pauseMs?.() ?? backOffMs(this.#failures, { minMs, maxMs, random: Math.random() });
    this.#retry = setTimeout(() => this.retryNow(), waitMs);
    onRetry?.(Date.now() + waitMs);
  }

  #connect(): void {
    const { open, onOpen, onMessage, waits } = this.#options;
    const socket = open();
    this.#socket = socket;
    this.#untrusted = setTimeout(() => this.lose(), waits.connectTimeoutMs);
    socket.onopen = () => {
      this.#heartbeat = new Heartbeat(waits, performance.now());
      this.#beat = setInterval(() => this.#onBeat(), waits.beatMs);
      onOpen();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#heartbeat?.hear(performance.now());
      if (data !== PONG) onMessage(data);
    };
    socket.onclose = ({ code }) => this.lose(undefined, code);
  }

  #onBeat(): void {
    const action = this.#heartbeat?.beat(performance.now());
    if (action === "ping") this.send(PING);
    if (action === "dead") this.lose(this.#heartbeat?.heardAtMs);
  }

  #cancelRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#options.onRetry?.(null);
  }

  /** Closes the socket and ignores what it still sends. */
  #drop(): void {
    clearTimeout(this.#untrusted);
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    this.#heartbeat = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // Browsers log a warning when a socket is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }
}
