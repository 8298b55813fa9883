import { AppError } from "../contract/errors.ts";
import { REPLAY_SPAN } from "../contract/replay/replay-span.ts";
import { TRADED_SYMBOLS } from "../contract/symbols.ts";
import type { SealedProof } from "../contract/tape/tape-proof.ts";
import { readRecordLine } from "../contract/tape/tape-record.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { logFault } from "../platform/log.ts";
import { ownAccount } from "../platform/own-account.ts";
import type { Scope } from "../platform/scope.ts";
import { Segments, sealedProofOf } from "../prices/tape/quote-proofs.ts";
import { tapeReader } from "../prices/tape-reader.ts";

/**
 * The proof of a quote of an own trade's symbol around it, with the seal of its minute; null before that is sealed, and once its segment is
 * gone.
 * @throws AppError `not_found` for a fill that has not closed anything, and for a record that is none of the trade's quotes
 */
export async function quoteProof(scope: Scope, { id, seq }: { id: number; seq: number }): Promise<SealedProof | null> {
  const account = await ownAccount(scope);
  const span = await account.positionSpan(id);
  if (!span) throw new AppError("not_found", ERROR_TEXT.not_found);
  const sealed = await sealedProofOf(seq, new Segments(tapeReader(scope.bindings))).catch(logFault);
  if (!sealed) return null;
  const record = readRecordLine(sealed.proof.line);
  const isOwn =
    record.type === "quote" &&
    record.symbol === TRADED_SYMBOLS[span.symbol].pricedFrom &&
    record.heardAt >= span.openedAtMs - REPLAY_SPAN.beforeMs &&
    record.heardAt <= span.closedAtMs + REPLAY_SPAN.afterMs;
  if (!isOwn) throw new AppError("not_found", ERROR_TEXT.not_found);
  return sealed;
}
