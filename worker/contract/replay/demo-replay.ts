import type { DemoState } from "../demo/demo-state.ts";
import type { DemoCommand, DemoEvent, DemoRefusal, MarketQuote } from "../demo/demo-types.ts";
import { stepDemo } from "../demo/step-demo.ts";

/**
 * A command at its place on the tape: after the record `seq`, as an account's log has it.
 * @see DemoInput
 */
export type PlacedCommand = {
  at: number;
  seq: number;
  quotes: readonly MarketQuote[];
  /** Made of the state that it meets; null where there is nothing to do. */
  commandOf: (state: DemoState) => DemoCommand | null;
  /** The state in which it is carried out. */
  stateOf?: (state: DemoState) => DemoState;
};

/**
 * Lets the demo engine live through a piece of the tape again: it is given every quote, and the commands at their places between
 * them. With the commands of an account's log it says what the log says (docs/replay.md).
 */
export class DemoReplay {
  #state: DemoState;
  readonly #commands: PlacedCommand[];
  #next = 0;
  readonly events: DemoEvent[] = [];
  readonly refusals: DemoRefusal[] = [];

  /** @param commands in their order on the tape */
  constructor(state: DemoState, commands: readonly PlacedCommand[]) {
    this.#state = state;
    this.#commands = [...commands];
  }

  get state(): DemoState {
    return this.#state;
  }

  /** Whether commands are still to come. */
  get hasCommands(): boolean {
    return this.#next < this.#commands.length;
  }

  /** Takes the next quote, after the commands that came before it. */
  quote(quote: MarketQuote): void {
    this.#runCommands(quote.seq - 1);
    const { state, events } = stepDemo(this.#state, { type: "quote", quote, context: [] });
    this.#state = state;
    this.events.push(...events);
  }

  /** Carries out what is left up to a time: commands, and what time alone causes. */
  endAt(atMs: number): void {
    this.#runCommands(Number.POSITIVE_INFINITY);
    const { state, events } = stepDemo(this.#state, { type: "timer", at: atMs });
    this.#state = state;
    this.events.push(...events);
  }

  #runCommands(seq: number): void {
    for (let next = this.#commands[this.#next]; next && next.seq <= seq; next = this.#commands[this.#next]) {
      this.#next += 1;
      const command = next.commandOf(this.#state);
      if (!command) continue;
      const { at, quotes, stateOf = asItIs } = next;
      const { state, events, refusal } = stepDemo(stateOf(this.#state), {
        type: "command",
        at,
        seq: next.seq,
        quotes,
        command,
      });
      this.#state = state;
      this.events.push(...events);
      if (refusal) this.refusals.push(refusal);
    }
  }
}

const asItIs = (state: DemoState) => state;
