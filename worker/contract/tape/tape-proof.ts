import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { leafHash, merklePaths, rootOfPath } from "./merkle-tree.ts";
import { recordLeaf } from "./seal-segment.ts";
import { minuteOf } from "./tape-minute.ts";
import { readRecordLine, recordLine, TapeFormatError, type TapeRecord } from "./tape-record.ts";
import { type Seal, sealHash } from "./tape-seal.ts";

/**
 * That a record is in a sealed segment: its line, its place among the segment's records (from 0) and their number, and
 * the hashes that lead from it to the root, the lowest first.
 */
export type Proof = { line: string; index: number; count: number; path: string[] };

/** A record's proof, and the seal of its minute. */
export type SealedProof = { proof: Proof; seal: Seal };

/**
 * The fault of a proof:
 * - `bad_line`: the line is not a record's
 * - `bad_seal`: the seal's hash is not that of what the seal says
 * - `wrong_seal`: the seal is of other records: minute, place or number do not fit
 * - `wrong_path`: line and path do not lead to the seal's root
 */
export type ProofFault = "bad_line" | "bad_seal" | "wrong_seal" | "wrong_path";

/**
 * The proofs of some records of one segment.
 * @param records all records of the segment
 * @throws RangeError when one is not among them
 */
export function proofsOf(records: readonly TapeRecord[], seqs: readonly number[]): Proof[] {
  const found = seqs.map((seq) => {
    const index = records.findIndex((record) => record.seq === seq);
    const record = records[index];
    if (!record) throw new RangeError(`no record ${seq} in the segment`);
    return { record, index };
  });
  const indexes = found.map(({ index }) => index);
  const paths = merklePaths(records.map(recordLeaf), indexes);
  return found.map(({ record, index }, i) => {
    const path = (paths[i] ?? []).map(bytesToHex);
    return { line: recordLine(record), index, count: records.length, path };
  });
}

/** The proof of one record; see {@link proofsOf}. */
export function proofOf(records: readonly TapeRecord[], seq: number): Proof {
  const [proof] = proofsOf(records, [seq]);
  if (!proof) throw new RangeError(`no record ${seq} in the segment`);
  return proof;
}

/** Whether a proof shows that its line is in the segment of a seal; the first fault otherwise. */
export function checkProof(proof: Proof, seal: Seal): true | ProofFault {
  const record = recordOf(proof.line);
  if (!record) return "bad_line";
  if (sealHash(seal) !== seal.seal) return "bad_seal";
  const { index, count } = proof;
  const isOfSeal =
    count === seal.lastSeq - seal.firstSeq + 1 &&
    record.seq === seal.firstSeq + index &&
    minuteOf(record.heardAt) === seal.minuteMs;
  if (!isOfSeal) return "wrong_seal";

  if (!proof.path.every((hash) => HASH.test(hash))) return "wrong_path";
  const root = rootOfPath(leafHash(utf8ToBytes(proof.line)), { index, count }, proof.path.map(hexToBytes));
  return root && bytesToHex(root) === seal.root ? true : "wrong_path";
}

const HASH = /^[0-9a-f]{64}$/;

function recordOf(line: string): TapeRecord | null {
  try {
    return readRecordLine(line);
  } catch (error) {
    if (error instanceof TapeFormatError) return null;
    throw error;
  }
}
