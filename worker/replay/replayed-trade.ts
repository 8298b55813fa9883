import { AppError } from "../contract/errors.ts";
import type { PositionStory } from "../contract/replay/position-story.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { firstTapeMinute } from "./read-tape-piece.ts";
import { selectPartContext, selectTradeTimes } from "./replay-store.ts";

/** What the trader did before a trade. `medianUnits` is that of the last trades of its symbol; null without any. */
export type TradeContext = { lastLossMs: number | null; medianUnits: number | null };

/**
 * A closed part of a demo run, as a page replays it. `tapeFromMs` is the first minute of which the tape is kept, epoch ms; null while all of it
 * is still with the feed. `context` is null until the part is recorded.
 */
export type ReplayedPart = {
  kind: "part";
  story: PositionStory;
  context: TradeContext | null;
  tapeFromMs: number | null;
};
/** A cash trade, of which nobody has the ticks. */
export type TimedTrade = { kind: "trade"; openedAtMs: number; closedAtMs: number; stopPrice: number | null };

/** @throws AppError `not_found` for a fill that has not closed anything in that run of the caller's */
export async function replayedPart(scope: Scope, { run, id }: { run: number; id: number }): Promise<ReplayedPart> {
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectPartContext(scope.db.query, callerId, { run, id }),
  ]);
  const account = scope.bindings.DEMO_ACCOUNT.getByName(caller.userId);
  const [story, tapeFromMs] = await Promise.all([account.positionStory(id), firstTapeMinute(scope.bindings.TAPE)]);
  if (!story || story.open.run !== run) throw new AppError("not_found", ERROR_TEXT.not_found);
  const [part] = rows[0];
  const context = part ? { lastLossMs: part.lastLossMs, medianUnits: medianOf(part.sizes) } : null;
  return { kind: "part", story, context, tapeFromMs };
}

/** @throws AppError `not_found` for a trade that is not the caller's */
export async function timedTrade(scope: Scope, id: number): Promise<TimedTrade> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectTradeTimes(scope.db.query, callerId, id)]);
  const [trade] = rows[0];
  if (!trade) throw new AppError("not_found", ERROR_TEXT.not_found);
  return { kind: "trade", ...trade };
}

/** The middle one, the lower of two. */
function medianOf(sizes: readonly number[]): number | null {
  return sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? null;
}
