import type { AccountChannelMessage, AccountTopic } from "../contract/account-channel.ts";
import type { DemoEvents, DemoSocketMessage } from "../contract/demo/demo-messages.ts";
import { PING, PONG } from "../contract/market-messages.ts";
import type { TerminalSocketMessage } from "../contract/terminal/terminal-changes.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { logEvent } from "../platform/log.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { doesNotRead } from "../prices/socket-limits.ts";

/** The attachment of a socket, kept while the object sleeps. Times are epoch ms. */
type SocketState = {
  owner: string;
  sessionId: string;
  openedAtMs: number;
  /** When to ask at the latest whether the session is still valid. */
  checkAtMs: number;
  /** The newest change of the account that it was told of; null until it has been greeted with it. */
  number: number | null;
};

/** A message of an account's private sockets. One about the account itself says nothing to a page that does not know its type. */
type AccountMessage = DemoSocketMessage | TerminalSocketMessage | (AccountChannelMessage & DemoEvents);

/** What sockets depend on, as the database has it. */
export type ListeningFacts = {
  /** The sessions with which the person may listen, by id, and when each ends if nothing else happens, epoch ms. */
  sessions: ReadonlyMap<string, number>;
  /** What has changed in the account, in the order of its numbers: at most one a topic. */
  changes: readonly { number: number; topic: AccountTopic }[];
};

/** Every tab of ten sessions on a desk with many screens. */
const SOCKETS_PER_ACCOUNT_MAX = 30;
/** The code that ends a session tells the object; this finds what it could not tell. */
const CHECK_EVERY_MS = MINUTE_MS;
/** The client pings every 25 s; a socket that missed two has no client any more. */
const PING_MISSING_MS = MINUTE_MS;
/** A socket whose session cannot be checked for this long is closed as if it had ended. */
const CHECK_PATIENCE_MS = 3_000;

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** The private sockets of one account. They hibernate: what is known about each is in its attachment. */
export class AccountSockets {
  readonly #ctx: DurableObjectState;
  readonly #read: (owner: string) => Promise<ListeningFacts>;
  readonly #demoVersion: () => number;
  /** Ends with the check that is under way. */
  #checking: Promise<void> = Promise.resolve();
  /** The check after it; null when nobody has asked for one. */
  #nextCheck: Promise<void> | null = null;

