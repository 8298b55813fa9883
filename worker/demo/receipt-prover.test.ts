import { beforeEach, expect, test } from "bun:test";
import { DemoDriver } from "../../dev/test/demo-driver.ts";
import { testSqlStorage } from "../../dev/test/test-sql-storage.ts";
import type { DemoReceiptRecord } from "../contract/demo/demo-messages.ts";
import { verifyDemoFill } from "../contract/demo/verify-demo-fill.ts";
import { minuteOf, sealSegment } from "../contract/tape/seal-segment.ts";
import { checkProof } from "../contract/tape/tape-proof.ts";
import { readRecordLine, type TapeRecord } from "../contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal } from "../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { ReceiptProver } from "./receipt-prover.ts";
import { ReceiptStore } from "./receipt-store.ts";

/** A tape in the bucket, minute by minute. */
class StoredTape {
  readonly segments = new Map<number, TapeRecord[]>();
  readonly seals: Seal[] = [];

  constructor(records: readonly TapeRecord[]) {
    for (const record of records) {
      const minuteMs = minuteOf(record.heardAt);
      this.segments.set(minuteMs, [...(this.segments.get(minuteMs) ?? []), record]);
    }
    for (const segment of this.segments.values()) {
      this.seals.push(sealSegment(segment, this.seals.at(-1)?.seal ?? NO_PREVIOUS_SEAL));
    }
  }

  async sealOf(seq: number): Promise<Seal | null> {
    return this.seals.find(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq) ?? null;
  }

  async segment(minuteMs: number): Promise<TapeRecord[] | null> {
    return this.segments.get(minuteMs) ?? null;
  }
}

let receipts: ReceiptStore;
let tape: StoredTape;
let endMs: number;

/** A position that is opened in one minute, whose trailing stop acts in the next. */
beforeEach(() => {
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical", leverage: 5 });
  const records: TapeRecord[] = [];
  const quote = (bid: number) => {
    demo.quote("ETHUSDm", 330_000, 330_100);
    demo.quote("BTCUSDm", bid, bid + 1_000);
    for (const { isHeld: _isHeld, ...known } of demo.quotes.values()) records.push({ type: "quote", ...known });
  };
  for (let i = 0; i < 5; i++) quote(6_000_000 + i);
  demo.place({ trail: 50_000 });
  quote(6_080_000);
  demo.wait(MINUTE_MS);
  quote(6_035_000);
  quote(6_020_000);
  quote(6_019_000);

  const sql = testSqlStorage();
  ReceiptStore.create(sql);
  receipts = new ReceiptStore(sql);
  receipts.keep(demo.events);
  tape = new StoredTape(records);
  endMs = minuteOf(demo.now) + MINUTE_MS;
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
