import type { AccountChannelMessage } from "../../../worker/contract/account-channel.ts";
import type { DemoSocketMessage } from "../../../worker/contract/demo/demo-messages.ts";
import { PING } from "../../../worker/contract/market-messages.ts";
import type { TerminalSocketMessage } from "../../../worker/contract/terminal/terminal-changes.ts";
import { ReconnectingSocket, type ReconnectWaits } from "./reconnecting-socket.ts";

/** A frame of the private socket: about the demo account, about drawings and settings, or about the account itself. */
export type AccountMessage = DemoSocketMessage | TerminalSocketMessage | AccountChannelMessage;

/** `idle`: this page does not listen. `trying`: a socket is being opened. */
export type AccountLink = "idle" | "trying" | "open" | "lost";

export type AccountListener = {
  /** @param sinceMs since when a lost socket has brought nothing, ms of `performance.now()` */
  onLink?: (link: AccountLink, sinceMs: number) => void;
  onMessage?: (message: AccountMessage) => void;
  /** The server has ended the session with which the socket was opened. */
  onSessionEnd?: () => void;
};

/** All waits, in ms. */
export type AccountSocketWaits = ReconnectWaits & {
  /** Where sockets are blocked, one is tried this often. */
  blockedEveryMs: number;
  /** The socket without followers is closed after this: one page may leave it to the next. */
  lingerMs: number;
  /** How often the tab that has the socket says so, and after which silence another one takes it over. */
  sayEveryMs: number;
  takeOverAfterMs: number;
};

type AccountSocketOptions = {
  open: () => WebSocket;
  /** Whose socket it is; null while nobody is signed in. */
  owner: () => string | null;
  /** Missing where the browser has none, and then each tab has a socket of its own. */
  locks: Pick<LockManager, "request"> | undefined;
  waits: AccountSocketWaits;
};

/** What the tab that has the socket tells the others: its state, and messages. */
type Told = { link: AccountLink; failures: number; silentMs: number; isEnded: boolean; messages: AccountMessage[] };
/** What another tab asks of it: to say where it is, to try again at once, or to give its socket up. */
type Asked = "where" | "retry" | "lose";

/** After this many sockets in a row that did not open, sockets are taken as blocked. */
export const BLOCKED_AFTER = 3;
/** The server closes sockets so whose session has ended. */
const POLICY_VIOLATION = 1008;

/**
 * The private socket of the signed-in person, one for all visible tabs of the browser. The tab that holds the person's lock has
 * it, and passes on what it brings; the lock goes to another one when the tab is closed, hidden, frozen or has crashed, and is
 * taken from it when it says nothing. Lock and messages are named by the person, so that no other one's tab hears them.
 */
export class AccountSocket {
  readonly #options: AccountSocketOptions;
  readonly #listeners = new Set<AccountListener>();
  readonly #socket: ReconnectingSocket;
  #followers = 0;
  #linger: ReturnType<typeof setTimeout> | undefined;
  /** For whom this tab listens; null while it does not. */
  #owner: string | null = null;
  #channel: BroadcastChannel | null = null;
  /** Gives back the lock, or no longer waits for it. */
  #release: (() => void) | null = null;
  #hasSocket = false;
  #link: AccountLink = "idle";
  #failures = 0;
  /** The last message of each type without what it brought: for a tab that begins to listen. */
  readonly #positions = new Map<AccountMessage["type"], AccountMessage>();
  #say: ReturnType<typeof setInterval> | undefined;
  #takeOver: ReturnType<typeof setTimeout> | undefined;
  #takeLock = () => {};

