import { createHash } from "node:crypto";

/**
 * A second implementation of the tape's hashes and bytes, written from docs/tape.md alone: slow, with nothing of
 * `worker/contract`. Tests compare the two.
 */

export type NaiveSeal = {
  minuteMs: number;
  firstSeq: number;
  lastSeq: number;
  root: string;
  previous: string;
  seal: string;
};

function sha256(...parts: Array<Buffer | string>): Buffer {
  return createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
}

const leaf = (line: string) => sha256(Buffer.of(0), line);
const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);

function largestPowerOfTwoBelow(n: number): number {
  return 2 ** [...Array(31).keys()].filter((power) => 2 ** power < n).length / 2;
}

/** The root of the lines' tree. */
export function naiveRoot(lines: readonly string[]): Buffer {
  const [line] = lines;
  if (lines.length === 1 && line !== undefined) return leaf(line);
  const k = largestPowerOfTwoBelow(lines.length);
  return node(naiveRoot(lines.slice(0, k)), naiveRoot(lines.slice(k)));
}

function sealOf({ minuteMs, firstSeq, lastSeq, root, previous }: Omit<NaiveSeal, "seal">): string {
  const lines = ["tonle tape 1", minuteMs, firstSeq, lastSeq, root, previous];
  return sha256(lines.map((line) => `${line}\n`).join("")).toString("hex");
}

/** The seal of a segment, from its lines. */
export function naiveSeal(lines: readonly string[], previous: string): NaiveSeal {
  const numbers = lines.map((line) => line.split(" ").map(Number));
  const claims = {
    minuteMs: Math.floor((numbers[0]?.[1] ?? 0) / 60_000) * 60_000,
    firstSeq: numbers[0]?.[0] ?? 0,
    lastSeq: numbers.at(-1)?.[0] ?? 0,
    root: naiveRoot(lines).toString("hex"),
    previous,
  };
  return { ...claims, seal: sealOf(claims) };
}

/** Whether seals follow each other as the page requires. */
export function naiveSealsHold(seals: readonly NaiveSeal[]): boolean {
  return seals.every((seal, i) => {
    const before = seals[i - 1];
    if (seal.seal !== sealOf(seal)) return false;
    if (!before) return true;
    return seal.previous === before.seal && seal.firstSeq === before.lastSeq + 1 && seal.minuteMs > before.minuteMs;
  });
}

/** Whether lines are those of a seal. */
export function naiveSegmentHolds(lines: readonly string[], seal: NaiveSeal): boolean {
  const records = lines.map((line) => line.split(" ").map(Number));
  const areInOrder = records.every(([seq = 0, heardAt = 0], i) => {
    const [seqBefore = seq - 1, heardBefore = 0] = records[i - 1] ?? [];
    const isInMinute = heardAt >= seal.minuteMs && heardAt < seal.minuteMs + 60_000;
    return seq === seqBefore + 1 && heardAt >= heardBefore && isInMinute;
  });
  return (
    areInOrder &&
    records[0]?.[0] === seal.firstSeq &&
    records.at(-1)?.[0] === seal.lastSeq &&
    naiveRoot(lines).toString("hex") === seal.root
  );
}

/** Whether a proof shows that its line is in a seal's segment. */
export function naiveProofHolds(
  { line, index, count, path }: { line: string; index: number; count: number; path: readonly string[] },
  seal: NaiveSeal,
): boolean {
  const [seq = 0, heardAt = 0] = line.split(" ").map(Number);
  if (seal.seal !== sealOf(seal)) return false;
  if (count !== seal.lastSeq - seal.firstSeq + 1 || index < 0 || index >= count) return false;
  if (seq !== seal.firstSeq + index) return false;
  if (heardAt < seal.minuteMs || heardAt >= seal.minuteMs + 60_000) return false;
  return rootFor(leaf(line), index, count, path)?.toString("hex") === seal.root;
}

function rootFor(hash: Buffer, i: number, n: number, path: readonly string[]): Buffer | null {
  if (n === 1) return path.length === 0 ? hash : null;
  const last = path.at(-1);
  if (last === undefined) return null;
  const sibling = Buffer.from(last, "hex");
  const k = largestPowerOfTwoBelow(n);
  if (i < k) {
    const left = rootFor(hash, i, k, path.slice(0, -1));
    return left && node(left, sibling);
  }
  const right = rootFor(hash, i - k, n - k, path.slice(0, -1));
  return right && node(sibling, right);
}

const SOURCES = ["finnhub", "coinbase", "kraken"];
const KINDS = ["quoted", "modelled"];
const GAP_REASONS = ["restart", "outage", "switch", "idle"];
const SWITCH_REASONS = ["closed", "silent", "frozen", "outvoted", "preferred"];
const STATES = ["began", "ended"];

/** The lines of a stored segment. */
export function naiveLines(bytes: Uint8Array): string[] {
  let next = 0;
  const number = (): bigint => {
    const byte = BigInt(bytes[next++] ?? 0);
    return byte < 128n ? byte : byte - 128n + 128n * number();
  };
  const signed = () => {
    const code = number();
    return code % 2n === 0n ? code / 2n : -(code + 1n) / 2n;
  };
  const symbols: Array<{ name: string; bid: bigint; spread: bigint; age: bigint; origin: bigint }> = [];
  const symbol = (place: bigint) => {
    if (Number(place) === symbols.length) {
      const length = Number(number());
      const name = Buffer.from(bytes.slice(next, next + length)).toString();
      next += length;
      symbols.push({ name, bid: 0n, spread: 0n, age: 0n, origin: -1n });
    }
    // The page says that a place is one that was used before, or the next.
    return symbols[Number(place)] as (typeof symbols)[number];
  };
  const nameIn = (names: string[]) => (index: bigint) => names[Number(index)];
  const source = nameIn(SOURCES);

  number();
  const count = number();
  const firstSeq = number();
  const lines: string[] = [];
  let heardAt = 0n;
  for (let seq = firstSeq; seq < firstSeq + count; seq++) {
    const head = number();
    heardAt += number();
    const detail = head / 4n;
    const start = `${seq} ${heardAt}`;
    if (head % 4n === 0n) {
      const last = symbol(detail / 2n);
      if (detail % 2n === 1n) last.origin = number();
      last.bid += signed();
      last.spread += signed();
      last.age += signed();
      const sides = `${last.bid} ${last.bid + last.spread} ${heardAt - last.age}`;
      lines.push(`${start} quote ${last.name} ${sides} ${source(last.origin / 2n)} ${KINDS[Number(last.origin % 2n)]}`);
    } else if (head % 4n === 1n) {
      const names = Array.from({ length: Number(number()) }, () => symbol(number()).name);
      lines.push(`${start} gap ${names.join(",")} ${heardAt - number()} ${nameIn(GAP_REASONS)(detail)}`);
    } else if (head % 4n === 2n) {
      const { name } = symbol(number());
      const from = number();
      const fromName = from === 0n ? "none" : source(from - 1n);
      lines.push(`${start} switch ${name} ${fromName} ${source(number())} ${nameIn(SWITCH_REASONS)(detail)}`);
    } else {
      const { name } = symbol(number());
      const pair = `${source(number())},${source(number())}`;
      lines.push(`${start} disagreement ${name} ${pair} ${nameIn(STATES)(detail)}`);
    }
  }
  return lines;
}
