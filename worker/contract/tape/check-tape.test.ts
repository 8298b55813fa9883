import { expect, test } from "bun:test";
import { randomTape } from "../../../dev/test/random-tape.ts";
import { sealAll } from "../../../dev/test/sealed-tape.ts";
import { fc } from "../../../web/test/property.ts";
import type { TapeFault } from "./check-seal.ts";
import { checkTape } from "./check-tape.ts";
import { sealSegment } from "./seal-segment.ts";
import { decodeRecords, encodeRecords } from "./tape-codec.ts";
import type { TapeRecord } from "./tape-record.ts";
import { type Seal, sealHash } from "./tape-seal.ts";

/** Seals, and the bytes of their segments by the minute, as they are stored. */
type StoredTape = { seals: Seal[]; bytes: Map<number, Uint8Array> };

function store(segments: readonly TapeRecord[][]): StoredTape {
  const seals = sealAll(segments);
  return { seals, bytes: new Map(segments.map((records, i) => [seals[i]?.minuteMs ?? 0, encodeRecords(records)])) };
}

/** The faults that are found, each with the place of its seal. */
async function faultsOf(
  { seals, bytes }: StoredTape,
  start: { before?: Seal | null; keptFromMs?: number } = { before: null },
): Promise<string[]> {
  const found: string[] = [];
  let place = 0;
  const segmentOf = async ({ minuteMs }: Seal) => bytes.get(minuteMs) ?? null;
  for await (const { faults } of checkTape({ seals, segmentOf, ...start })) {
    for (const { fault } of faults) found.push(`${place} ${fault}`);
    place += 1;
  }
  return found;
}

/** The seal, segment or record at a place that the tape has. */
function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place];
  if (item === undefined) throw new Error(`nothing at ${place}`);
  return item;
}

function bytesAt({ seals, bytes }: StoredTape, place: number): Uint8Array {
  const found = bytes.get(at(seals, place).minuteMs);
  if (!found) throw new Error(`no segment at ${place}`);
  return found;
}

function setBytes({ seals, bytes }: StoredTape, place: number, records: readonly TapeRecord[]): void {
  bytes.set(at(seals, place).minuteMs, encodeRecords(records));
}

const resealed = (seal: Seal): Seal => ({ ...seal, seal: sealHash(seal) });

/** A tape of four segments with three quotes each, at prices that differ. */
function fourSegments(): TapeRecord[][] {
  return [0, 1, 2, 3].map((minute) =>
    [0, 1, 2].map((i) => {
      const seq = 1 + minute * 3 + i;
      const heardAt = (29_924_520 + minute) * 60_000 + i * 1_000;
      const sides = { bid: 6_712_000 + seq, ask: 6_712_100 + seq };
      const origin = { source: "coinbase", kind: "quoted" } as const;
      return { seq, heardAt, type: "quote", symbol: "BTCUSDm", ...sides, at: heardAt - 50, ...origin };
    }),
  );
}

test("an undamaged tape has no fault, also when it is checked from its middle", async () => {
  const stored = store(fourSegments());
  expect(await faultsOf(stored)).toEqual([]);
  const later = { ...stored, seals: stored.seals.slice(2) };
  expect(await faultsOf(later, { before: at(stored.seals, 1) })).toEqual([]);
  expect(await faultsOf(later, {})).toEqual([]);
});

test("any tape that was sealed and stored has no fault", async () => {
  await fc.assert(
    fc.asyncProperty(randomTape(), async (segments) => {
      expect(await faultsOf(store(segments))).toEqual([]);
    }),
  );
});

