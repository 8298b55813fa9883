import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { equityCents, floatingCents } from "../../../worker/contract/demo/demo-margin.ts";
import { closingPrice, lastPrice } from "../../../worker/contract/demo/demo-quotes.ts";
import {
  type DemoPosition,
  type DemoRun,
  type DemoState,
  initialDemoState,
} from "../../../worker/contract/demo/demo-state.ts";
import type {
  DemoCommand,
  DemoFill,
  DemoInput,
  DemoOrderTerms,
  DemoRefusal,
} from "../../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../../worker/contract/demo/step-demo.ts";
import { DEMO_BALANCE_USD } from "../../../worker/contract/limits.ts";
import { type FeedSymbol, TRADED_SYMBOLS } from "../../../worker/contract/symbols.ts";
import { isStale, quoteOf, serverClock, serverNow } from "../../state/prices.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";

/** The terms of a market order that this page sets. */
export type VisitorOrder = Pick<DemoOrderTerms, "symbol" | "side" | "units" | "stop" | "target">;

/** A position with the figures of this moment. */
export type VisitorPosition = {
  position: DemoPosition;
  /** The price at which it would be closed, in steps. */
  now: number;
  resultCents: number;
  isStale: boolean;
};

/**
 * A demo account in this page: the server's engine, with the same rules, on the quotes that the page receives. Nothing
 * of it is sent or stored, so that it ends with the page.
 */
export class VisitorAccount {
  readonly #state = signal<DemoState>(initialDemoState());
  readonly #lastFill = signal<DemoFill | null>(null);
  readonly #stops: readonly (() => void)[];
  #seq = 0;

  /** The run: a visitor has one, and never resets it. */
  readonly run: ReadonlySignal<DemoRun> = computed(() => runOf(this.#state.value));
  /** The newest fill; null before the first. */
  readonly lastFill: ReadonlySignal<DemoFill | null> = this.#lastFill;
  /** The balance and what the open positions would bring, in cents. */
  readonly equityCents: ReadonlySignal<number> = computed(() => equityCents(this.#state.value, this.run.value));
  readonly positions: ReadonlySignal<readonly VisitorPosition[]> = computed(() => {
    const state = this.#state.value;
    const run = this.run.value;
    return run.positions.toReversed().map((position) => positionNow(state, run, position));
  });

  constructor() {
    const startCents = DEMO_BALANCE_USD * 100;
    this.send({ type: "reset", run: 0, startCents, costs: "none", leverage: null });
    this.#stops = MINI_WATCHLIST.map((symbol) => effect(() => this.#hear(symbol)));
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Carries a command out. @returns why it was refused; null if it was not */
  send(command: DemoCommand): DemoRefusal | null {
    return this.#step(this.#inputOf(command));
  }

  /** Why a command would be refused now; null if it would not. Reads signals. */
  refusalOf(command: DemoCommand): DemoRefusal | null {
    // Time alone can make a price too old.
    serverClock.value;
    return stepDemo(this.#state.value, this.#inputOf(command)).refusal;
  }

  placing(order: VisitorOrder): DemoCommand {
    const terms = { ...order, type: "market", price: null, limitPrice: null, trail: null, expiresAt: null } as const;
    return { type: "place", run: this.run.peek().number, order: terms };
  }

  state(): DemoState {
    return this.#state.peek();
  }

  #inputOf(command: DemoCommand): DemoInput {
    // The engine has been given every quote of this page.
    return { type: "command", at: serverNow(), seq: this.#seq, quotes: [], command };
  }

  #hear(symbol: FeedSymbol): void {
    const quote = quoteOf(symbol).value;
    if (!quote) return;
    this.#seq += 1;
    // This account hears quotes one after the other, however many a frame has.
    this.#step({ type: "quote", quote: { ...quote, seq: this.#seq, heardAt: serverNow() }, context: [] });
  }

  #step(input: DemoInput): DemoRefusal | null {
    const { state, events, refusal } = stepDemo(this.#state.peek(), input);
    this.#state.value = state;
    const fills = events.flatMap((event) => (event.type === "filled" ? [event.fill] : []));
    this.#lastFill.value = fills.at(-1) ?? this.#lastFill.peek();
    return refusal;
  }
}

export function closing({ id, version }: DemoPosition): DemoCommand {
  return { type: "close", positionId: id, version, units: null };
}

function runOf({ run }: DemoState): DemoRun {
  if (!run) throw new Error("there is no run");
  return run;
}

function positionNow(state: DemoState, run: DemoRun, position: DemoPosition): VisitorPosition {
  const quote = lastPrice(state, position.symbol);
  // It was opened at a quote, which is a last price.
  if (!quote) throw new Error("a position without a price");
  return {
    position,
    now: closingPrice(quote, position.side, run.costs),
    resultCents: floatingCents(state, run, position),
    isStale: isStale(TRADED_SYMBOLS[position.symbol].pricedFrom).value,
  };
}

let account: VisitorAccount | undefined;

/** The account of this page, which begins with its first use. */
export function visitorAccount(): VisitorAccount {
  account ??= new VisitorAccount();
  return account;
}

/** Ends the account of this page: the next use begins another. For tests, which share the module. */
export function endVisitorAccount(): void {
  account?.stop();
  account = undefined;
}
