import { expect, test } from "bun:test";
import type { AlertCondition, AlertFiring } from "../../worker/contract/alerts/price-alerts.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { proofsOf } from "../../worker/contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL } from "../../worker/contract/tape/tape-seal.ts";
import { LEVEL_TERMS } from "../test/fake-alerts.ts";
import { checkAlertReceipt, type SealedAlertReceipt } from "./check-alert-receipt.ts";

const MINUTE = Date.UTC(2026, 10, 23, 12);
const quote = (seq: number, price: number): MarketQuote => {
  const at = MINUTE + seq * 1_000;
  const sides = { bid: price - 1, ask: price + 1 };
  return { symbol: "BTCUSDm", ...sides, at, heardAt: at, source: "kraken", kind: "quoted", seq, isHeld: false };
};

/** The receipt of an alert that fired at the last of some prices, a second apart, the one before it being the one before. */
function receiptOf(
  condition: AlertCondition,
  prices: readonly number[],
  { from = null, change = {} }: { from?: number | null; change?: Partial<AlertFiring> } = {},
): { receipt: SealedAlertReceipt; published: ReturnType<typeof sealSegment>[] } {
  const quotes = prices.map((price, at) => quote(at + 1, price));
  const records: TapeRecord[] = quotes.map(({ isHeld: _, ...rest }) => ({ type: "quote", ...rest }));
  const seal = sealSegment(records, NO_PREVIOUS_SEAL);
  const prove = (seq: number) => {
    const [proof] = proofsOf(records, [seq]);
    if (!proof) throw new Error(`no record ${seq}`);
    return { proof, seal };
  };
  const last = quotes.at(-1);
  if (!last) throw new Error("no quote");
  const before = quotes.at(-2) ?? null;
  const extreme = from === null ? null : (quotes[from] ?? null);
  const firing = { id: 1, alert: 1, version: 1, at: last.heardAt, quote: last, before, value2: 0, extreme, ...change };
  const proofs = {
    quote: prove(last.seq),
    before: before && prove(before.seq),
    neighbours: [],
    extreme: extreme && prove(extreme.seq),
  };
  return { receipt: { firing, terms: { ...LEVEL_TERMS, condition }, proofs }, published: [seal] };
}

const LEVEL = { type: "level", direction: "rises", price: 1_000 } as const;
const LINE = {
  type: "line",
  direction: "falls",
  a: { atMs: MINUTE, price: 1_000 },
  b: { atMs: MINUTE + 4_000, price: 996 },
} as const;
const MOVE = { type: "move", direction: "up", basisPoints: 100, windowMs: 60_000 } as const;

test.each([
  ["a level that was reached", LEVEL, [990, 1_000], {}],
  ["a line that was reached at the quote's time", LINE, [1_005, 998], {}],
  ["a move from a quote of the window", MOVE, [1_000, 990, 1_000], { from: 1 }],
] as const)("%s is verified", (_, condition, prices, more) => {
  const { receipt, published } = receiptOf(condition, prices, more);
  expect(checkAlertReceipt(receipt, published)).toMatchObject({ result: "verified" });
});

test.each([
  ["a level that was not reached", LEVEL, [990, 999], {}],
  ["a line that was not reached then", LINE, [1_005, 999], {}],
  ["a move that was too small", MOVE, [1_000, 991, 1_000], { from: 1 }],
  ["a move without the quote where it began", MOVE, [1_000, 990, 1_000], {}],
  ["a firing at another time than its quote", LEVEL, [990, 1_000], { change: { at: MINUTE } }],
] as const)("%s is told to be different", (_, condition, prices, more) => {
  const { receipt, published } = receiptOf(condition, prices, more);
  expect(checkAlertReceipt(receipt, published)).toEqual({ result: "different", step: "rule" });
});

test("a quote that is not the proven one, and a seal that is not public, are told", () => {
  const { receipt, published } = receiptOf(LEVEL, [990, 1_000]);
  const dearer = { ...receipt.firing.quote, bid: 1_100, ask: 1_100 };
  const forged = { ...receipt, firing: { ...receipt.firing, quote: dearer } };
  expect(checkAlertReceipt(forged, published)).toEqual({ result: "different", step: "quote" });
  expect(checkAlertReceipt(receipt, [])).toEqual({ result: "unpublished" });
});
