import type { FillProofs } from "../contract/demo/demo-messages.ts";
import type { DemoFill } from "../contract/demo/demo-types.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { proofsOfQuotes, Segments, sealedAtMs, type TapeReader } from "../prices/tape/quote-proofs.ts";
import type { ReceiptStore } from "./receipt-store.ts";

/** When what could not be proven is tried again. */
const RETRY = { minMs: 5_000, maxMs: 5 * MINUTE_MS } as const;
const FILLS_PER_RUN = 20;

/**
 * Adds to receipts the proofs of their quotes, and of the quotes around them, when the minute is sealed. Segments are
 * deleted some day; the receipt keeps what it refers to.
 */
export class ReceiptProver {
  readonly #tape: TapeReader;
  /** Not before this time is anything tried again, epoch ms. */
  #againAtMs = 0;
  #retryMs: number = RETRY.minMs;

  constructor(tape: TapeReader) {
    this.#tape = tape;
  }

  /** When the oldest receipt without proofs can get them, epoch ms; null when all have them. */
  nextMs(receipts: ReceiptStore): number | null {
    const [oldest] = receipts.unproven(1);
    return oldest ? Math.max(this.#againAtMs, sealedAtMs(oldest.quote)) : null;
  }

  /**
   * Adds the proofs of receipts whose minute is sealed, some at a time. A receipt whose quote is lost says so from then on; one whose
   * segment cannot be read delays no other.
   * @throws Error when the tape cannot be read, or lacks a segment; {@link nextMs} then waits
   */
  async prove(receipts: ReceiptStore, nowMs: number): Promise<void> {
    if ((this.nextMs(receipts) ?? Number.POSITIVE_INFINITY) > nowMs) return;
    this.#againAtMs = nowMs + this.#retryMs;
    this.#retryMs = Math.min(2 * this.#retryMs, RETRY.maxMs);
    const segments = new Segments(this.#tape);
    const failed: unknown[] = [];
    let isWaiting = false;
    for (const fill of receipts.unproven(FILLS_PER_RUN)) {
      if (sealedAtMs(fill.quote) > nowMs) break;
      try {
        const proofs = await this.#proofsOf(fill, segments);
        if (proofs === "lost") receipts.markLost(fill.id);
        else if (proofs) receipts.writeProofs(fill.id, proofs);
        else isWaiting = true;
      } catch (error) {
        failed.push(error);
      }
    }
    if (failed.length > 0) throw failed[0];
    if (isWaiting) return;
    this.#againAtMs = 0;
    this.#retryMs = RETRY.minMs;
  }

  /** The proofs of a fill; null before its minute is sealed, `lost` when the tape has its quote no longer. */
  async #proofsOf(fill: DemoFill, segments: Segments): Promise<FillProofs | "lost" | null> {
    const proofs = await proofsOfQuotes(fill, segments);
    if (proofs) return proofs;
    const seqs = [fill.quote.seq, ...(fill.extreme ? [fill.extreme.seq] : [])];
    for (const seq of seqs) if (await this.#tape.isLost(seq)) return "lost";
    return null;
  }
}
