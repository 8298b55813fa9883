/**
 * The Merkle tree of RFC 6962, section 2.1, over SHA-256: a leaf is the hash of a zero byte and its data, a node is the
 * hash of a one byte and its two children, and a tree of n leaves has on its left the largest power of two below n.
 */

import { sha256 } from "@noble/hashes/sha2.js";

/** A hash of 32 bytes. */
export type Hash = Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf with this data. */
export function leafHash(data: Uint8Array): Hash {
  return sha256.create().update(LEAF).update(data).digest();
}

function nodeHash(left: Hash, right: Hash): Hash {
  return sha256.create().update(NODE).update(left).update(right).digest();
}

/** The root of a tree with these hashes of leaves, of which there are none or more. */
export function merkleRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return sha256(new Uint8Array(0));
  return rootBetween(leaves, 0, leaves.length);
}

function rootBetween(leaves: readonly Hash[], from: number, to: number): Hash {
  if (to - from === 1) return leafAt(leaves, from);
  const middle = from + leftSize(to - from);
  return nodeHash(rootBetween(leaves, from, middle), rootBetween(leaves, middle, to));
}

/** The largest power of two below a number of leaves, two or more. */
function leftSize(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}

/**
 * The hashes that, with those of a leaf, give the root: the sibling of each node on the way up, the lowest first.
 * @param index the leaf's place, from 0
 * @throws RangeError when there is no such leaf
 */
export function merklePath(leaves: readonly Hash[], index: number): Hash[] {
  leafAt(leaves, index);
  const path: Hash[] = [];
  let from = 0;
  let to = leaves.length;
  while (to - from > 1) {
    const middle = from + leftSize(to - from);
    if (index < middle) {
      path.push(rootBetween(leaves, middle, to));
      to = middle;
    } else {
      path.push(rootBetween(leaves, from, middle));
      from = middle;
    }
  }
  return path.reverse();
}

function leafAt(leaves: readonly Hash[], index: number): Hash {
  const leaf = leaves[index];
  if (!leaf) throw new RangeError(`no leaf ${index} of ${leaves.length}`);
  return leaf;
}

/**
 * The root that a leaf and its path lead to.
 * @param leaf the leaf's hash
 * @param index its place, from 0
 * @param count the number of leaves of the tree
 * @returns null when no tree of this size has a path of this length at this place
 */
export function rootOfPath(
  leaf: Hash,
  { index, count }: { index: number; count: number },
  path: readonly Hash[],
): Hash | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count) return null;
  const sides = sidesOf(index, count);
  if (sides.length !== path.length) return null;
  return path.reduce(
    (hash, sibling, level) => (sides[level] === "left" ? nodeHash(hash, sibling) : nodeHash(sibling, hash)),
    leaf,
  );
}

/** On which side of its sibling each node on the way from a leaf to the root is, the lowest first. */
function sidesOf(index: number, count: number): Array<"left" | "right"> {
  const sides: Array<"left" | "right"> = [];
  let place = index;
  let size = count;
  while (size > 1) {
    const left = leftSize(size);
    const isLeft = place < left;
    sides.push(isLeft ? "left" : "right");
    place = isLeft ? place : place - left;
    size = isLeft ? left : size - left;
  }
  return sides.reverse();
}
