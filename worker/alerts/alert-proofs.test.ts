import { expect, test } from "bun:test";
import { StoredTape } from "../../dev/test/trailed-receipts.ts";
import type { MarketQuote } from "../contract/demo/demo-types.ts";
import { checkProof, type SealedProof } from "../contract/tape/tape-proof.ts";
import { readRecordLine, type TapeRecord } from "../contract/tape/tape-record.ts";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import { proofsOfFiring } from "./alert-proofs.ts";

const AT = 1_700_000_040_000 - (1_700_000_040_000 % MINUTE_MS);
const recordAt = (seq: number, heardAt: number): TapeRecord & { type: "quote" } => {
  const sides = { bid: 6_000_000 + seq, ask: 6_000_100 + seq };
  return { type: "quote", seq, heardAt, symbol: "BTCUSDm", ...sides, at: heardAt, source: "kraken", kind: "quoted" };
};
// A move that began three minutes before, a quote of the minute before, and two of the minute that fired.
const records = [
  recordAt(1, AT - 3 * MINUTE_MS),
  recordAt(2, AT - 1_000),
  recordAt(3, AT + 500),
  recordAt(4, AT + 2_000),
] as const;
const quoteOf = ({ type: _, ...record }: TapeRecord & { type: "quote" }): MarketQuote => ({ ...record, isHeld: false });
const [extreme, before, quote] = [quoteOf(records[0]), quoteOf(records[1]), quoteOf(records[2])];
const SEALED_MS = AT + 2 * MINUTE_MS;

const isProven = ({ proof, seal }: SealedProof, { seq }: MarketQuote) =>
  checkProof(proof, seal) && readRecordLine(proof.line).seq === seq;

test("a firing has the proofs of its quote with those around it, of the quote before, and of where the move began", async () => {
  const proofs = await proofsOfFiring({ quote, before, extreme }, new StoredTape(records), SEALED_MS);
  if (proofs === "lost" || !proofs?.before || !proofs.extreme) throw new Error("no proofs");
  expect([isProven(proofs.quote, quote), isProven(proofs.before, before), isProven(proofs.extreme, extreme)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    proofs.neighbours.map((proof) => [readRecordLine(proof.line).seq, checkProof(proof, proofs.quote.seal)]),
  ).toEqual([[4, true]]);
});

test("a level's firing as the first quote has no other proofs", async () => {
  const proofs = await proofsOfFiring({ quote, before: null, extreme: null }, new StoredTape(records), SEALED_MS);
  expect(proofs).toMatchObject({ before: null, extreme: null });
});

test("before the minute is sealed there are none, and the tape is not asked", async () => {
  const tape = new StoredTape(records);
  tape.sealOf = () => Promise.reject(new Error("asked"));
  expect(await proofsOfFiring({ quote, before, extreme }, tape, AT + MINUTE_MS)).toBeNull();
});

test("a minute whose seal is late is waited for", async () => {
  const tape = new StoredTape(records);
  tape.seals.length = 0;
  expect(await proofsOfFiring({ quote, before, extreme }, tape, SEALED_MS)).toBeNull();
});

test.each([0, 1, 2])("a quote that the tape has no longer is lost (%i)", async (minute) => {
  const tape = new StoredTape([...records, recordAt(5, AT + 5 * MINUTE_MS)]);
  tape.seals.splice(minute, 1);
  expect(await proofsOfFiring({ quote, before, extreme }, tape, SEALED_MS)).toBe("lost");
});

test("a segment that is missing is an error, and after a day lost: segments are removed for their age", async () => {
  const tape = new StoredTape(records);
  tape.segments.delete(AT - MINUTE_MS);
  await expect(proofsOfFiring({ quote, before, extreme }, tape, SEALED_MS)).rejects.toThrow("is missing");
  expect(await proofsOfFiring({ quote, before, extreme }, tape, AT + 2 * DAY_MS)).toBe("lost");
  expect(await proofsOfFiring({ quote, before: null, extreme }, tape, AT + 2 * DAY_MS)).toMatchObject({ before: null });
});
