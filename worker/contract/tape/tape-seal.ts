import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The seal of the records of one minute, which is published: which they are, the root of the Merkle tree of their lines, the
 * seal before it, and the hash of all that. Hashes are hexadecimal, in lower case.
 */
export type Seal = {
  minuteMs: number;
  firstSeq: number;
  lastSeq: number;
  root: string;
  previous: string;
  seal: string;
};

/** The value that the first seal of a tape has in the place of the seal before it. */
export const NO_PREVIOUS_SEAL = "0".repeat(64);

/**
 * The hash of what a seal says.
 * Source: docs/tape.md, "Seals"
 */
export function sealHash({ minuteMs, firstSeq, lastSeq, root, previous }: Omit<Seal, "seal">): string {
  return bytesToHex(sha256(utf8ToBytes(`tonle tape 1\n${minuteMs}\n${firstSeq}\n${lastSeq}\n${root}\n${previous}\n`)));
}
