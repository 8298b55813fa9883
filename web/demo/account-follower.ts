import { backOffMs } from "../../worker/contract/back-off.ts";
import type { DemoEvents, DemoSocketMessage, DemoStateAnswer } from "../../worker/contract/demo/demo-messages.ts";
import type { DemoRun } from "../../worker/contract/demo/demo-state.ts";
import type { DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { foldDemoRun } from "../../worker/contract/demo/fold-demo-run.ts";
import { PING, PONG } from "../../worker/contract/market-messages.ts";
import type { TerminalSocketMessage } from "../../worker/contract/terminal/terminal-changes.ts";
import { isOutcomeUnknown } from "../state/api.ts";
import { Heartbeat, type HeartbeatWaits } from "../state/heartbeat.ts";

/** The state of the connection. `lost`: what is shown may be outdated. */
export type DemoLink = "idle" | "loading" | "live" | "lost";

/**
 * Events of one row of the account's log. `isOwn`: this page's command has caused them; null where it may have, as the answer
 * to its last command was lost.
 */
export type DemoNews = { events: readonly DemoEvent[]; isOwn: boolean | null };

/** All waits, in ms. */
export type FollowerWaits = HeartbeatWaits & {
  beatMs: number;
  reconnectMinMs: number;
  reconnectMaxMs: number;
  /** Where sockets are blocked, the account is read this often. */
  pollEveryMs: number;
  /** The connection without followers is closed after this: one page may leave the account to the next. */
  lingerMs: number;
};

type FollowerOptions = {
  /** The private socket's address. */
  url: () => string;
  /** Reads the state, or the events since a version. */
  read: (since: number | null) => Promise<DemoStateAnswer>;
  waits: FollowerWaits;
  onRun: (run: DemoRun) => void;
  /** @param sinceMs since when the link is so, ms of `performance.now()` */
  onLink: (link: DemoLink, sinceMs: number) => void;
  /** Why nothing could be read; null when it could. */
  onFailure: (error: unknown) => void;
  onNews: (news: DemoNews) => void;
  /** The socket has brought drawings or settings, or says how many changes there were. */
  onTerminal: (message: TerminalSocketMessage) => void;
};

/** After this many sockets in a row that did not open, the account is read instead. */
const BLOCKED_AFTER = 3;

/**
 * Follows the demo account of the signed-in person: reads the run once, applies what the private socket sends, and reads
 * what it has missed. Without a socket it reads every few seconds. A hidden page follows nothing.
 */
export class AccountFollower {
  readonly #options: FollowerOptions;
  #followers = 0;
  /** What is known; null before the first answer. */
  #known: { version: number; run: DemoRun | null } | null = null;
  #socket: { socket: WebSocket; heartbeat: Heartbeat } | null = null;
  #isOpen = false;
  /** The newest version that the server has spoken of. */
  #heardVersion = 0;
  /** Reads until everything that was spoken of is known. */
  #reading: Promise<void> | null = null;
  /** Answers to what was asked for an earlier person count for nothing. */
  #person = 0;
  /** Sockets in a row that failed before they opened. */
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;
  /** Commands of this page that were not answered yet. Until then it is not known which events are theirs. */
  #unanswered = 0;
  #untold: { after: number; version: number; events: readonly DemoEvent[] }[] = [];
  readonly #ownVersions = new Set<number>();
  /** Whether the answer to the last command was lost, so that the next events may be its. */
  #isAnswerLost = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    document.addEventListener("visibilitychange", () => this.#sync());
    window.addEventListener("online", () => this.retry());
    // A socket whose network is gone looks open until it has been silent for long.
    window.addEventListener("offline", () => {
      if (this.#socket) this.#onLost();
    });
  }

  /** Follows until the returned function is called. */
  follow(): () => void {
    this.#followers += 1;
    clearTimeout(this.#linger);
    this.#sync();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      this.#linger = setTimeout(() => this.#sync(), this.#options.waits.lingerMs);
    };
  }

  /** Skips the rest of a back-off. */
  retry(): void {
    if (this.#retry !== undefined) this.#connect();
  }

  /** Forgets the account, after another person has signed in or nobody is. */
  forget(): void {
    this.#disconnect();
    this.#known = null;
    this.#heardVersion = 0;
    this.#reading = null;
    this.#person += 1;
    this.#untold = [];
    this.#ownVersions.clear();
    this.#isAnswerLost = false;
    this.#sync();
  }

  /**
   * Carries out a command.
   * @returns when its events are part of the run; what the command's request throws
   */
  async command(send: () => Promise<DemoEvents>): Promise<DemoEvent[]> {
    const person = this.#person;
    this.#unanswered += 1;
    try {
      const answer = await send();
      if (person !== this.#person) return answer.events;
      this.#isAnswerLost = false;
      this.#ownVersions.add(answer.version);
      if (!this.#take(answer)) await this.#catchUp();
      return answer.events;
    } catch (error) {
      this.#isAnswerLost ||= person === this.#person && isOutcomeUnknown(error);
      throw error;
    } finally {
      this.#unanswered -= 1;
      this.#tell();
    }
  }

  /** Brings the connection in line with the followers and the page's visibility. */
  #sync(): void {
    if (this.#followers === 0 || document.hidden) this.#disconnect();
    else if (!this.#socket && this.#retry === undefined) this.#connect();
  }

  #disconnect(): void {
    this.#drop();
    this.#cancelRetry();
    this.#failures = 0;
    this.#setLink("idle");
  }

  #connect(): void {
    this.#cancelRetry();
    if (!this.#isOpen && this.#failures === 0) this.#setLink("loading");
    // At once, because the socket's handshake takes as long as the answer.
    const mustRead = this.#known === null || this.#failures > 0;
    if (mustRead) void this.#catchUp();
    const { waits, url } = this.#options;
    const socket = new WebSocket(url());
    this.#socket = { socket, heartbeat: new Heartbeat(waits, performance.now()) };
    socket.onopen = () => {
      this.#isOpen = true;
      this.#failures = 0;
      // The server counts from it whether the page still listens.
      socket.send(PING);
    };
    socket.onmessage = ({ data }) => this.#hear(String(data));
    socket.onclose = () => this.#onLost();
    this.#beat ??= setInterval(() => this.#onBeat(), waits.beatMs);
  }

  #hear(data: string): void {
    this.#socket?.heartbeat.hear(performance.now());
    if (data === PONG) return;
    // Only our own server can answer on this socket.
    const message = JSON.parse(data) as DemoSocketMessage | TerminalSocketMessage;
    if (message.type === "terminal") this.#options.onTerminal(message);
    if (this.#take(message)) this.#setLink("live");
    else void this.#catchUp();
  }

  /** Applies the events of a version. @returns false when something before them is missing */
  #take(message: DemoEvents): boolean {
    const { version, events } = message;
    this.#heardVersion = Math.max(this.#heardVersion, version);
    const known = this.#known;
    if (known === null) return false;
    if (version === known.version) this.#move(known.run, message);
    if (version <= known.version) return true;
    // Without events, it only says how far the account is: as the first message of a socket does.
    if (version > known.version + 1 || events.length === 0) return false;
    this.#add(known, message);
    return true;
  }

  #add(known: { version: number; run: DemoRun | null }, { version, events, trails }: DemoEvents): void {
    this.#store(version, foldDemoRun(known.run, events, trails));
    this.#untold.push({ after: known.version, version, events });
    this.#tell();
  }

  /** Moves trailing stops of the known version. */
  #move(run: DemoRun | null, { version, trails }: DemoEvents): void {
    if (trails) this.#store(version, foldDemoRun(run, [], trails));
  }

  #store(version: number, run: DemoRun | null): void {
    this.#known = { version, run };
    if (run) this.#options.onRun(run);
  }

  #tell(): void {
    if (this.#unanswered > 0) return;
    const untold = this.#untold;
    this.#untold = [];
    for (const { after, version, events } of untold) {
      const own = [...this.#ownVersions].filter((one) => one > after && one <= version);
      for (const one of own) this.#ownVersions.delete(one);
      const isOwn = own.length > 0;
      this.#options.onNews({ events, isOwn: isOwn || (this.#isAnswerLost ? null : false) });
    }
    if (untold.length > 0) this.#isAnswerLost = false;
  }

  /** Reads what is missing. @returns when it is known, or could not be read */
  #catchUp(): Promise<void> {
    const reading = this.#reading ?? this.#readAll();
    this.#reading = reading;
    return reading;
  }

  async #readAll(): Promise<void> {
    const person = this.#person;
    try {
      do {
        const since = this.#known?.version || null;
        const answer = await this.#options.read(since);
        if (person !== this.#person) return;
        this.#takeAnswer(answer, since);
      } while ((this.#known?.version ?? 0) < this.#heardVersion);
      this.#options.onFailure(null);
      if (this.#isOpen || this.#failures >= BLOCKED_AFTER) this.#setLink("live");
    } catch (error) {
      if (person !== this.#person) return;
      if (this.#known === null) this.#options.onFailure(error);
      this.#setLink("lost");
      this.#onLost();
    } finally {
      if (person === this.#person) this.#reading = null;
    }
  }

  #takeAnswer(answer: DemoStateAnswer, since: number | null): void {
    const known = this.#known;
    if ("state" in answer) {
      if (answer.version >= (known?.version ?? 0)) this.#store(answer.version, answer.state.run);
    } else if (known !== null && known.version === since) {
      if (answer.version > since) this.#add(known, answer);
      else this.#move(known.run, answer);
    }
  }

  #onBeat(): void {
    if (!this.#socket) return;
    const { socket, heartbeat } = this.#socket;
    const action = heartbeat.beat(performance.now());
    if (action === "ping" && this.#isOpen) socket.send(PING);
    // Whatever came after its last frame is not known here.
    if (action === "dead") this.#onLost(heartbeat.heardAtMs);
  }

  #setLink(link: DemoLink, sinceMs = performance.now()): void {
    this.#options.onLink(link, sinceMs);
  }

  #onLost(sinceMs = performance.now()): void {
    if (this.#retry !== undefined || this.#followers === 0) return;
    this.#drop();
    this.#failures += 1;
    const { waits } = this.#options;
    const isPolling = this.#failures > BLOCKED_AFTER;
    if (!isPolling) this.#setLink("lost", sinceMs);
    const { reconnectMinMs: minMs, reconnectMaxMs: maxMs, pollEveryMs } = waits;
    const waitMs = isPolling ? pollEveryMs : backOffMs(this.#failures, { minMs, maxMs, random: Math.random() });
    this.#retry = setTimeout(() => this.#connect(), waitMs);
  }

  #cancelRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  #drop(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#isOpen = false;
    const { socket } = this.#socket ?? {};
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    // Browsers log a warning when a socket is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }
}
