import type { DemoCosts, DemoEvent, DemoExits, DemoFill, DemoInput } from "../demo/demo-types.ts";
import type { PathPosition } from "../excursion/position-path.ts";

/** The trader set anew what closes the position, after the record `seq` of the tape. */
export type StoryAmendment = { type: "amended"; seq: number; at: number } & DemoExits;

/** What happened to a position of a demo run, from its account's log: plain JSON. */
export type PositionStory = {
  costs: DemoCosts;
  costsVersion: number | null;
  open: DemoFill;
  /** Stop, target and trail of the order when it filled; null for fills from before they were recorded. */
  exits: DemoExits | null;
  /** In the order of the log. */
  amendments: StoryAmendment[];
  /** The fills that closed parts of it, in their order. */
  closings: DemoFill[];
  /** Whether nothing of it is open. */
  isClosed: boolean;
};

/** A row of the log, as far as a story needs it. */
export type StoryRow = { input: DemoInput; events: readonly DemoEvent[] };

/**
 * The story of a position.
 * @param given.fills its fills, oldest first
 * @param given.rows the rows of the log with its events; others are left out
 */
export function storyOf(given: {
  costs: DemoCosts;
  costsVersion: number | null;
  exits: DemoExits | null;
  fills: readonly DemoFill[];
  rows: Iterable<StoryRow>;
}): PositionStory | null {
  const [open, ...closings] = given.fills;
  if (open?.kind !== "open") return null;
  const { costs, costsVersion, exits } = given;
  const amendments: StoryAmendment[] = [];
  let isVoided = false;
  for (const { input, events } of given.rows) {
    for (const event of events) {
      if (event.type === "position_voided" && event.positionId === open.positionId) isVoided = true;
      if (event.type !== "position_amended" || event.positionId !== open.positionId || input.type !== "command")
        continue;
      const { at, stop, target, trail } = event;
      amendments.push({ type: "amended", seq: input.seq, at, stop, target, trail });
    }
  }
  const closed = closings.reduce((sum, { units }) => sum + units, 0);
  return { costs, costsVersion, open, exits, amendments, closings, isClosed: !isVoided && closed === open.units };
}

/** The number of the tape's newest record at a fill. */
export function placeOf({ tapeSeq, quote }: DemoFill): number {
  return tapeSeq ?? quote.seq;
}

/** The position, as what happened to its parts is measured. */
export function pathPositionOf({ open, exits, closings }: PositionStory): PathPosition {
  return {
    symbol: open.symbol,
    side: open.side,
    entryPrice: open.price,
    openSeq: open.quote.seq,
    openedAtMs: open.at,
    stop: exits?.stop ?? null,
    parts: closings.map(({ id, units, price, quote, at }) => ({ id, units, price, seq: quote.seq, atMs: at })),
  };
}

/** The result of closed parts after all costs, in cents. */
export function netCentsOf(closings: readonly DemoFill[]): number {
  return closings.reduce(
    (sum, { profitCents, commissionCents, attributedCostCents }) =>
      sum + (profitCents ?? 0) - commissionCents - (attributedCostCents ?? 0),
    0,
  );
}