  /** @param given.read asks the database, and throws when it cannot say */
  constructor(
    ctx: DurableObjectState,
    given: { read: (owner: string) => Promise<ListeningFacts>; demoVersion: () => number },
  ) {
    this.#ctx = ctx;
    this.#read = given.read;
    this.#demoVersion = given.demoVersion;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /**
   * Accepts a socket of a session that was valid a moment ago. {@link AccountSockets.check} must follow: whoever ended
   * the session in between did not find this socket. It also greets the socket with the number of the account's newest change: what
   * is committed before that reading is in the number, and what is committed after it is told, since the socket is here by then.
   * @param given.greeting its first frames
   * @returns the client's end; null when the account has too many
   */
  accept(given: { owner: string; sessionId: string; greeting: readonly AccountMessage[] }): WebSocket | null {
    // A closed socket still counts until its client has released it, because it still uses memory.
    if (this.#ctx.getWebSockets().length >= SOCKETS_PER_ACCOUNT_MAX) return null;
    const { 0: client, 1: socket } = new WebSocketPair();
    this.#ctx.acceptWebSocket(socket);
    const nowMs = Date.now();
    const { owner, sessionId, greeting } = given;
    writeState(socket, { owner, sessionId, openedAtMs: nowMs, checkAtMs: nowMs, number: null });
    for (const message of greeting) this.#send(socket, message);
    return client;
  }

  /** Sends to every tab. */
  broadcast(message: AccountMessage): void {
    for (const socket of this.#open()) this.#send(socket, message);
  }

  /** Nobody sends anything here but pings, which do not wake the object. */
  refuseMessage(socket: WebSocket): void {
    close(socket, POLICY_VIOLATION, "this socket takes no messages");
  }

  /** When {@link AccountSockets.check} is due; null without sockets. */
  nextCheckMs(): number | null {
    const times = this.#open().map((socket) => stateOf(socket).checkAtMs);
    return times.length === 0 ? null : Math.min(...times);
  }

  /**
   * Closes the sockets whose client is gone and those whose session has ended, or of which nobody can say, and tells the others what
   * has changed in the account since they were told. Checks follow one another, so that no socket hears of an earlier state after a
   * later one; all that ask for one while another is under way share the next.
   */
  check(): Promise<void> {
    const begin = () => {
      this.#nextCheck = null;
      this.#checking = this.#check();
      return this.#checking;
    };
    this.#nextCheck ??= this.#checking.then(begin, begin);
    return this.#nextCheck;
  }

  async #check(): Promise<void> {
    for (const socket of this.#open()) {
      if (Date.now() - this.#heardAtMs(socket) > PING_MISSING_MS) close(socket, GOING_AWAY, "no ping");
    }
    // Sockets that are opened meanwhile are checked after they were accepted: the answer may be older than their session.
    const checked = this.#open();
    const [first] = checked;
    if (!first) return;
    const facts = await this.#facts(stateOf(first).owner);
    const nowMs = Date.now();
    for (const socket of checked) {
      const state = stateOf(socket);
      const endsAtMs = facts?.sessions.get(state.sessionId) ?? 0;
      if (!facts) close(socket, TRY_AGAIN_LATER, "the session could not be checked");
      else if (endsAtMs <= nowMs) close(socket, POLICY_VIOLATION, "the session has ended");
      else {
        const number = this.#tell(socket, state.number, facts.changes);
        writeState(socket, { ...state, checkAtMs: Math.min(nowMs + CHECK_EVERY_MS, endsAtMs), number });
      }
    }
  }

  /**
   * Sends what has changed since a socket was told, in one frame; nothing when nothing has.
   * @param told the number that the socket was told; null greets it
   * @returns the number that it is told then
   */
  #tell(socket: WebSocket, told: number | null, changes: ListeningFacts["changes"]): number {
    const newest = changes.at(-1)?.number ?? 0;
    if (newest === told) return told;
    // The numbers of a restored database may begin again: then the client must take everything as changed.
    const isGreeted = told !== null && told < newest;
    const news = isGreeted ? changes.filter(({ number }) => number > told) : [];
    this.#send(socket, { type: "account", version: this.#demoVersion(), events: [], number: newest, changes: news });
    return newest;
  }

  /** Closes all. */
  closeAll(): void {
    for (const socket of this.#open()) close(socket, POLICY_VIOLATION, "the account was closed");
  }

  /** Null when the database does not say in time. */
  async #facts(owner: string): Promise<ListeningFacts | null> {
    try {
      return await withTimeLimit(this.#read(owner), CHECK_PATIENCE_MS);
    } catch (error) {
      logEvent("demo_sessions_unknown", { name: error instanceof Error ? error.name : "" });
      return null;
    }
  }

  #open(): WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  #heardAtMs(socket: WebSocket): number {
    return this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? stateOf(socket).openedAtMs;
  }

  #send(socket: WebSocket, message: AccountMessage): void {
    if (doesNotRead(socket)) {
      close(socket, POLICY_VIOLATION, "does not read");
      return;
    }
    try {
      socket.send(JSON.stringify(message));
    } catch {
      // A closing socket refuses the frame.
    }
  }
}

function close(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.close(code, reason);
  logEvent("demo_socket_closed", { code, reason });
}

/** The attachment is written when the socket is accepted, before any other event. */
function stateOf(socket: WebSocket): SocketState {
  return socket.deserializeAttachment() as SocketState;
}

function writeState(socket: WebSocket, state: SocketState): void {
  socket.serializeAttachment(state);
}