const damages: Record<string, { damage: (tape: StoredTape) => void; faults: `${number} ${TapeFault}`[] }> = {
  "a missing segment": {
    damage: ({ seals, bytes }) => bytes.delete(at(seals, 1).minuteMs),
    faults: ["1 missing_segment"],
  },
  "a segment that ends early": {
    damage: (tape) => tape.bytes.set(at(tape.seals, 1).minuteMs, bytesAt(tape, 1).slice(0, -1)),
    faults: ["1 unreadable_segment"],
  },
  "an empty segment": {
    damage: ({ seals, bytes }) => bytes.set(at(seals, 1).minuteMs, new Uint8Array(0)),
    faults: ["1 unreadable_segment"],
  },
  "a segment without records": {
    damage: (tape) => setBytes(tape, 1, []),
    faults: ["1 unreadable_segment"],
  },
  "a changed price": {
    damage: (tape) => {
      const records = decodeRecords(bytesAt(tape, 1));
      const record = at(records, 1);
      if (record.type === "quote") record.ask += 1;
      setBytes(tape, 1, records);
    },
    faults: ["1 changed_records"],
  },
  "two records that changed places": {
    damage: (tape) => {
      const [first, second, third] = decodeRecords(bytesAt(tape, 1));
      if (first?.type !== "quote" || second?.type !== "quote" || !third) throw new Error("no quotes");
      const swapped = [
        { ...second, seq: first.seq, heardAt: first.heardAt },
        { ...first, seq: second.seq, heardAt: second.heardAt },
        third,
      ];
      setBytes(tape, 1, swapped);
    },
    faults: ["1 changed_records"],
  },
  "a removed last record": {
    damage: (tape) => setBytes(tape, 1, decodeRecords(bytesAt(tape, 1)).slice(0, 2)),
    faults: ["1 wrong_segment"],
  },
  "an added record": {
    damage: (tape) => {
      const records = decodeRecords(bytesAt(tape, 1));
      const last = at(records, 2);
      setBytes(tape, 1, [...records, { ...last, seq: last.seq + 1 }]);
    },
    faults: ["1 wrong_segment"],
  },
  "two segments that changed places": {
    damage: (tape) => {
      const [one, other] = [bytesAt(tape, 1), bytesAt(tape, 2)];
      tape.bytes.set(at(tape.seals, 1).minuteMs, other).set(at(tape.seals, 2).minuteMs, one);
    },
    faults: ["1 wrong_segment", "2 wrong_segment"],
  },
  "a missing seal": {
    damage: ({ seals }) => seals.splice(1, 1),
    faults: ["1 missing_seal"],
  },
  "a missing first seal": {
    damage: ({ seals }) => seals.splice(0, 1),
    faults: ["0 missing_seal"],
  },
  "two seals that changed places": {
    damage: ({ seals }) => seals.splice(1, 2, at(seals, 2), at(seals, 1)),
    faults: ["1 missing_seal", "2 reordered", "3 missing_seal"],
  },
  "the same seal twice": {
    damage: ({ seals }) => seals.splice(1, 0, at(seals, 1)),
    faults: ["2 reordered"],
  },
  "a changed root": {
    damage: ({ seals }) => seals.splice(1, 1, { ...at(seals, 1), root: "f".repeat(64) }),
    faults: ["1 changed_seal", "1 changed_records"],
  },
  "a changed minute": {
    damage: (tape) => {
      const seal = at(tape.seals, 1);
      tape.bytes.set(seal.minuteMs + 1, bytesAt(tape, 1));
      tape.seals[1] = { ...seal, minuteMs: seal.minuteMs + 1 };
    },
    faults: ["1 changed_seal", "1 wrong_segment"],
  },
  "a changed hash": {
    damage: ({ seals }) => seals.splice(1, 1, { ...at(seals, 1), seal: "f".repeat(64) }),
    faults: ["1 changed_seal", "2 broken_chain"],
  },
  "a segment that was changed and sealed anew": {
    damage: (tape) => {
      const records = decodeRecords(bytesAt(tape, 1));
      const record = at(records, 1);
      if (record.type === "quote") record.ask += 1;
      setBytes(tape, 1, records);
      tape.seals[1] = sealSegment(records, at(tape.seals, 0).seal);
    },
    faults: ["2 broken_chain"],
  },
  "a seal that names another seal before it": {
    damage: ({ seals }) => seals.splice(1, 1, resealed({ ...at(seals, 1), previous: "f".repeat(64) })),
    faults: ["1 broken_chain", "2 broken_chain"],
  },
};

for (const [name, { damage, faults }] of Object.entries(damages)) {
  test(`the check finds and names ${name}`, async () => {
    const tape = store(fourSegments());
    damage(tape);
    const found: string[] = await faultsOf(tape);
    expect(found).toEqual(faults);
  });
}

test("a flipped bit in any segment is found there", async () => {
  const expected = ["unreadable_segment", "wrong_segment", "changed_records"];
  await fc.assert(
    fc.asyncProperty(randomTape({ recordsMax: 10 }), fc.nat(), fc.nat(), async (segments, segmentChoice, bitChoice) => {
      const tape = store(segments);
      const place = segmentChoice % segments.length;
      const bytes = bytesAt(tape, place);
      const bit = bitChoice % (bytes.length * 8);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const [found, ...others] = await faultsOf(tape);
      expect(expected.map((fault) => `${place} ${fault}`)).toContain(found ?? "nothing");
      expect(others).toEqual([]);
    }),
  );
});

test("no segment is asked for before the one before it was checked", async () => {
  const { seals, bytes } = store(fourSegments());
  let asked = 0;
  const segmentOf = async ({ minuteMs }: Seal) => {
    asked += 1;
    return bytes.get(minuteMs) ?? null;
  };
  let checked = 0;
  for await (const { records, bytes } of checkTape({ seals, segmentOf })) {
    checked += 1;
    expect(asked).toBe(checked);
    expect(records).toBe(3);
    expect(bytes).toBeGreaterThan(0);
  }
  expect(checked).toBe(4);
});

test("of minutes whose segments are not kept only the seals are checked", async () => {
  const stored = store(fourSegments());
  const keptFromMs = at(stored.seals, 2).minuteMs;
  stored.bytes.delete(at(stored.seals, 0).minuteMs);
  stored.bytes.delete(at(stored.seals, 1).minuteMs);
  expect(await faultsOf(stored, { before: null, keptFromMs })).toEqual([]);
  stored.seals[1] = { ...at(stored.seals, 1), root: "0".repeat(64) };
  stored.bytes.delete(keptFromMs);
  expect(await faultsOf(stored, { before: null, keptFromMs })).toEqual(["1 changed_seal", "2 missing_segment"]);
});
