import { checkTape } from "../../worker/contract/tape/check-tape.ts";
import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { decodeRecords, encodeRecords } from "../../worker/contract/tape/tape-codec.ts";
import { checkProof, type Proof, proofOf } from "../../worker/contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal } from "../../worker/contract/tape/tape-seal.ts";
import { madeUpMinutes } from "./made-up-minutes.ts";

/** The measured steps. Each but `proof` and `check proof` works on all quotes; those two on one. */
export const STEPS = ["write", "read", "seal", "check", "proof", "check proof"] as const;
export type Step = (typeof STEPS)[number];

/** Minutes in one round of a step. */
export const MINUTES = 5;

type Material = { segments: TapeRecord[][]; bytes: Uint8Array[]; seals: Seal[]; proof: Proof };

const prepared = new Map<number, Material>();

/** Makes the tape of a rate, once. */
export function prepare(quotesPerSecond: number): Material {
  const found = prepared.get(quotesPerSecond);
  if (found) return found;
  const segments = madeUpMinutes({ minutes: MINUTES, quotesPerSecond });
  const seals: Seal[] = [];
  for (const records of segments) seals.push(sealSegment(records, seals.at(-1)?.seal ?? NO_PREVIOUS_SEAL));
  const [first = []] = segments;
  const middle = first[first.length >> 1]?.seq ?? 0;
  const made = { segments, seals, bytes: segments.map(encodeRecords), proof: proofOf(first, middle) };
  prepared.set(quotesPerSecond, made);
  return made;
}

/** Runs a step on the prepared tape a number of times. */
export async function runStep(step: Step, quotesPerSecond: number, rounds: number): Promise<void> {
  const { segments, bytes, seals, proof } = prepare(quotesPerSecond);
  const [first = []] = segments;
  const [firstSeal] = seals;
  if (!firstSeal) throw new Error("no seal");
  const middle = first[first.length >> 1]?.seq ?? 0;
  const segmentOf = async (seal: Seal) => bytes[seals.indexOf(seal)] ?? null;
  for (let round = 0; round < rounds; round++) {
    if (step === "write") segments.map(encodeRecords);
    if (step === "read") bytes.map(decodeRecords);
    if (step === "seal") segments.map((records) => sealSegment(records, NO_PREVIOUS_SEAL));
    if (step === "proof") proofOf(first, middle);
    if (step === "check proof" && checkProof(proof, firstSeal) !== true) throw new Error("the proof does not hold");
    if (step === "check") {
      for await (const { faults } of checkTape({ seals, segmentOf, before: null })) {
        if (faults.length > 0) throw new Error("the tape has a fault");
      }
    }
  }
}
