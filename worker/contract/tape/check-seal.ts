import { NO_PREVIOUS_SEAL, type Seal, sealHash } from "./tape-seal.ts";

/**
 * A fault of a segment or its seal:
 * - `changed_seal`: the seal's hash is not that of what the seal says
 * - `missing_seal`: records lie between the seal before and this one
 * - `reordered`: the seal belongs before the one that precedes it, or to an earlier minute
 * - `broken_chain`: it does not name the seal before it: that one was made anew, or this one
 * - `missing_segment`: its records are not there
 * - `unreadable_segment`: the bytes are no records
 * - `wrong_segment`: the records are those of another seal: other numbers or another minute
 * - `changed_records`: a record was changed, added, removed or moved
 */
export type TapeFault = (typeof SEAL_FAULTS)[number] | (typeof SEGMENT_FAULTS)[number];

/** The faults of seals. */
const SEAL_FAULTS = ["changed_seal", "missing_seal", "reordered", "broken_chain"] as const;
/** The faults of segments: one that is stored again as it was has none any more. */
export const SEGMENT_FAULTS = ["missing_segment", "unreadable_segment", "wrong_segment", "changed_records"] as const;

/** A fault, and in one sentence what was found. */
export type FoundFault = { fault: TapeFault; detail: string };

/** The facts of the seal before the first one that it checks. */
export type SealBefore = Pick<Seal, "minuteMs" | "lastSeq" | "seal">;

/**
 * Finds the faults of a seal by itself, and of how it follows the one before it.
 * @param before as `checkTape` takes it
 */
export function checkSeal(seal: Seal, before: SealBefore | null | undefined): FoundFault[] {
  const faults: FoundFault[] = [];
  if (sealHash(seal) !== seal.seal) {
    faults.push({ fault: "changed_seal", detail: "its hash is not that of what it says" });
  }
  const linkFault = checkLink(seal, before);
  return linkFault ? [...faults, linkFault] : faults;
}

function checkLink(seal: Seal, before: SealBefore | null | undefined): FoundFault | null {
  if (before === undefined) return null;
  if (before === null) {
    return seal.previous === NO_PREVIOUS_SEAL
      ? null
      : { fault: "missing_seal", detail: `it follows a seal, but is the first one: record ${seal.firstSeq}` };
  }
  if (seal.firstSeq <= before.lastSeq || seal.minuteMs <= before.minuteMs) {
    return { fault: "reordered", detail: `record ${seal.firstSeq} comes after record ${before.lastSeq}` };
  }
  if (seal.firstSeq > before.lastSeq + 1) {
    return { fault: "missing_seal", detail: `no seal of records ${before.lastSeq + 1} to ${seal.firstSeq - 1}` };
  }
  if (seal.previous !== before.seal) {
    return { fault: "broken_chain", detail: "the seal before it is not the one that it names" };
  }
  return null;
}
