import type { FillProofs } from "../contract/demo/demo-messages.ts";
import type { DemoFill } from "../contract/demo/demo-types.ts";
import { minuteOf } from "../contract/tape/seal-segment.ts";
import { proofsOf, type SealedProof } from "../contract/tape/tape-proof.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import type { Seal } from "../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { ReceiptStore } from "./receipt-store.ts";

/** Quotes of the same symbol this long before and after the fill's are kept with it, at most so many on either side. */
const NEIGHBOURS = { withinMs: 3_000, max: 20 } as const;
/** A minute's segment reaches the bucket soon after its end. */
const SEALED_AFTER_MS = 5_000;
/** When what could not be proven is tried again. */
const RETRY = { minMs: 5_000, maxMs: 5 * MINUTE_MS } as const;
const FILLS_PER_RUN = 20;

/** Where the tape is read. */
export type TapeReader = {
  /** The seal of the minute with a record; null before its segment is stored. */
  sealOf(seq: number): Promise<Seal | null>;
  /** The records of a minute; null when its segment is not stored. */
  segment(minuteMs: number): Promise<TapeRecord[] | null>;
  /** Whether a record that was on the tape is there no longer, and will not come back. */
  isLost(seq: number): Promise<boolean>;
};

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
    return oldest ? Math.max(this.#againAtMs, sealedAtMs(oldest)) : null;
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
      if (sealedAtMs(fill) > nowMs) break;
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
    const proofs = await proofsOfFill(fill, segments);
    if (proofs) return proofs;
    const seqs = [fill.quote.seq, ...(fill.extreme ? [fill.extreme.seq] : [])];
    for (const seq of seqs) if (await this.#tape.isLost(seq)) return "lost";
    return null;
  }
}

function sealedAtMs({ quote }: DemoFill): number {
  return minuteOf(quote.heardAt) + MINUTE_MS + SEALED_AFTER_MS;
}

/** The segments of one run, each read once. */
class Segments {
  readonly #tape: TapeReader;
  readonly #read = new Map<number, TapeRecord[]>();

  constructor(tape: TapeReader) {
    this.#tape = tape;
  }

  /** The minute with a record; null before it is sealed. @throws Error when its segment is missing */
  async minuteWith(seq: number): Promise<{ seal: Seal; records: TapeRecord[] } | null> {
    const seal = await this.#tape.sealOf(seq);
    if (!seal) return null;
    const records = this.#read.get(seal.minuteMs) ?? (await this.#tape.segment(seal.minuteMs));
    if (!records) throw new Error(`the tape's segment of ${new Date(seal.minuteMs).toISOString()} is missing`);
    this.#read.set(seal.minuteMs, records);
    return { seal, records };
  }
}

/** The proofs of a fill; null before its minute is sealed. */
async function proofsOfFill({ quote, extreme }: DemoFill, segments: Segments): Promise<FillProofs | null> {
  const minute = await segments.minuteWith(quote.seq);
  if (!minute) return null;
  const { seal, records } = minute;
  const seqs = [quote.seq, ...neighboursOf(records, quote)];
  const [proof, ...neighbours] = proofsOf(records, seqs);
  const extremeProof = extreme && (await proofOfExtreme(extreme.seq, segments));
  if (!proof || (extreme && !extremeProof)) return null;
  return { quote: { proof, seal }, neighbours, extreme: extremeProof };
}

async function proofOfExtreme(seq: number, segments: Segments): Promise<SealedProof | null> {
  const minute = await segments.minuteWith(seq);
  if (!minute) return null;
  const [proof] = proofsOf(minute.records, [seq]);
  return proof ? { proof, seal: minute.seal } : null;
}

/** The numbers of the quotes of the same symbol around a quote, in the same minute. */
function neighboursOf(records: readonly TapeRecord[], { seq, symbol, heardAt }: DemoFill["quote"]): number[] {
  const near = records.filter(
    (record) =>
      record.type === "quote" &&
      record.symbol === symbol &&
      record.seq !== seq &&
      Math.abs(record.heardAt - heardAt) <= NEIGHBOURS.withinMs,
  );
  const seqs = near.map((record) => record.seq);
  const before = seqs.filter((one) => one < seq).slice(-NEIGHBOURS.max);
  return [...before, ...seqs.filter((one) => one > seq).slice(0, NEIGHBOURS.max)];
}