  constructor(options: AccountSocketOptions) {
    this.#options = options;
    const { open, waits } = options;
    this.#socket = new ReconnectingSocket({
      open: () => {
        this.#setLink({ link: "trying" });
        return open();
      },
      isWanted: () => this.#hasSocket,
      waits,
      onOpen: () => {
        this.#socket.trust();
        // The server counts from it whether the page still listens.
        this.#socket.send(PING);
        this.#setLink({ link: "open" });
      },
      // Only our own server can answer on this socket.
      onMessage: (data) => this.#pass(JSON.parse(String(data)) as AccountMessage),
      onLost: (sinceMs, code) => {
        const silentMs = performance.now() - sinceMs;
        this.#setLink({ link: "lost", silentMs, isEnded: code === POLICY_VIOLATION });
      },
      onIdle: () => {},
      pauseMs: () => (this.isBlocked ? waits.blockedEveryMs : null),
    });
    for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, () => this.sync());
    document.addEventListener("freeze", () => this.#leave());
  }

  /** Where the socket is. */
  get link(): AccountLink {
    return this.#link;
  }

  /** How many sockets in a row did not open. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether so many did not open that what they would bring is read instead. */
  get isBlocked(): boolean {
    return this.#failures > BLOCKED_AFTER;
  }

  /** Listens to all that comes. It opens no socket: {@link follow} does. */
  listen(listener: AccountListener): void {
    this.#listeners.add(listener);
  }

  /** Keeps the socket until the returned function is called. */
  follow(): () => void {
    this.#followers += 1;
    clearTimeout(this.#linger);
    this.sync();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      this.#linger = setTimeout(() => this.sync(), this.#options.waits.lingerMs);
    };
  }

  /** Begins to listen or ends it, after a change of the person or of what is followed. */
  sync(): void {
    const owner = this.#followers > 0 && !document.hidden ? this.#options.owner() : null;
    if (owner === this.#owner) return;
    this.#leave();
    if (owner !== null) this.#join(owner);
  }

  /** Listens anew, as if nothing had been heard. */
  renew(): void {
    this.#leave();
    this.sync();
  }

  /** Skips the rest of a pause. */
  retryNow(): void {
    if (this.#hasSocket) this.#socket.retryNow();
    else this.#ask("retry");
  }

  /** Gives the socket up for a new one, as what it should be followed by could not be read. */
  lose(): void {
    if (this.#hasSocket) this.#socket.lose();
    else this.#ask("lose");
  }

  #join(owner: string): void {
    this.#owner = owner;
    if (this.#options.locks && "BroadcastChannel" in globalThis) {
      this.#channel = new BroadcastChannel(nameOf(owner));
      this.#channel.onmessage = ({ data }: MessageEvent<Told | Asked>) => {
        if (typeof data === "string") this.#answer(data);
        else this.#hear(data);
      };
      this.#setLink({ link: "trying" });
      this.#waitForLock(this.#options.locks, owner);
      this.#ask("where");
    } else this.#begin();
  }

  #leave(): void {
    this.#owner = null;
    this.#hasSocket = false;
    this.#release?.();
    this.#release = null;
    clearInterval(this.#say);
    clearTimeout(this.#takeOver);
    this.#socket.close();
    this.#channel?.close();
    this.#channel = null;
    this.#failures = 0;
    if (this.#link !== "idle") this.#setLink({ link: "idle" });
  }

  /** Waits for the lock of a person, and has the socket as long as this tab holds it. */
  #waitForLock(locks: Pick<LockManager, "request">, owner: string, how: Pick<LockOptions, "steal"> = {}): void {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const control = new AbortController();
    const release = () => {
      control.abort();
      resolve();
    };
    this.#release?.();
    this.#release = release;
    const isMine = () => this.#release === release;
    this.#takeLock = () => this.#waitForLock(locks, owner, { steal: true });
    this.#expectWord();
    locks
      .request(nameOf(owner), how.steal ? how : { signal: control.signal }, () => {
        if (!isMine()) return;
        this.#begin();
        return released;
      })
      .catch((error: unknown) => {
        if (!isMine()) return;
        // Another tab has taken the lock, as this one said nothing. Otherwise the browser gives out none here.
        if (error instanceof DOMException && error.name === "AbortError") this.renew();
        else this.#begin();
      });
  }

  #begin(): void {
    clearTimeout(this.#takeOver);
    this.#hasSocket = true;
    this.#positions.clear();
    this.#say = setInterval(() => this.#tell([]), this.#options.waits.sayEveryMs);
    this.#socket.sync();
  }

  /** @param silentMs since when nothing came, ms; @param isEnded whether the server has ended the session */
  #setLink(now: { link: AccountLink; silentMs?: number; isEnded?: boolean }): void {
    const { link, silentMs = 0, isEnded = false } = now;
    this.#link = link;
    if (this.#hasSocket) this.#failures = this.#socket.failures;
    this.#tell([], { silentMs, isEnded });
    for (const { onLink } of this.#listeners) onLink?.(link, performance.now() - silentMs);
    if (isEnded) for (const { onSessionEnd } of this.#listeners) onSessionEnd?.();
  }

  /** Passes on what the socket has brought. */
  #pass(message: AccountMessage): void {
    this.#positions.set(message.type, emptied(message));
    this.#tell([message]);
    this.#bring(message);
  }

  #bring(message: AccountMessage): void {
    for (const { onMessage } of this.#listeners) onMessage?.(message);
  }

  #tell(messages: AccountMessage[], { silentMs = 0, isEnded = false } = {}): void {
    if (!this.#hasSocket) return;
    const told: Told = { link: this.#link, failures: this.#failures, silentMs, isEnded, messages };
    this.#channel?.postMessage(told);
  }

  #ask(asked: Asked): void {
    this.#channel?.postMessage(asked);
  }

  #answer(asked: Asked): void {
    if (!this.#hasSocket) return;
    if (asked === "where") this.#tell(this.#link === "open" ? [...this.#positions.values()] : []);
    if (asked === "retry") this.#socket.retryNow();
    if (asked === "lose") this.#socket.lose();
  }

  #hear({ link, failures, silentMs, isEnded, messages }: Told): void {
    if (this.#hasSocket) return;
    this.#expectWord();
    const isOther = link !== this.#link || failures !== this.#failures;
    this.#failures = failures;
    if (isOther) this.#setLink({ link, silentMs, isEnded });
    for (const message of messages) this.#bring(message);
  }

  /** Takes the lock unless the tab that holds it says something in time. */
  #expectWord(): void {
    clearTimeout(this.#takeOver);
    this.#takeOver = setTimeout(() => this.#takeLock(), this.#options.waits.takeOverAfterMs);
  }
}

/** The name of a person's lock, and of the channel between the tabs. */
function nameOf(owner: string): string {
  return `account ${owner}`;
}

/** A message that says only how far the account is. */
function emptied(message: AccountMessage): AccountMessage {
  if (message.type === "account") return { ...message, changes: [] };
  return message.type === "terminal" ? { ...message, records: [] } : { ...message, events: [] };
}
