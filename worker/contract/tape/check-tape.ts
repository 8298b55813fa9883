import { checkSeal, type FoundFault, type SealBefore } from "./check-seal.ts";
import { sealSegment } from "./seal-segment.ts";
import { decodeRecords } from "./tape-codec.ts";
import { TapeFormatError, type TapeRecord } from "./tape-record.ts";
import type { Seal } from "./tape-seal.ts";

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
 * @param tape.keptFromMs segments of earlier minutes were removed on purpose: only their seals are checked
 * @returns the result for each seal, as it was found
 */
export async function* checkTape({
  seals,
  segmentOf,
  before,
  keptFromMs = 0,
}: {
  seals: AsyncIterable<Seal> | Iterable<Seal>;
  segmentOf: (seal: Seal) => Promise<Uint8Array | null>;
  before?: SealBefore | null;
  keptFromMs?: number;
}): AsyncGenerator<CheckedSegment, void, undefined> {
  let last: SealBefore | null | undefined = before;
  for await (const seal of seals) {
    const faults = checkSeal(seal, last);
    const isKept = seal.minuteMs >= keptFromMs;
    const bytes = isKept ? await segmentOf(seal) : null;
    const { records, fault } = bytes ? checkSegment(bytes, seal) : { records: 0, fault: isKept ? MISSING : null };
    if (fault) faults.push(fault);
    yield { seal, records, bytes: bytes?.length ?? 0, faults };
    last = seal;
  }
}

const MISSING: FoundFault = { fault: "missing_segment", detail: "no bytes are stored" };

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
