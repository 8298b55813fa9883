import type { FillProofs } from "../../contract/demo/demo-messages.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import { minuteOf } from "../../contract/tape/tape-minute.ts";
import { proofsOf, type SealedProof } from "../../contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../contract/tape/tape-record.ts";
import type { Seal } from "../../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../contract/time.ts";

/** Quotes of the same symbol this long before and after a quote are proven with it, at most so many on either side. */
const NEIGHBOURS = { withinMs: 3_000, max: 20 } as const;
/** A minute's segment reaches the bucket soon after its end. */
const SEALED_AFTER_MS = 5_000;

/** Where the tape is read. */
export type TapeReader = {
  /** The seal of the minute with a record; null before its segment is stored. */
  sealOf(seq: number): Promise<Seal | null>;
  /** The records of a minute; null when its segment is not stored. */
  segment(minuteMs: number): Promise<TapeRecord[] | null>;
  /** Whether a record that was on the tape is there no longer, and will not come back. */
  isLost(seq: number): Promise<boolean>;
};

/** From when on a quote can be proven, epoch ms. */
export function sealedAtMs({ heardAt }: Pick<MarketQuote, "heardAt">): number {
  return minuteOf(heardAt) + MINUTE_MS + SEALED_AFTER_MS;
}

/** A minute that is sealed has no segment: it was not stored yet, was removed for its age, or is damaged. */
export class MissingSegmentError extends Error {
  override name = "MissingSegmentError";
  readonly minuteMs: number;

  constructor(minuteMs: number) {
    super(`the tape's segment of ${new Date(minuteMs).toISOString()} is missing`);
    this.minuteMs = minuteMs;
  }
}

/** The segments of one run, each read once. */
export class Segments {
  readonly #tape: TapeReader;
  readonly #read = new Map<number, TapeRecord[]>();

  constructor(tape: TapeReader) {
    this.#tape = tape;
  }

  /** The minute with a record; null before it is sealed. @throws MissingSegmentError */
  async minuteWith(seq: number): Promise<{ seal: Seal; records: TapeRecord[] } | null> {
    const seal = await this.#tape.sealOf(seq);
    if (!seal) return null;
    const records = this.#read.get(seal.minuteMs) ?? (await this.#tape.segment(seal.minuteMs));
    if (!records) throw new MissingSegmentError(seal.minuteMs);
    this.#read.set(seal.minuteMs, records);
    return { seal, records };
  }
}

/** The proofs of a quote, of those of its symbol around it, and of the one that set an extreme; null before their minutes are sealed. */
export async function proofsOfQuotes(
  { quote, extreme }: { quote: Pick<MarketQuote, "seq" | "symbol" | "heardAt">; extreme: { seq: number } | null },
  segments: Segments,
): Promise<FillProofs | null> {
  const minute = await segments.minuteWith(quote.seq);
  if (!minute) return null;
  const { seal, records } = minute;
  const seqs = [quote.seq, ...neighboursOf(records, quote)];
  const [proof, ...neighbours] = proofsOf(records, seqs);
  const extremeProof = extreme && (await sealedProofOf(extreme.seq, segments));
  if (!proof || (extreme && !extremeProof)) return null;
  return { quote: { proof, seal }, neighbours, extreme: extremeProof };
}

/** The proof of a record with the seal of its minute; null before that is sealed. */
export async function sealedProofOf(seq: number, segments: Segments): Promise<SealedProof | null> {
  const minute = await segments.minuteWith(seq);
  if (!minute) return null;
  const [proof] = proofsOf(minute.records, [seq]);
  return proof ? { proof, seal: minute.seal } : null;
}

/** The numbers of the quotes of the same symbol around a quote, in the same minute. */
function neighboursOf(
  records: readonly TapeRecord[],
  { seq, symbol, heardAt }: Pick<MarketQuote, "seq" | "symbol" | "heardAt">,
): number[] {
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
