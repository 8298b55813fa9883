import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Hash, leafHash, merkleRoot } from "./merkle-tree.ts";
import { assertFollows } from "./tape-codec.ts";
import { minuteOf } from "./tape-minute.ts";
import { recordLine, TapeFormatError, type TapeRecord } from "./tape-record.ts";
import { type Seal, sealHash } from "./tape-seal.ts";

/** The hash of a record as a leaf of its segment's tree. */
export function recordLeaf(record: TapeRecord): Hash {
  return leafHash(utf8ToBytes(recordLine(record)));
}

/**
 * Seals the records of one minute.
 * @param records all of the minute, in their order, at least one
 * @param previous the `seal` of the segment before, or {@link NO_PREVIOUS_SEAL}
 * @throws TapeFormatError when the records are not those of one minute, one after the other
 */
export function sealSegment(records: readonly TapeRecord[], previous: string): Seal {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) throw new TapeFormatError("a segment without records");
  const minuteMs = minuteOf(first.heardAt);
  const leaves = records.map((record, i) => {
    assertFollows(record, records[i - 1]);
    return recordLeaf(record);
  });
  if (minuteOf(last.heardAt) !== minuteMs) throw new TapeFormatError("a segment of more than one minute");
  const root = bytesToHex(merkleRoot(leaves));
  const claims = { minuteMs, firstSeq: first.seq, lastSeq: last.seq, root, previous };
  return { ...claims, seal: sealHash(claims) };
}
