import type { AlertFiring } from "../contract/alerts/price-alerts.ts";
import type { FillProofs } from "../contract/demo/demo-messages.ts";
import type { SealedProof } from "../contract/tape/tape-proof.ts";
import { proofsOfQuotes, Segments, sealedAtMs, sealedProofOf, type TapeReader } from "../prices/tape/quote-proofs.ts";

/** The proofs of a firing's quotes: as those of a fill, and that of the quote that counted before. */
export type AlertProofs = FillProofs & { before: SealedProof | null };

/**
 * The proofs of a firing; null before the minute of its quote is sealed, `lost` when the tape has a quote no longer.
 * @throws Error when the tape cannot be read, or lacks a segment
 */
export async function proofsOfFiring(
  { quote, before, extreme }: Pick<AlertFiring, "quote" | "before" | "extreme">,
  tape: TapeReader,
  nowMs: number,
): Promise<AlertProofs | "lost" | null> {
  if (nowMs < sealedAtMs(quote)) return null;
  const segments = new Segments(tape);
  const proofs = await proofsOfQuotes({ quote, extreme }, segments);
  const beforeProof = before && (await sealedProofOf(before.seq, segments));
  if (proofs && (beforeProof || !before)) return { ...proofs, before: beforeProof };
  for (const one of [quote, before, extreme]) if (one && (await tape.isLost(one.seq))) return "lost";
  return null;
}
