import { decodeRecords } from "./tape-codec.ts";
import { TapeFormatError, type TapeRecord } from "./tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal, sealHash, sealSegment } from "./tape-seal.ts";

/**
 * What is wrong with a segment or its seal:
 * - `changed_seal`: the seal's hash is not that of what the seal says
 * - `missing_seal`: records lie between the seal before and this one
 * - `reordered`: the seal belongs before the one that precedes it, or to an earlier minute
 * - `broken_chain`: it does not name the seal before it: that one was made anew, or this one
 * - `missing_segment`: its records are not there
 * - `unreadable_segment`: the bytes are no records
 * - `wrong_segment`: the records are those of another seal: other numbers or another minute
 * - `changed_records`: a record was changed, added, removed or moved
 */
export type TapeFault =
  | "changed_seal"
  | "missing_seal"
  | "reordered"
  | "broken_chain"
  | "missing_segment"
  | "unreadable_segment"
  | "wrong_segment"
  | "changed_records";

/** A fault, and in one sentence what was found. */
export type FoundFault = { fault: TapeFault; detail: string };

/** The result for one seal: how much was read of its segment, and what is wrong. */
export type CheckedSegment = { seal: Seal; records: number; bytes: number; faults: FoundFault[] };

/**
 * Checks seals and their segments, one after the other, with no more than one segment in memory. Seals that were
 * removed from the end leave no trace: compare the last one with a copy.
 *
 * @param tape.seals the seals, oldest first
 * @param tape.segmentOf the stored bytes of a seal's segment, null when there are none
 * @param tape.before the seal before the first one; null when the first one is the tape's first; left out when it is
 * not known, and then the first one's link is not checked
 * @returns the result for each seal, as it was found
 */
export async function* checkTape({
  seals,
  segmentOf,
  before,
}: {
  seals: AsyncIterable<Seal> | Iterable<Seal>;
  segmentOf: (seal: Seal) => Promise<Uint8Array | null>;
  before?: Seal | null;
}): AsyncGenerator<CheckedSegment, void, undefined> {
  let last = before;
  for await (const seal of seals) {
    const faults = checkSeal(seal, last);
    const bytes = await segmentOf(seal);
    const { records, fault } = bytes ? checkSegment(bytes, seal) : { records: 0, fault: MISSING };
    if (fault) faults.push(fault);
    yield { seal, records, bytes: bytes?.length ?? 0, faults };
    last = seal;
  }
}

const MISSING: FoundFault = { fault: "missing_segment", detail: "there is no segment" };

/**
 * What is wrong with a seal by itself, and with how it follows the one before it.
 * @param before as `checkTape` takes it
 */
export function checkSeal(seal: Seal, before: Seal | null | undefined): FoundFault[] {
  const faults: FoundFault[] = [];
  if (sealHash(seal) !== seal.seal) {
    faults.push({ fault: "changed_seal", detail: "its hash is not that of what it says" });
  }
  const linkFault = checkLink(seal, before);
  return linkFault ? [...faults, linkFault] : faults;
}

function checkLink(seal: Seal, before: Seal | null | undefined): FoundFault | null {
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

/** Whether the bytes are the records that were sealed. */
function checkSegment(bytes: Uint8Array, seal: Seal): { records: number; fault: FoundFault | null } {
  let records: TapeRecord[] = [];
  try {
    records = decodeRecords(bytes);
    const found = sealSegment(records, seal.previous);
    return { records: records.length, fault: compare(found, seal) };
  } catch (error) {
    if (!(error instanceof TapeFormatError)) throw error;
    return { records: records.length, fault: { fault: "unreadable_segment", detail: error.message } };
  }
}

function compare(found: Seal, seal: Seal): FoundFault | null {
  const isOfSeal =
    found.firstSeq === seal.firstSeq && found.lastSeq === seal.lastSeq && found.minuteMs === seal.minuteMs;
  if (!isOfSeal) {
    return { fault: "wrong_segment", detail: `it has records ${found.firstSeq} to ${found.lastSeq}` };
  }
  return found.root === seal.root
    ? null
    : { fault: "changed_records", detail: "the records are not those that were sealed" };
}
