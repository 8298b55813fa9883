import type { DemoEvents, DemoStateAnswer } from "../../worker/contract/demo/demo-messages.ts";
import type { DemoRun } from "../../worker/contract/demo/demo-state.ts";
import type { DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { foldDemoRun } from "../../worker/contract/demo/fold-demo-run.ts";
import { isOutcomeUnknown } from "../state/api.ts";
import { type AccountLink, type AccountSocket, BLOCKED_AFTER } from "../state/network/account-socket.ts";

/** The state of the connection. `lost`: what is shown may be outdated. */
export type DemoLink = "idle" | "loading" | "live" | "lost";

/**
 * Events of one row of the account's log. `isOwn`: this page's command has caused them; null where it may have, as the answer
 * to its last command was lost.
 */
export type DemoNews = { events: readonly DemoEvent[]; isOwn: boolean | null };

type FollowerOptions = {
  socket: AccountSocket;
  /** Reads the state, or the events since a version. */
  read: (since: number | null) => Promise<DemoStateAnswer>;
  onRun: (run: DemoRun) => void;
  /** @param sinceMs since when the link is so, ms of `performance.now()` */
  onLink: (link: DemoLink, sinceMs: number) => void;
  /** Why nothing could be read; null when it could. */
  onFailure: (error: unknown) => void;
  onNews: (news: DemoNews) => void;
};

/**
 * Follows the demo account of the signed-in person: reads the run once, applies what the private socket sends, and reads
 * what it has missed. Without a socket it reads every few seconds. A hidden page follows nothing.
 */
export class AccountFollower {
  readonly #options: FollowerOptions;
  /** The known state; null before the first answer. */
  #known: { version: number; run: DemoRun | null } | null = null;
  readonly #socket: AccountSocket;
  /** The newest version that the server has spoken of. */
  #heardVersion = 0;
  /** Reads until everything that was spoken of is known. */
  #reading: Promise<void> | null = null;
  /** Answers to what was asked for an earlier person count for nothing. */
  #person = 0;
  /** Commands of this page that were not answered yet. Until then it is not known which events are theirs. */
  #unanswered = 0;
  #untold: { after: number; version: number; events: readonly DemoEvent[] }[] = [];
  readonly #ownVersions = new Set<number>();
  /** Whether the answer to the last command was lost, so that the next events may be its. */
  #isAnswerLost = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#socket.listen({
      onLink: (link, sinceMs) => this.#onLink(link, sinceMs),
      onMessage: (message) => {
        if (message.type !== "demo") return;
        if (this.#take(message)) this.#setLink("live");
        else void this.#catchUp();
      },
    });
  }

  /** Reads the account before anybody follows it, where the document has asked for it. */
  begin(): void {
    if (this.#known === null) void this.#catchUp();
  }

  /** Forgets the account, after another person has signed in or nobody is. */
  forget(): void {
    this.#known = null;
    this.#heardVersion = 0;
    this.#reading = null;
    this.#person += 1;
    this.#untold = [];
    this.#ownVersions.clear();
    this.#isAnswerLost = false;
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

  #onLink(link: AccountLink, sinceMs: number): void {
    if (link === "idle") this.#setLink("idle");
    // Whatever came after the last message is not known here.
    if (link === "lost" && !this.#socket.isBlocked) this.#setLink("lost", sinceMs);
    if (link !== "trying") return;
    const isAgain = this.#socket.failures > 0;
    if (!isAgain) this.#setLink("loading");
    // At once, because the socket's handshake takes as long as the answer.
    if (this.#known === null || isAgain) void this.#catchUp();
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
      if (this.#socket.link === "open" || this.#socket.failures >= BLOCKED_AFTER) this.#setLink("live");
    } catch (error) {
      if (person !== this.#person) return;
      if (this.#known === null) this.#options.onFailure(error);
      this.#setLink("lost");
      this.#socket.lose();
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

  #setLink(link: DemoLink, sinceMs = performance.now()): void {
    this.#options.onLink(link, sinceMs);
  }
}
