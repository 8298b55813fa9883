import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../../db/client.ts";
import { TRIGGER_BOOK_NAME } from "../alerts/tell-alert-book.ts";
import type {
  DemoFillPage,
  DemoReceiptRecord,
  DemoRunPage,
  DemoRunRecord,
  DemoSocketMessage,
  DemoStateAnswer,
} from "../contract/demo/demo-messages.ts";
import { trailsOf, withExtremesMoved } from "../contract/demo/demo-trails.ts";
import type { DemoInput, MarketQuote } from "../contract/demo/demo-types.ts";
import type { DemoStep } from "../contract/demo/step-demo.ts";
import type { PositionStory } from "../contract/replay/position-story.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { TerminalAnswer, TerminalRecord, TerminalSocketMessage } from "../contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../contract/terminal/terminal-schema.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import { selectAccountChanges, selectListeningSessions, selectStanding } from "../platform/account-access-store.ts";
import { accountTeller } from "../platform/account-teller.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { type Bindings, databaseOptions, readSettings } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import { tapeReader } from "../prices/tape-reader.ts";
import type { LogRow, StoredAnswer } from "./account-log-store.ts";
import { AccountSockets, type ListeningFacts } from "./account-sockets.ts";
import { AccountTerminal, type TerminalOutcome } from "./account-terminal.ts";
import { BookSettlement } from "./book-settlement.ts";
import { ClosingCheckStore } from "./closing-check-store.ts";
import {
  ANSWERS_KEPT_MS,
  type CommandOutcome,
  firstAnswer,
  isOverLimit,
  type KeyedCommand,
  outcomeOf,
} from "./command-answers.ts";
import { refused, refusedCommand } from "./demo-refusal.ts";
import { OpenedAccount, unopenedAccount, unopenedRun } from "./opened-account.ts";
import { PositionStories } from "./position-story-store.ts";
import { ReceiptProver } from "./receipt-prover.ts";
import { ResultRecorder } from "./result-recorder.ts";
import type { BookMarket, Delivery } from "./trigger-book-types.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    DEMO_ACCOUNT: DurableObjectNamespace<DemoAccount>;
  }
}

/** A client whose version is older reads the whole state. */
const EVENT_ROWS_MAX = 500;
/** Quotes that were heard before a timer's moment reach the book a little later. */
const TIMER_DELAY_MS = 1_000;
/** When what failed is tried again. */
const RETRY_MS = 2_000;
/** How far ahead an alarm is set at most. */
const ALARM_AHEAD_MS = 30 * DAY_MS;
/** How often an account with levels asks the book whether it has them. */
const BOOK_CHECK_MS = HOUR_MS;
/** When an account whose person began to close theirs looks whether they did. */
const CLOSING_CHECK_MS = 30_000;

const SWITCHING_PROTOCOLS = 101;
const TOO_MANY_REQUESTS = 429;

/**
 * One trader's demo account; its name is the user's id. Its log is the truth: inputs are taken one at a time, and what an
 * input changes is written in one transaction with it. Before the first command nothing is stored, and readers see the
 * run that it will begin with. The trader's drawings and settings are beside the log ({@link AccountTerminal}).
 */
