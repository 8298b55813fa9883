import { floatingCentsAt } from "../demo/demo-margin.ts";
import { closingPrice, lastPrice } from "../demo/demo-quotes.ts";
import type { DemoState } from "../demo/demo-state.ts";
import type { DemoExits, DemoFill, MarketQuote } from "../demo/demo-types.ts";
import { TRADED_SYMBOLS } from "../symbols.ts";
import { DemoReplay, type PlacedCommand } from "./demo-replay.ts";
import { type PositionStory, placeOf } from "./position-story.ts";
import { changedExits, type WhatIfRule } from "./what-if-rules.ts";

/** So much that no loss of a position causes a stop-out: margin is a matter of the whole account. */
const LONE_BALANCE_CENTS = 2 ** 50;

/** How a closing is told from others: not by numbers and balances, which are those of the whole account. */
const CLOSING_FIELDS = ["units", "price", "at", "profitCents", "commissionCents", "attributedCostCents"] as const;

/**
 * A position that is replayed alone by the demo engine, with one rule changed: the engine is given every quote of the tape, and the trader's
 * own changes and closings at their places. What closed it without its stop, target or trail (the trader, a stop-out, a reset) closes
 * what is left of it at the same quote.
 * Source: docs/replay.md
 */
export class WhatIf {
  readonly #story: PositionStory;
  readonly #replay: DemoReplay;
  #closings: DemoFill[] = [];
  #events = 0;

  constructor(story: PositionStory, rule: WhatIfRule | null) {
    this.#story = story;
    const [first, ...later] = changedExits(story, rule);
    this.#replay = new DemoReplay(loneState(story, first ?? NO_EXITS), commandsOf(story, later));
  }

  /** Takes the next quote of the tape after the opening; those of other symbols are left out. */
  quote(quote: MarketQuote): void {
    const { open } = this.#story;
    if (quote.symbol !== TRADED_SYMBOLS[open.symbol].pricedFrom || quote.seq <= open.quote.seq || this.isClosed) return;
    this.#replay.quote(quote);
    this.#follow();
  }

  /** The trader's own closings that have come after the last quote. */
  end(): void {
    const { closings } = this.#story;
    this.#replay.endAt(Math.max(this.#replay.state.clock, ...closings.map(({ at }) => at)));
    this.#follow();
  }

  #follow(): void {
    const { events } = this.#replay;
    for (; this.#events < events.length; this.#events++) {
      const event = events[this.#events];
      if (event?.type === "filled") this.#closings.push(event.fill);
    }
  }

  get isClosed(): boolean {
    return this.#replay.state.run?.positions.length === 0;
  }

  /** Whether commands of the trader are still to come. */
  get isWaiting(): boolean {
    return this.#replay.hasCommands;
  }

  get closings(): readonly DemoFill[] {
    return this.#closings;
  }

  /** What is left of it, with its result at the last price, in cents before the closing commission; null when nothing is. */
  get rest(): { units: number; floatingCents: number; price: number; atMs: number } | null {
    const { state } = this.#replay;
    const [position] = state.run?.positions ?? [];
    const quote = position && lastPrice(state, position.symbol);
    if (!position || !quote) return null;
    const price = closingPrice(quote, position.side, this.#story.costs);
    const floatingCents = floatingCentsAt(position, price) - position.openCostCents;
    return { units: position.units, floatingCents, price, atMs: quote.heardAt };
  }
}

/** Whether a replay without a change has closed a position as the log says: else its tape or its log is not whole. */
export function isTrueTo(story: PositionStory, closings: readonly DemoFill[]): boolean {
  return (
    closings.length === story.closings.length &&
    story.closings.every((own, i) => {
      const found = closings[i];
      const isSame = found && CLOSING_FIELDS.every((field) => own[field] === found[field]);
      return isSame && own.quote.seq === found.quote.seq && (isForced(own) || own.rule === found.rule);
    })
  );
}

/** Whether neither stop, target nor trail closed it. */
function isForced({ rule }: DemoFill): boolean {
  return rule === "close" || rule === "stop_out" || rule === "reset";
}

const NO_EXITS: DemoExits = { stop: null, target: null, trail: null };

/** The engine's state just after the opening, with this position alone. */
function loneState({ open, costs, costsVersion }: PositionStory, exits: DemoExits): DemoState {
  const { positionId, symbol, side, units, price, quote, at, commissionCents } = open;
  const place = placeOf(open);
  const extreme = exits.trail === null ? null : { price: closingPrice(quote, side, costs), seq: quote.seq };
  const figures = { profitCents: 0, commissionCents: 0, overnightCents: 0, protectionCents: 0 };
  return {
    clock: at,
    lastSeq: place,
    lastOrderId: positionId,
    lastFillId: open.id,
    newestQuotes: { [quote.symbol]: quote },
    lastPrices: { [quote.symbol]: quote },
    run: {
      number: open.run,
      ...{ costs, costsVersion, leverage: null },
      ...{ startCents: LONE_BALANCE_CENTS, balanceCents: LONE_BALANCE_CENTS },
      ...{ ...figures, opened: 1, closed: 0, voided: 0, isInMarginCall: false, orders: [] },
      positions: [
        {
          ...{ ...exits, id: positionId, symbol, side, units, entryPrice: price, openedAt: at, armedSeq: place },
          ...{ version: 1, marginCents: 0, openCostCents: commissionCents, closedParts: "0", extreme },
        },
      ],
    },
  };
}

/** The trader's changes with other exits, and what closed parts of it besides its levels, in the order of the tape. */
function commandsOf({ open, amendments, closings }: PositionStory, exits: readonly DemoExits[]): PlacedCommand[] {
  const positionId = open.positionId;
  const versionIn = (state: DemoState) => state.run?.positions.find(({ id }) => id === positionId);
  const amended = amendments.map(({ seq, at }, i): PlacedCommand => {
    const changed = exits[i] ?? NO_EXITS;
    return {
      ...{ seq, at, quotes: [] },
      commandOf: (state) => {
        const position = versionIn(state);
        return position ? { type: "amend_position", positionId, version: position.version, ...changed } : null;
      },
    };
  });
  const closed = closings.filter(isForced).map((fill): PlacedCommand => {
    return {
      ...{ seq: placeOf(fill), at: fill.at, quotes: [] },
      // A stop-out closes at the last price while the newest quote may be one that fills nothing.
      stateOf: (state) => ({ ...state, newestQuotes: { [fill.quote.symbol]: fill.quote } }),
      commandOf: (state) => {
        const position = versionIn(state);
        if (!position) return null;
        const units = Math.min(fill.units, position.units);
        return { type: "close", positionId, version: position.version, units };
      },
    };
  });
  // An amendment and a closing of one number are in the order of their times.
  return [...amended, ...closed].toSorted((a, b) => a.seq - b.seq || a.at - b.at);
}
