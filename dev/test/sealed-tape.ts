import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal } from "../../worker/contract/tape/tape-seal.ts";

/** Seals segments one after the other, as the first ones of a tape. */
export function sealAll(segments: readonly (readonly TapeRecord[])[]): Seal[] {
  const seals: Seal[] = [];
  for (const records of segments) seals.push(sealSegment(records, seals.at(-1)?.seal ?? NO_PREVIOUS_SEAL));
  return seals;
}
