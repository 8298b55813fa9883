import { demoLevels } from "../contract/demo/demo-levels.ts";
import type { DemoRunRecord, DemoSocketMessage } from "../contract/demo/demo-messages.ts";
import { type DemoState, initialDemoState } from "../contract/demo/demo-state.ts";
import { nextDemoTimer } from "../contract/demo/demo-timers.ts";
import { trailsOf } from "../contract/demo/demo-trails.ts";
import type { DemoCommand, DemoInput } from "../contract/demo/demo-types.ts";
import { type DemoStep, stepDemo } from "../contract/demo/step-demo.ts";
import { DEMO_BALANCE_USD } from "../contract/limits.ts";
import { type FeedSymbol, TRADED_SYMBOLS } from "../contract/symbols.ts";
import { logEvent } from "../platform/log.ts";
import { AccountLog } from "./account-log-store.ts";

/** The settings of run 1, as the specification has it. */
const FIRST_SETTINGS = { startCents: DEMO_BALANCE_USD * 100, costs: "none", leverage: null } as const;

/** When something happens: the time, and the tape's newest record. */
type Moment = { at: number; seq: number };

/**
 * An account that was opened by its first command, in memory: what its log says after the newest row. What changes it runs
 * in a transaction; after one that failed, the account is read again.
 */
export class OpenedAccount {
  readonly log: AccountLog;
  readonly owner: string;
  #version: number;
  #state: DemoState;

  private constructor(
    log: AccountLog,
    { owner, version, state }: { owner: string; version: number; state: DemoState },
  ) {
    this.log = log;
    this.owner = owner;
    this.#version = version;
    this.#state = state;
  }

  /** The account that is stored here; null when there is none. */
  static stored(sql: SqlStorage): OpenedAccount | null {
    if (!AccountLog.exists(sql)) return null;
    const log = new AccountLog(sql);
    return new OpenedAccount(log, log.read());
  }

  /** Creates an account without a row. {@link OpenedAccount.begin} must follow. */
  static create(sql: SqlStorage, owner: string): OpenedAccount {
    const state = initialDemoState();
    return new OpenedAccount(AccountLog.create(sql, owner, state), { owner, version: 0, state });
  }

  /** The number of the log's newest row. */
  get version(): number {
    return this.#version;
  }

  get state(): DemoState {
    return this.#state;
  }

  /** Begins the run that readers saw before. @returns what the tabs are sent */
  begin(moment: Moment): DemoSocketMessage | null {
    return this.take(firstInput(moment)).message;
  }

  /**
   * Gives the engine an input, and adds to the log what it caused. A refused command is no row, unless time has caused
   * something before it.
   * @returns what the engine says, and what the tabs are sent about a new row
   */
  take(input: DemoInput): DemoStep & { message: DemoSocketMessage | null } {
    const step = stepDemo(this.#state, input);
    if (step.refusal && step.events.length === 0) return { ...step, message: null };
    const { state, events } = step;
    this.#version += 1;
    this.#state = state;
    this.log.append({ number: this.#version, input, events, state, levels: demoLevels(state) });
    return { ...step, message: { type: "demo", version: this.#version, events: [...events], ...trailsOf(state) } };
  }

  /**
   * The trigger book has levels of this version. An account whose own are older has lost the end of its log: the next row's number is
   * above all that were given, so that a page with a lost row reads the state anew. Where the versions differ, the levels are sent again.
   * Runs in a transaction.
   * @returns what the tabs are sent about a new row
   */
  meetBook(version: number | null, at: number): DemoSocketMessage | null {
    const own = this.log.levels().version;
    const booked = version ?? 0;
    const isArmed = this.log.unarmedLevels() === null;
    if (booked === own || (booked < own && !isArmed)) return null;
    let message: DemoSocketMessage | null = null;
    if (booked > own) {
      logEvent("demo_log_lost_rows", { alert: true, from: own + 1, to: booked });
      this.#version = Math.max(this.#version, booked);
      ({ message } = this.take({ type: "timer", at }));
    }
    this.log.unarm(this.#version);
    return message;
  }

  /** When time alone next causes something, epoch ms; null for never. */
  nextTimerMs(): number | null {
    return nextDemoTimer(this.#state);
  }
}

/** The state that readers see of an account that was not opened yet: the run with which it would begin now. */
export function unopenedAccount(nowMs: number): { version: number; state: DemoState } {
  return { version: 0, state: stepDemo(initialDemoState(), firstInput({ at: nowMs, seq: 0 })).state };
}

/** The same run in the list of runs. */
export function unopenedRun(nowMs: number): DemoRunRecord {
  return { run: 1, ...FIRST_SETTINGS, costsVersion: null, startedAt: nowMs, archivedAt: null, figures: null };
}

/** The symbols whose prices an input can need. @param account null before it was opened */
export function symbolsOf(account: OpenedAccount | null, command: DemoCommand | null): FeedSymbol[] {
  const { positions, orders } = account?.state.run ?? { positions: [], orders: [] };
  const placed = command?.type === "place" ? [command.order] : [];
  return [...new Set([...positions, ...orders, ...placed].map(({ symbol }) => TRADED_SYMBOLS[symbol].pricedFrom))];
}

function firstInput({ at, seq }: Moment): DemoInput {
  return { type: "command", at, seq, quotes: [], command: { type: "reset", run: 0, ...FIRST_SETTINGS } };
}
