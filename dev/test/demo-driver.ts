import { type DemoState, initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type {
  DemoCommand,
  DemoEvent,
  DemoFill,
  DemoInput,
  DemoOrderTerms,
  DemoRefusal,
  DemoRunSettings,
  MarketQuote,
} from "../../worker/contract/demo/demo-types.ts";
import { type DemoStep, stepDemo } from "../../worker/contract/demo/step-demo.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";

/** A Monday at 10:00 in New York, when every market trades. */
export const DEMO_START = Date.parse("2026-11-23T10:00:00-05:00");

const MARKET_ORDER: DemoOrderTerms = {
  symbol: "BTCUSD",
  side: "buy",
  type: "market",
  units: 10 ** 8,
  price: null,
  limitPrice: null,
  stop: null,
  target: null,
  trail: null,
  expiresAt: null,
};

type Place = Partial<DemoOrderTerms>;

/** Drives the engine in tests: time and the tape's numbers go on by themselves. */
export class DemoDriver {
  state: DemoState = initialDemoState();
  now = DEMO_START;
  seq = 100;
  readonly events: DemoEvent[] = [];
  /** The newest quote of each symbol, which commands bring along. */
  readonly quotes = new Map<FeedSymbol, MarketQuote>();

  /** Starts run 1. */
  constructor(settings: Partial<DemoRunSettings> = {}) {
    this.command({ type: "reset", run: 0, startCents: 1_000_000, costs: "none", leverage: null, ...settings });
  }

  step(input: DemoInput): DemoStep {
    const step = stepDemo(this.state, input);
    this.state = step.state;
    this.events.push(...step.events);
    return step;
  }

  /** A quote a second later. A single price is both sides. */
  quote(symbol: FeedSymbol, bid: number, ask = bid, change: Partial<MarketQuote> = {}): readonly DemoEvent[] {
    this.now += 1_000;
    return this.step({ type: "quote", quote: this.next(symbol, bid, ask, change), context: [] }).events;
  }

  /** A quote that the engine is not given, but its market has. */
  unseen(symbol: FeedSymbol, bid: number, ask = bid, change: Partial<MarketQuote> = {}): MarketQuote {
    this.now += 1_000;
    return this.next(symbol, bid, ask, change);
  }

  command(command: DemoCommand): DemoStep {
    const quotes = [...this.quotes.values()].sort((a, b) => a.seq - b.seq);
    return this.step({ type: "command", at: this.now, seq: this.seq, quotes, command });
  }

  /** Places an order: one bitcoin at the market where nothing else is said. */
  place(order: Place = {}): DemoStep {
    return this.command({ type: "place", run: this.run.number, order: { ...MARKET_ORDER, ...order } });
  }

  wait(ms: number): readonly DemoEvent[] {
    this.now += ms;
    return this.step({ type: "timer", at: this.now }).events;
  }

  get run() {
    if (!this.state.run) throw new Error("no run");
    return this.state.run;
  }

  private next(symbol: FeedSymbol, bid: number, ask: number, change: Partial<MarketQuote>): MarketQuote {
    this.seq += 1;
    const time = { seq: this.seq, heardAt: this.now, at: this.now - 50 };
    const quote = { symbol, bid, ask, source: "coinbase", kind: "quoted", isHeld: false, ...time, ...change } as const;
    this.quotes.set(symbol, quote);
    return quote;
  }
}

/** The fills among events. */
export function fillsOf(events: readonly DemoEvent[]): DemoFill[] {
  return events.flatMap((event) => (event.type === "filled" ? [event.fill] : []));
}

/** A refusal as text: its code, and its field where it has one. */
export function refusalText(refusal: DemoRefusal | null): string | null {
  return refusal && [refusal.code, refusal.field].filter(Boolean).join(" ");
}
