import { expect, test } from "bun:test";
import { naiveProofHolds, naiveSeal, naiveSealsHold, naiveSegmentHolds } from "../../../dev/test/naive-tape.ts";
import { randomTape } from "../../../dev/test/random-tape.ts";
import { sealAll } from "../../../dev/test/sealed-tape.ts";
import { fc } from "../../../web/test/property.ts";
import { sealSegment } from "./seal-segment.ts";
import { checkProof, type Proof, proofOf } from "./tape-proof.ts";
import { recordLine, TapeFormatError } from "./tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal, sealHash } from "./tape-seal.ts";

test("seals of any tape are those of a second implementation, which accepts them", () => {
  fc.assert(
    fc.property(randomTape(), (segments) => {
      const seals = sealAll(segments);
      segments.forEach((records, i) => {
        const lines = records.map(recordLine);
        const seal = naiveSeal(lines, seals[i - 1]?.seal ?? NO_PREVIOUS_SEAL);
        expect(seals[i]).toEqual(seal);
        expect(naiveSegmentHolds(lines, seal)).toBe(true);
      });
      expect(naiveSealsHold(seals)).toBe(true);
    }),
  );
});

test("each record of any tape has a proof that holds here and in a second implementation", () => {
  fc.assert(
    fc.property(randomTape({ segmentsMax: 2, recordsMax: 30 }), (segments) => {
      sealAll(segments).forEach((seal, i) => {
        for (const { seq } of segments[i] ?? []) {
          const proof = proofOf(segments[i] ?? [], seq);
          expect(checkProof(proof, seal)).toBe(true);
          expect(naiveProofHolds(proof, seal)).toBe(true);
        }
      });
    }),
    { numRuns: 30 },
  );
});

test("a proof holds for its own seal and as it is, and for nothing else", () => {
  const tape = randomTape({ segmentsMin: 2, segmentsMax: 2, recordsMax: 12 });
  fc.assert(
    fc.property(tape, fc.nat(), (segments, choice) => {
      const seals = sealAll(segments);
      const [records = []] = segments;
      const [seal, otherSeal] = seals;
      const record = records[choice % records.length];
      if (!seal || !otherSeal || !record) throw new Error("no tape");
      const proof = proofOf(records, record.seq);

      const line = recordLine({ ...record, seq: record.seq + 1 });
      const changedHash = (hash: string) => (hash.startsWith("0") ? "1" : "0") + hash.slice(1);
      const wrong: Array<[fault: string, Proof, Seal]> = [
        ["wrong_seal", proof, otherSeal],
        ["wrong_seal", { ...proof, line }, seal],
        ["wrong_seal", { ...proof, index: proof.index + 1 }, seal],
        ["wrong_seal", { ...proof, count: proof.count + 1 }, seal],
        ["bad_line", { ...proof, line: `${proof.line} ` }, seal],
        ["bad_line", { ...proof, line: "" }, seal],
        ["bad_seal", proof, { ...seal, root: changedHash(seal.root) }],
        ["bad_seal", proof, { ...seal, minuteMs: seal.minuteMs + 1 }],
        ["bad_seal", proof, { ...seal, seal: changedHash(seal.seal) }],
        ["wrong_path", { ...proof, path: [...proof.path, NO_PREVIOUS_SEAL] }, seal],
        ["wrong_path", { ...proof, path: ["", ...proof.path.slice(1)] }, seal],
        ["wrong_path", { ...proof, path: ["zz", ...proof.path] }, seal],
        // A root that was replaced, with a hash that fits it.
        ["wrong_path", proof, resealed({ ...seal, root: changedHash(seal.root) })],
      ];
      if (record.type === "quote") {
        wrong.push([
          "wrong_path",
          { ...proof, line: recordLine({ ...record, bid: record.bid, ask: record.ask + 1 }) },
          seal,
        ]);
      }
      const [sibling] = proof.path;
      if (sibling) wrong.push(["wrong_path", { ...proof, path: [changedHash(sibling), ...proof.path.slice(1)] }, seal]);
      for (const [fault, oneProof, oneSeal] of wrong) {
        expect<string | true>(checkProof(oneProof, oneSeal)).toBe(fault);
        // The second implementation does not read what a line says behind its time.
        if (fault !== "bad_line") expect(naiveProofHolds(oneProof, oneSeal)).toBe(false);
      }
    }),
  );
});

function resealed(seal: Seal): Seal {
  return { ...seal, seal: sealHash(seal) };
}

test("what is not one minute of records in their order is not sealed", () => {
  const record = {
    seq: 5,
    heardAt: 120_000,
    type: "gap" as const,
    symbols: ["US500" as const],
    fromMs: 0,
    reason: "idle" as const,
  };
  const seal =
    (...records: Array<typeof record>) =>
    () =>
      sealSegment(records, NO_PREVIOUS_SEAL);
  expect(seal(record)()).toMatchObject({ minuteMs: 120_000, firstSeq: 5, lastSeq: 5 });
  expect(seal(record, { ...record, seq: 6, heardAt: 179_999 })()).toMatchObject({ minuteMs: 120_000, lastSeq: 6 });
  expect(seal(record, { ...record, seq: 6, heardAt: 180_000 })).toThrow(TapeFormatError);
  expect(seal(record, { ...record, seq: 7 })).toThrow(TapeFormatError);
  expect(seal({ ...record, heardAt: 120_001 }, { ...record, seq: 6 })).toThrow(TapeFormatError);
  expect(seal()).toThrow(TapeFormatError);
});