export class DemoAccount extends DurableObject<Bindings> {
  readonly #sockets: AccountSockets;
  readonly #recorder = new ResultRecorder({
    account: () => this.#opened,
    database: () => this.#database(),
    close: () => this.erase(),
  });
  readonly #settlement = new BookSettlement({
    account: () => this.#opened,
    book: () => this.#book(),
    take: (account, input) => this.#write(() => this.#take(account, input)),
    meetBook: (account, version) => this.#write(() => this.#send(account.meetBook(version, Date.now()))),
    onArmed: () => this.ctx.waitUntil(this.#tellTrails()),
  });
  readonly #prover = new ReceiptProver(tapeReader(this.env));
  /** Null before the first command. */
  #opened: OpenedAccount | null = null;
  readonly #terminal: AccountTerminal;
  readonly #closing: ClosingCheckStore;
  /** When the alarm is set to, epoch ms; null when it is not set, or that is not known since this object started. */
  #alarmAtMs: number | null = null;
  /** When the book was asked last whether it has the levels, epoch ms; 0 since this object started. */
  #bookCheckedAtMs = 0;
  /** The messages to the tabs after the running transaction. */
  #unsent: DemoSocketMessage[] = [];
  /** Ends when all inputs that are waiting have been taken. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#sockets = new AccountSockets(ctx, {
      read: (owner) => this.#listeningFacts(owner),
      demoVersion: () => this.#opened?.version ?? 0,
    });
    this.#opened = OpenedAccount.stored(ctx.storage.sql);
    this.#terminal = new AccountTerminal(ctx.storage);
    this.#closing = new ClosingCheckStore(ctx.storage.sql);
  }

  /** Carries out a command, or gives its first answer again. */
  command(owner: string, keyed: KeyedCommand): Promise<CommandOutcome> {
    return this.#inTurn(async () => {
      const repeated = firstAnswer(this.#opened, keyed);
      if (repeated) return repeated;
      if (isOverLimit(this.#opened, Date.now())) return refused("too_many_requests", ERROR_TEXT.too_many_requests);
      if (!this.#opened && (await this.#isClosed(owner))) return refused("not_signed_in", ERROR_TEXT.not_signed_in);
      const market = await this.#settlement.market(owner, keyed.command).catch(logFault);
      // Nothing was stored, so the same key can be sent again.
      if (!market) return refused("service_down", ERROR_TEXT.service_down);
      return this.#carryOut(owner, keyed, market);
    });
  }

  /** The state, or the events since a version that the caller has. */
  async state(since: number | null): Promise<DemoStateAnswer> {
    const quotes = await this.#settlement.extremes();
    const { version, state: settled, log } = this.#opened ?? { ...unopenedAccount(Date.now()), log: null };
    const state = withExtremesMoved(settled, quotes);
    const isKnown = since !== null && log !== null && since > 0 && since <= version;
    const events = isKnown ? log.eventsSince(since, EVENT_ROWS_MAX) : null;
    return events ? { version, events, ...trailsOf(state) } : { version, state };
  }

  /** A page of the runs, newest first. */
  runs(before: number): DemoRunPage {
    return this.#opened?.log.runs(before) ?? { runs: before > 1 ? [unopenedRun(Date.now())] : [], nextCursor: null };
  }

  /** A run; null when there is none of this number. */
  run(run: number): DemoRunRecord | null {
    if (this.#opened) return this.#opened.log.run(run);
    return run === 1 ? unopenedRun(Date.now()) : null;
  }

  /** A page of fills, newest first. */
  fills(before: number): DemoFillPage {
    return this.#opened?.log.receipts.page(before) ?? { fills: [], nextCursor: null };
  }

  /** The receipt of a fill; null when there is none of this number. */
  receipt(fillId: number): DemoReceiptRecord | null {
    return this.#opened?.log.receipts.read(fillId) ?? null;
  }

  /** What happened to the position of which a fill has closed a part; null when there is none. */
  positionStory(fillId: number): PositionStory | null {
    return this.#opened ? new PositionStories(this.ctx.storage.sql).read(fillId) : null;
  }

  /** The symbol and the times of that position. */
  positionSpan(fillId: number) {
    return this.#opened ? new PositionStories(this.ctx.storage.sql).spanOf(fillId) : null;
  }

  /** A page of the log for the person's download, oldest first. */
  logRows(after: number, limit: number): LogRow[] {
    return this.#opened?.log.rowsAfter(after, limit) ?? [];
  }

  /** The settings that the trader has changed. */
  terminalSettings(): TerminalAnswer {
    return this.#terminal.settings();
  }

  /** The trader's drawings on the chart of a symbol. */
  drawings(symbol: FeedSymbol): TerminalAnswer {
    return this.#terminal.drawings(symbol);
  }

  /** A page of drawings and settings for the person's download, in the order of their numbers. */
  terminalRecords(after: number, limit: number): TerminalRecord[] {
    return this.#terminal.recordsAfter(after, limit);
  }

  /** Makes changes of drawings and settings, and tells the tabs. */
  changeTerminal(owner: string, changes: readonly TerminalChange[]): Promise<TerminalOutcome> {
    return this.#inTurn(async () => {
      const isNew = this.#terminal.owner === null;
      if (isNew && (await this.#isClosed(owner))) return refused("not_signed_in", ERROR_TEXT.not_signed_in);
      const { outcome, written } = this.#terminal.change(owner, changes);
      if (written.length > 0) this.#sockets.broadcast(this.#terminalMessage(written));
      return outcome;
    });
  }

  /** Takes deliveries of the trigger book. One that was taken before has no effect. */
  async fire(due: Delivery[], version: number | null = null): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#opened) await this.#settlement.settle({ due, version });
      else if (this.ctx.id.name) await this.#book().forget(this.ctx.id.name);
    });
  }

  /** Tells the tabs where trailing stops have got to. The trigger book calls it. @param quotes those that set the extremes */
  trailsMoved(quotes: readonly MarketQuote[]): void {
    if (!this.#opened) return;
    const { version, state } = this.#opened;
    this.#sockets.broadcast({ type: "demo", version, events: [], ...trailsOf(withExtremesMoved(state, quotes)) });
  }

  /** Accepts a socket; only the route calls this, after it has checked the session. */
  override async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const [owner, sessionId] = [searchParams.get("owner"), searchParams.get("session")];
    if (!owner || !sessionId) throw new Error("a socket without its session");
    const greeting = [
      { type: "demo" as const, version: this.#opened?.version ?? 0, events: [] },
      this.#terminalMessage([]),
    ];
    const webSocket = this.#sockets.accept({ owner, sessionId, greeting });
    if (!webSocket) return new Response(null, { status: TOO_MANY_REQUESTS });
    this.ctx.waitUntil(Promise.all([this.accountChanged(), this.#tellTrails()]));
    return new Response(null, { status: SWITCHING_PROTOCOLS, webSocket });
  }

  /**
   * Tells the tabs what has changed in the account, and closes those whose session has ended. The database's client calls it after each
   * batch that changed the account (`accountTeller`).
   */
  async accountChanged(): Promise<void> {
    if (this.#sockets.nextCheckMs() === null) return;
    await this.#sockets.check();
    await this.#setAlarm();
  }

  /** The person is about to close their account: if nobody says how it ended, this object finds out. */
  async expectClosing(): Promise<void> {
    if (this.#owner() !== null) this.#closing.write(Date.now() + CLOSING_CHECK_MS);
    await this.#setAlarm();
  }

  /** Deletes everything, after the person has closed their account. */
  async erase(): Promise<void> {
    this.#sockets.closeAll();
    await this.#inTurn(async () => {
      const owner = this.#owner();
      if (owner === null) return;
      // If this fails, the alarm of `expectClosing` does it.
      await this.#book().forget(owner);
      // One that was accepted meanwhile.
      this.#sockets.closeAll();
      this.#opened = null;
      this.#terminal.forget();
      this.#alarmAtMs = null;
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    });
  }

  override webSocketMessage(socket: WebSocket): void {
    this.#sockets.refuseMessage(socket);
  }

  override webSocketClose(socket: WebSocket): void {
    // Completes a handshake that the client began, or ends the connection when the client has answered ours.
    socket.close();
  }

  override async alarm(): Promise<void> {
    this.#alarmAtMs = null;
    try {
      if ((this.#sockets.nextCheckMs() ?? Number.POSITIVE_INFINITY) <= Date.now()) {
        await this.#sockets.check();
        // It also renews the book's lease.
        await this.#tellTrails();
      }
      await this.#finishClosing();
      await this.#inTurn(() => this.#runTimers());
      await this.#recorder.record();
      await this.#proveReceipts();
      await this.#checkBook();
    } catch (error) {
      logFault(error);
      await this.#wakeBy(Date.now() + RETRY_MS);
      return;
    }
    await this.#setAlarm();
  }

  /** Runs work when all that was asked for before has ended. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #carryOut(owner: string, { command, ...keyed }: KeyedCommand, { seq, quotes }: BookMarket): CommandOutcome {
    // The clock of the object that heard the quotes may be ahead.
    const at = Math.max(Date.now(), ...quotes.map(({ heardAt }) => heardAt));
    const answer = this.#write((): StoredAnswer => {
      const account = this.#opened ?? this.#open(owner, { at, seq });
      const { refusal, state, events } = this.#take(account, { type: "command", at, seq, quotes, command });
      const stored: StoredAnswer = refusal
        ? { refused: refusedCommand(refusal, command, state, () => account.log.receipts.newest()) }
        : { version: account.version, events: [...events] };
      account.log.writeAnswer(keyed, stored, at);
      return stored;
    });
    this.#settleSoon();
    return outcomeOf(answer, this.#opened);
  }

  /** Creates the account, with the run that readers saw before. */
  #open(owner: string, moment: { at: number; seq: number }): OpenedAccount {
    const account = OpenedAccount.create(this.ctx.storage.sql, owner);
    this.#send(account.begin(moment));
    this.#opened = account;
    return account;
  }

  /** Gives the account an input, within {@link DemoAccount.#write}. */
  #take(account: OpenedAccount, input: DemoInput): DemoStep {
    const { message, ...step } = account.take(input);
    this.#send(message);
    return step;
  }

  #send(message: DemoSocketMessage | null): void {
    if (message) this.#unsent.push(message);
  }

  /** Writes in one transaction, and tells the tabs what was written. The runtime holds both back until it is durable. */
  #write<T>(work: () => T): T {
    this.#unsent = [];
    try {
      const result = this.ctx.storage.transactionSync(work);
      for (const message of this.#unsent) this.#sockets.broadcast(message);
      this.ctx.waitUntil(this.#setAlarm());
      this.#recordSoon();
      return result;
    } catch (error) {
      this.#opened = OpenedAccount.stored(this.ctx.storage.sql);
      throw error;
    }
  }

  /** Tells the tabs where trailing stops have got to, and has the book say so from now on when they move. */
  async #tellTrails(): Promise<void> {
    if (this.#sockets.nextCheckMs() === null) return;
    const quotes = await this.#settlement.extremes();
    if (quotes.length > 0) this.trailsMoved(quotes);
  }

  /** Sends new levels to the book without delaying an answer. If it fails, the alarm does it. */
  #settleSoon(): void {
    const settled = this.#inTurn(() => this.#settlement.settle(null)).then(() => this.#setAlarm());
    this.ctx.waitUntil(settled.catch(logFault));
  }

  /** Records the log's new results in the database, without delaying an answer. If it fails, the alarm does it. */
  #recordSoon(): void {
    this.ctx.waitUntil(this.#recorder.record().then(() => this.#setAlarm()));
  }

  /** Adds the proofs to receipts whose minutes are sealed. It never throws. */
  async #proveReceipts(): Promise<void> {
    const receipts = this.#opened?.log.receipts;
    if (receipts) await this.#prover.prove(receipts, Date.now()).catch(logFault);
  }

  async #runTimers(): Promise<void> {
    const account = this.#opened;
    if (!account) return;
    account.log.deleteAnswersUntil(Date.now() - ANSWERS_KEPT_MS);
    await this.#settlement.settle(null);
    if (!this.#isTimerDue(account)) return;
    // What the market did before that moment comes first.
    await this.#settlement.market(account.owner, null);
    if (!this.#isTimerDue(account)) return;
    this.#write(() => this.#take(account, { type: "timer", at: Date.now() }));
    await this.#settlement.settle(null);
  }

  /** A book that has lost the end of its storage says nothing by itself. */
  async #checkBook(): Promise<void> {
    if (this.#bookCheckedAtMs + BOOK_CHECK_MS > Date.now()) return;
    await this.#inTurn(() => this.#settlement.check());
    this.#bookCheckedAtMs = Date.now();
  }

  #isTimerDue(account: OpenedAccount): boolean {
    const dueMs = account.nextTimerMs();
    return dueMs !== null && dueMs + TIMER_DELAY_MS <= Date.now();
  }

  /** Deletes the account if its person has closed theirs and nobody has said so. */
  async #finishClosing(): Promise<void> {
    const owner = this.#owner();
    const checkAtMs = this.#closing.atMs();
    if (owner === null || checkAtMs === null || checkAtMs > Date.now()) return;
    if (await this.#isClosed(owner)) await this.erase();
    else this.#closing.write(null);
  }

  /** Sets the alarm to the next thing that must happen without being asked for. */
  async #setAlarm(): Promise<void> {
    const times = [
      this.#sockets.nextCheckMs(),
      this.#closing.atMs(),
      ...(this.#opened ? this.#timesOf(this.#opened) : []),
    ];
    const known = times.filter((atMs) => atMs !== null);
    if (known.length > 0) await this.#wakeBy(Math.min(...known));
  }

  /**
   * Each time that the alarm is set is a row that is written: one that is set and not later stays, and comes too early. The platform
   * refuses a time that is centuries away, and an order may be good until one.
   */
  async #wakeBy(dueMs: number): Promise<void> {
    const atMs = Math.min(dueMs, Date.now() + ALARM_AHEAD_MS);
    if (this.#alarmAtMs !== null && this.#alarmAtMs <= atMs) return;
    this.#alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }

  #timesOf(account: OpenedAccount): (number | null)[] {
    const { log, version } = account;
    const timerMs = account.nextTimerMs();
    const oldestMs = log.oldestAnswerMs();
    return [
      timerMs === null ? null : timerMs + TIMER_DELAY_MS,
      log.unarmedLevels() ? Date.now() + RETRY_MS : null,
      log.levels().isEmpty ? null : (this.#bookCheckedAtMs || Date.now()) + BOOK_CHECK_MS,
      log.recorded().number < version ? this.#recorder.nextMs(Date.now()) : null,
      this.#prover.nextMs(log.receipts),
      oldestMs === null ? null : oldestMs + ANSWERS_KEPT_MS,
    ];
  }

  /** The person of whom anything is stored here; null when nothing is. */
  #owner(): string | null {
    return this.#opened?.owner ?? this.#terminal.owner;
  }

  #terminalMessage(records: TerminalRecord[]): TerminalSocketMessage {
    const number = this.#terminal.number();
    return { type: "terminal", version: this.#opened?.version ?? 0, events: [], number, records };
  }

  async #listeningFacts(owner: string): Promise<ListeningFacts> {
    const { query, read } = this.#database();
    const [sessions, changes] = await read([
      selectListeningSessions(query, owner, Date.now()),
      selectAccountChanges(query, owner),
    ]);
    return { sessions: new Map(sessions.map(({ id, endsAtMs }) => [id, endsAtMs])), changes };
  }

  async #isClosed(owner: string): Promise<boolean> {
    const { query, read } = this.#database();
    const [[person]] = await read([selectStanding(query, owner)]);
    return person?.closedAtMs !== null;
  }

  #database() {
    const tellOf = accountTeller(this.env, (work) => this.ctx.waitUntil(work));
    return openDatabase({ ...databaseOptions(readSettings(this.env)), tellOf });
  }

  #book() {
    return this.env.TRIGGER_BOOK.getByName(TRIGGER_BOOK_NAME);
  }
}
