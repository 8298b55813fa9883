import { beforeEach, expect, test } from "bun:test";
import { type StoredTape, trailedReceipts } from "../../dev/test/trailed-receipts.ts";
import type { DemoReceiptRecord } from "../contract/demo/demo-messages.ts";
import { verifyDemoFill } from "../contract/demo/verify-demo-fill.ts";
import { checkProof } from "../contract/tape/tape-proof.ts";
import { readRecordLine } from "../contract/tape/tape-record.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { ReceiptProver } from "./receipt-prover.ts";
import type { ReceiptStore } from "./receipt-store.ts";

let receipts: ReceiptStore;
let tape: StoredTape;
let endMs: number;

beforeEach(() => {
  ({ receipts, tape, endMs } = trailedReceipts());
});

/** @throws Error when there is no such receipt, or it has no proofs */
function verified(id: number): { receipt: DemoReceiptRecord; result: ReturnType<typeof verifyDemoFill> } {
  const receipt = receipts.read(id);
  if (!receipt?.proofs) throw new Error(`receipt ${id} has no proofs`);
  return { receipt, result: verifyDemoFill({ ...receipt, ...receipt.proofs }) };
}

test("a receipt gets the proofs of its quote, of a trailing stop's extreme, and of its symbol's quotes around it", async () => {
  expect(receipts.read(2)).toMatchObject({ fill: { rule: "trailing_stop" }, proofs: null });
  await new ReceiptProver(tape).prove(receipts, endMs + 10_000);
  expect([1, 2].map((id) => verified(id).result)).toEqual([true, true]);

  const { fill, proofs } = verified(2).receipt;
  if (!proofs) throw new Error("no proofs");
  for (const proof of proofs.neighbours) expect(checkProof(proof, proofs.quote.seal)).toBe(true);
  const around = proofs.neighbours.map(({ line }) => readRecordLine(line));
  expect(around.length).toBe(2);
  for (const record of around) {
    expect(record).toMatchObject({ type: "quote", symbol: "BTCUSDm" });
    expect(Math.abs(record.heardAt - fill.quote.heardAt)).toBeLessThanOrEqual(3_000);
  }
  expect(new ReceiptProver(tape).nextMs(receipts)).toBeNull();
});

test("a minute is waited for, and longer after each attempt in vain", async () => {
  const prover = new ReceiptProver(tape);
  const firstMs = prover.nextMs(receipts);
  expect(firstMs).toBe(endMs - MINUTE_MS + 5_000);
  const { seals } = tape;
  const [first, second] = seals.splice(0);
  if (firstMs === null || !first || !second) throw new Error("nothing to prove");
  await prover.prove(receipts, firstMs);
  const secondMs = prover.nextMs(receipts) ?? 0;
  await prover.prove(receipts, secondMs);
  const thirdMs = prover.nextMs(receipts) ?? 0;
  expect(secondMs).toBeGreaterThan(firstMs);
  expect(thirdMs - secondMs).toBeGreaterThan(secondMs - firstMs);

  seals.push(first, second);
  await prover.prove(receipts, thirdMs);
  expect(receipts.unproven(5).map(({ id }) => id)).toEqual([2]);
  expect(prover.nextMs(receipts)).toBe(endMs + 5_000);
});

test("a minute that is sealed and whose segment is missing is named", async () => {
  tape.segments.delete(endMs - MINUTE_MS);
  const prover = new ReceiptProver(tape);
  await expect(prover.prove(receipts, endMs + 10_000)).rejects.toThrow("segment of 2026-11-23T15:01");
});

test("a receipt whose quote the tape has lost says so, and the others get their proofs", async () => {
  const lost = receipts.read(1)?.fill.quote.seq;
  const sealOf = async (seq: number) => (seq === lost ? null : tape.sealOf(seq));
  const segment = (minuteMs: number) => tape.segment(minuteMs);
  const prover = new ReceiptProver({ sealOf, segment, isLost: async (seq) => seq === lost });
  await prover.prove(receipts, endMs + 10_000);
  expect(receipts.read(1)).toMatchObject({ proofs: null, isLost: true });
  expect(verified(2).result).toBe(true);
  expect(prover.nextMs(receipts)).toBeNull();
});

test("a receipt that cannot be proven yet delays no other", async () => {
  const first = receipts.read(1)?.fill.quote.seq;
  const sealOf = async (seq: number) => {
    if (seq === first) throw new Error("its segment is missing");
    return tape.sealOf(seq);
  };
  const prover = new ReceiptProver({
    sealOf,
    segment: (minuteMs) => tape.segment(minuteMs),
    isLost: async () => false,
  });
  await expect(prover.prove(receipts, endMs + 10_000)).rejects.toThrow("is missing");
  expect(receipts.unproven(5).map(({ id }) => id)).toEqual([1]);
});

test("a receipt that was changed, or whose segment was, is named", async () => {
  const last = [...tape.segments.values()].at(-1);
  const changed = last?.find(({ type, seq }) => type === "quote" && seq === receipts.read(2)?.fill.quote.seq);
  if (changed?.type !== "quote") throw new Error("no quote");
  changed.bid -= 1;
  await new ReceiptProver(tape).prove(receipts, endMs + 10_000);
  expect(verified(2).result).toBe("wrong_path");

  const { receipt } = verified(1);
  if (!receipt.proofs) throw new Error("no proofs");
  const richer = { ...receipt, ...receipt.proofs, fill: { ...receipt.fill, price: receipt.fill.price - 1 } };
  expect(verifyDemoFill(richer)).toBe("wrong_price");
});
