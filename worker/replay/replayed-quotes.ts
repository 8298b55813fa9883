import { AppError } from "../contract/errors.ts";
import { type PackedQuotes, packQuotes } from "../contract/replay/packed-quotes.ts";
import { REPLAY_SPAN } from "../contract/replay/replay-span.ts";
import { TRADED_SYMBOLS } from "../contract/symbols.ts";
import { minuteOf } from "../contract/tape/tape-minute.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { ownAccount } from "../platform/own-account.ts";
import type { Scope } from "../platform/scope.ts";
import { pieceSource, readTapePiece } from "./read-tape-piece.ts";

/**
 * The quotes of a trade's symbol from a minute on, at most an hour of them. `records` are the numbers of the first and the last record of the
 * tape that was read, of any symbol; null where there is none. The next piece begins at `nextMs`; null after the last one.
 */
export type ReplayedQuotes = {
  quotes: PackedQuotes;
  records: { first: number; last: number } | null;
  isWhole: boolean;
  nextMs: number | null;
};

/**
 * Records of the tape are private: a trader gets those of the symbol around an own trade alone.
 * @throws AppError `not_found` for a fill that has not closed anything, or for a time away from its position
 */
export async function replayedQuotes(
  scope: Scope,
  { id, fromMs, afterSeq }: { id: number; fromMs: number; afterSeq: number },
): Promise<ReplayedQuotes> {
  const account = await ownAccount(scope);
  const span = await account.positionSpan(id);
  if (!span) throw new AppError("not_found", ERROR_TEXT.not_found);
  const nowMs = scope.now();
  const firstMs = minuteOf(span.openedAtMs - REPLAY_SPAN.beforeMs);
  const endMs = Math.min(span.closedAtMs + REPLAY_SPAN.afterMs, nowMs);
  if (fromMs < firstMs || fromMs >= endMs) throw new AppError("not_found", ERROR_TEXT.not_found);
  const piece = await readTapePiece(pieceSource(scope.bindings), { fromMs, untilMs: endMs, afterSeq }, nowMs);
  const [first, last] = [piece.records[0], piece.records.at(-1)];
  return {
    quotes: packQuotes(piece.records, TRADED_SYMBOLS[span.symbol].pricedFrom),
    records: first && last ? { first: first.seq, last: last.seq } : null,
    isWhole: piece.isWhole,
    nextMs: piece.nextMs < endMs ? piece.nextMs : null,
  };
}
