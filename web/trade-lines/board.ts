import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals-react";
import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { liveDemoState } from "../demo/demo-prices.ts";
import { closingPriceOf } from "../positions/position-figures.ts";
import { sendCommand } from "../positions/send-command.ts";
import { ApiError, NetworkError } from "../state/api.ts";
import { Attempt } from "../state/attempt.ts";
import { lineText } from "./line-text.ts";
import {
  isMovable,
  linesOf,
  type MoveTrial,
  movedTo,
  ownerKey,
  removedLine,
  type TradeLine,
  tryMove,
} from "./trade-lines.ts";

/** A line that is being moved, and what its move would do. */
export type HeldLine = { line: TradeLine; steps: number; trial: MoveTrial };

type BoardOptions = {
  symbol: FeedSymbol;
  /** Says why a line was not moved or removed. */
  onProblem: (message: string) => void;
};

const NO_TRIAL: MoveTrial = { fault: null, fillsAtOnce: false };

/**
 * The lines over a chart and the one that is being moved. A move that is dropped sends one amendment with the version that
 * was seen when it began; until the answer, nothing of its position or order can be moved. A change by another device ends
 * the move.
 */
export class LineBoard {
  readonly #options: BoardOptions;
  readonly #state = {
    held: signal<HeldLine | null>(null),
    /** Where lines are that were sent and not answered, by their keys; null for one that is being removed. */
    sent: signal<ReadonlyMap<string, { line: TradeLine; steps: number | null }>>(new Map()),
  };
  /** The last command of each line, by the line's key. */
  readonly #attempts = new Map<string, Attempt<DemoCommand, readonly DemoEvent[]>>();

  /** All lines, where the server has them. */
  readonly lines: ReadonlySignal<readonly TradeLine[]>;
  readonly held: ReadonlySignal<HeldLine | null> = this.#state.held;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.lines = computed(() => (demoRun.value ? linesOf(demoRun.value, options.symbol) : []));
  }

  /** Follows the account until the returned function is called, which also ends a move. */
  follow(): () => void {
    const stop = effect(() => {
      const lines = this.lines.value;
      untracked(() => {
        const held = this.#state.held.value;
        if (held && !lines.some((line) => isSame(line, held.line))) this.cancel();
      });
    });
    return () => {
      stop();
      this.cancel();
    };
  }

  /** Where a line is shown, in steps: where it is held or was dropped, else where the server has it. */
  stepsOf(line: TradeLine): number {
    const held = this.#state.held.value;
    if (held?.line.key === line.key) return held.steps;
    return this.#state.sent.value.get(line.key)?.steps ?? line.steps;
  }

  isHeld({ key }: TradeLine): boolean {
    return this.#state.held.peek()?.line.key === key;
  }

  isSent({ key }: TradeLine): boolean {
    return this.#state.sent.value.has(key);
  }

  /** Where a line was dropped that is not answered; null for one that is being removed, undefined for others. */
  sentSteps(key: string): number | null | undefined {
    return this.#state.sent.value.get(key)?.steps;
  }

  /** Whether something of the line's position or order was sent and not answered. */
  isBusy({ owner }: TradeLine): boolean {
    return [...this.#state.sent.value.values()].some(({ line }) => ownerKey(line.owner) === ownerKey(owner));
  }

  canMove(line: TradeLine): boolean {
    return isMovable(line) && !this.isBusy(line);
  }

  /** Begins to move a line. */
  hold(line: TradeLine): void {
    if (this.canMove(line)) this.#state.held.value = { line, steps: line.steps, trial: NO_TRIAL };
  }

  /** Moves the held line. @param steps its new price */
  moveTo(steps: number): void {
    const held = this.#state.held.peek();
    if (!held || steps === held.steps || steps <= 0) return;
    const command = this.#moved(held.line, steps);
    const state = liveDemoState.peek();
    this.#state.held.value = {
      line: held.line,
      steps,
      trial: command && state ? tryMove(state, held.line, command) : NO_TRIAL,
    };
  }

  /** Returns the held line to its place. */
  cancel(): void {
    this.#state.held.value = null;
  }

  /** Sends the move of the held line, unless it is not moved or may not be there. */
  async drop(): Promise<void> {
    const held = this.#state.held.peek();
    if (!held) return;
    const { line, steps, trial } = held;
    const command = this.#moved(line, steps);
    if (!command || trial.fault !== null) return this.cancel();
    await this.#send(line, command, { steps, problem: lineText.notMoved });
  }

  /** Cancels an order, or takes an exit away. */
  async remove(line: TradeLine): Promise<void> {
    if (this.isBusy(line)) return;
    await this.#send(line, removedLine(line), { steps: null, problem: lineText.notRemoved });
  }

  #moved(line: TradeLine, steps: number): DemoCommand | null {
    const { owner } = line;
    return movedTo(line, steps, owner.of === "position" ? closingPriceOf(owner.trade).peek() : null);
  }

  async #send(
    line: TradeLine,
    command: DemoCommand,
    { steps, problem }: { steps: number | null; problem: (reason: string) => string },
  ): Promise<void> {
    batch(() => {
      this.#state.held.value = null;
      this.#state.sent.value = new Map(this.#state.sent.peek()).set(line.key, { line, steps });
    });
    try {
      const attempt = Attempt.of(this.#attempts.get(line.key), JSON.stringify(command), () => command);
      this.#attempts.set(line.key, attempt);
      await attempt.send(sendCommand);
    } catch (error) {
      this.#options.onProblem(problem(reasonOf(error)));
    } finally {
      const sent = new Map(this.#state.sent.peek());
      sent.delete(line.key);
      this.#state.sent.value = sent;
    }
  }
}

/** Whether it is the same line, which nobody has changed. */
function isSame(one: TradeLine, other: TradeLine): boolean {
  return one.key === other.key && one.owner.trade.version === other.owner.trade.version;
}

/** Why a command was not carried out. @throws other errors */
function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return lineText.noAnswer;
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "wrong_state") return lineText.changedElsewhere;
  return error.message;
}
