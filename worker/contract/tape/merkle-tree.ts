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
 * For each of these leaves the hashes that, with its own, give the root: the sibling of each node on the way up, the lowest
 * first. The tree is hashed once.
 * @param indexes the leaves' places, from 0
 * @throws RangeError when there is no such leaf
 */
export function merklePaths(leaves: readonly Hash[], indexes: readonly number[]): Hash[][] {
  const paths = new Map<number, Hash[]>();
  for (const index of indexes) {
    leafAt(leaves, index);
    paths.set(index, []);
  }
  if (paths.size > 0) collectPaths(leaves, { from: 0, to: leaves.length }, paths);
  return indexes.map((index) => paths.get(index) ?? []);
}

/** Adds to each path within a part of the tree the siblings in it. @returns the part's root */
function collectPaths(
  leaves: readonly Hash[],
  { from, to }: { from: number; to: number },
  paths: ReadonlyMap<number, Hash[]>,
): Hash {
  if (to - from === 1) return leafAt(leaves, from);
  const middle = from + leftSize(to - from);
  const left = collectPaths(leaves, { from, to: middle }, paths);
  const right = collectPaths(leaves, { from: middle, to }, paths);
  for (const [index, path] of paths) {
    if (index >= from && index < to) path.push(index < middle ? right : left);
  }
  return nodeHash(left, right);
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

/** The side of its sibling on which each node on the way from a leaf to the root is, the lowest first. */
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
