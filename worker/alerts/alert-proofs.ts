import type { AlertFiring } from "../contract/alerts/price-alerts.ts";
import type { FillProofs } from "../contract/demo/demo-messages.ts";
import type { SealedProof } from "../contract/tape/tape-proof.ts";
import { DAY_MS } from "../contract/time.ts";
import {
  MissingSegmentError,
  proofsOfQuotes,
  Segments,
  sealedAtMs,
  sealedProofOf,
  type TapeReader,
} from "../prices/tape/quote-proofs.ts";

/** The proofs of a firing's quotes: as those of a fill, and that of the quote that counted before. */
export type AlertProofs = FillProofs & { before: SealedProof | null };

/** How long a segment may take to the bucket. One that is older and not there was removed for its age. */
const STORED_WITHIN_MS = DAY_MS;

/**
 * The proofs of a firing; null before the minute of its quote is sealed, `lost` when the tape has a quote no longer.
 * @throws Error when the tape cannot be read, or lacks a segment of the last day
 */
export async function proofsOfFiring(
  firing: Pick<AlertFiring, "quote" | "before" | "extreme">,
  tape: TapeReader,
  nowMs: number,
): Promise<AlertProofs | "lost" | null> {
  const { quote, before, extreme } = firing;
  if (nowMs < sealedAtMs(quote)) return null;
  try {
    const proofs = await sealedProofsOf(firing, new Segments(tape));
    if (proofs) return proofs;
  } catch (error) {
    if (error instanceof MissingSegmentError && nowMs - error.minuteMs > STORED_WITHIN_MS) return "lost";
    throw error;
  }
  for (const one of [quote, before, extreme]) if (one && (await tape.isLost(one.seq))) return "lost";
  return null;
}

async function sealedProofsOf(
  { quote, before, extreme }: Pick<AlertFiring, "quote" | "before" | "extreme">,
  segments: Segments,
): Promise<AlertProofs | null> {
  const proofs = await proofsOfQuotes({ quote, extreme }, segments);
  const beforeProof = before && (await sealedProofOf(before.seq, segments));
  return proofs && (beforeProof || !before) ? { ...proofs, before: beforeProof } : null;
}
