import type { FeedSymbol, TradedSymbol } from "../symbols.ts";
import type { DemoExits, DemoOrder, DemoRunSettings, DemoSide, MarketQuote } from "./demo-types.ts";

/** The price at which a trailing stop's distance begins, and the number of the quote that set it. */
export type DemoExtreme = { price: number; seq: number };

/** An open position. It has the number of the order that opened it. */
export type DemoPosition = DemoExits & {
  id: number;
  symbol: TradedSymbol;
  side: DemoSide;
  /** The units that are still open. */
  units: number;
  entryPrice: number;
  openedAt: number;
  /** Only later records of the tape can close it by stop, target or trail, or move its extreme. */
  armedSeq: number;
  version: number;
  marginCents: number;
  /** Its opening commission and overnight costs, without those that closed parts took. */
  openCostCents: number;
  /**
   * The sum of the unrounded results of the parts closed so far, in the parts of a cent of `partsPerCent`: a whole
   * number as decimal text, since it may be larger than a number holds exactly.
   */
  closedParts: string;
  /** Null without a trail. */
  extreme: DemoExtreme | null;
};

/** The current run. */
export type DemoRun = DemoRunSettings & {
  number: number;
  /** The version of the cost table; null without costs. */
  costsVersion: number | null;
  balanceCents: number;
  profitCents: number;
  commissionCents: number;
  overnightCents: number;
  protectionCents: number;
  opened: number;
  closed: number;
  voided: number;
  isInMarginCall: boolean;
  /** The resting orders, by number. */
  orders: readonly DemoOrder[];
  /** The open positions, by number. */
  positions: readonly DemoPosition[];
};

/** A run in which nothing has happened. */
export function newRun(settings: DemoRunSettings & Pick<DemoRun, "number" | "costsVersion">): DemoRun {
  return {
    ...settings,
    balanceCents: settings.startCents,
    profitCents: 0,
    commissionCents: 0,
    overnightCents: 0,
    protectionCents: 0,
    opened: 0,
    closed: 0,
    voided: 0,
    isInMarginCall: false,
    orders: [],
    positions: [],
  };
}

/** A quote for each symbol that has had one. */
export type DemoQuotes = Readonly<Partial<Record<FeedSymbol, MarketQuote | undefined>>>;

/** All that the engine knows. It is plain JSON, and is never changed in place. */
export type DemoState = {
  /** The largest time of an input so far. */
  clock: number;
  /** The largest number of a quote or a command so far: the newest record of the tape that the state is about. */
  lastSeq: number;
  /** The numbers that were given last; 0 before the first. */
  lastOrderId: number;
  lastFillId: number;
  /** The newest quote of each symbol, fillable or not. */
  newestQuotes: DemoQuotes;
  /** The newest quote of each symbol that was fillable when it was heard: its last price. */
  lastPrices: DemoQuotes;
  run: DemoRun | null;
};

/** The state before the first input. */
export function initialDemoState(): DemoState {
  return { clock: 0, lastSeq: 0, lastOrderId: 0, lastFillId: 0, newestQuotes: {}, lastPrices: {}, run: null };
}
