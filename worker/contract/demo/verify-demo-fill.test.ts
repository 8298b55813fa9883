import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { DemoDriver } from "../../../dev/test/demo-driver.ts";
import { receiptsOf, receiptsOfProgram, recordOf } from "../../../dev/test/demo-receipts.ts";
import { fc } from "../../../web/test/property.ts";
import { sealSegment } from "../tape/seal-segment.ts";
import { proofOf } from "../tape/tape-proof.ts";
import { NO_PREVIOUS_SEAL } from "../tape/tape-seal.ts";
import type { DemoFill, DemoRule, MarketQuote } from "./demo-types.ts";
import { checkDemoFill, type DemoReceipt, type FillFault, verifyDemoFill } from "./verify-demo-fill.ts";

setDefaultTimeout(600_000);

test("every fill of random programs verifies", () => {
  const rules = new Set<DemoRule>();
  for (let seed = 0; seed < 60; seed++) {
    for (const receipt of receiptsOfProgram(seed)) {
      rules.add(receipt.fill.rule);
      const found = { seed, fill: receipt.fill, check: checkDemoFill(receipt) };
      expect(found).toEqual({ ...found, check: { result: "equal", isWhole: true } });
    }
  }
  expect(rules.size).toBe(10);
});

/** A position with a trailing stop that was closed in two parts, and another that a limit opened. */
function sealedRun(): DemoReceipt[] {
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical", leverage: 5 });
  const quotes = new Map<number, MarketQuote>();
  const quote = (bid: number) => {
    demo.quote("BTCUSDm", bid, bid + 1_000, { kind: "modelled" });
    for (const known of demo.quotes.values()) quotes.set(known.seq, known);
  };
  quote(6_000_000);
  demo.place({ trail: 50_000 });
  demo.place({ type: "limit", price: 5_900_000, units: 1_000_000 });
  demo.wait(7 * 3_600_000);
  quote(6_100_000);
  demo.command({ type: "close", positionId: 1, version: 1, units: 30_000_000 });
  quote(6_040_000);
  quote(5_890_000);

  const records = [...quotes.values()].map(recordOf);
  return receiptsOf(demo.events, quotes).map((receipt) => {
    // All records of the fill's minute, as they are sealed.
    const minute = records.filter(
      ({ heardAt }) => Math.floor(heardAt / 60_000) === Math.floor(receipt.fill.at / 60_000),
    );
    const seal = sealSegment(minute, NO_PREVIOUS_SEAL);
    return { ...receipt, quote: { proof: proofOf(minute, receipt.fill.quote.seq), seal } };
  });
}

test("receipts among the other records of their minute verify", () => {
  const receipts = sealedRun();
  expect(receipts.map(({ fill }) => fill.rule)).toEqual(["market", "close", "trailing_stop", "limit"]);
  for (const receipt of receipts) expect(verifyDemoFill(receipt)).toBe(true);
});

test("a changed receipt is refused, and what is wrong is named", () => {
  const [market, close, trailing, limit] = sealedRun();
  if (!market || !close || !trailing || !limit) throw new Error("four fills are expected");
  type Case = [receipt: DemoReceipt, change: Partial<DemoFill>, fault: FillFault];
  const cases: Case[] = [
    [market, { quote: { ...market.fill.quote, ask: 6_000_999 } }, "wrong_quote"],
    [market, { quote: { ...market.fill.quote, seq: 7 } }, "wrong_quote"],
    [market, { quote: { ...market.fill.quote, isHeld: true } }, "not_fillable"],
    [market, { at: market.fill.at + 10_000 }, "not_fillable"],
    [market, { at: market.fill.at + 1 }, "wrong_age"],
    [market, { ageMs: market.fill.ageMs - 1 }, "wrong_age"],
    [market, { price: market.fill.price - 1 }, "wrong_price"],
    [market, { side: "sell" }, "wrong_price"],
    [market, { costsVersion: null }, "wrong_price"],
    [market, { costsVersion: 2 }, "wrong_commission"],
    [market, { spreadsVersion: 2 }, "wrong_spreads"],
    [market, { spreadsVersion: null }, "wrong_spreads"],
    [market, { commissionCents: market.fill.commissionCents - 1 }, "wrong_commission"],
    [market, { units: market.fill.units * 2 }, "wrong_commission"],
    [market, { units: 0.5 }, "wrong_position"],
    [close, { units: 10 ** 9 }, "wrong_position"],
    [market, { quote: { ...market.fill.quote, ask: 1 } }, "wrong_quote"],
    [market, { rule: "limit" }, "rule_not_met"],
    [market, { rule: "close" }, "rule_not_met"],
    [market, { asked: 5_900_000 }, "rule_not_met"],
    [market, { slippageSteps: 0 }, "wrong_slippage"],
    [market, { extreme: { price: 1, seq: 1 } }, "wrong_extreme"],
    [market, { kind: "close", rule: "close" }, "wrong_position"],
    [market, { profitCents: 0 }, "wrong_profit"],
    [market, { attributedCostCents: 0 }, "wrong_costs"],
    [market, { marginAfterCents: market.fill.marginAfterCents + 1 }, "wrong_margin"],
    [market, { marginBeforeCents: 1 }, "wrong_margin"],
    [market, { balanceCents: market.fill.balanceCents + 1 }, "wrong_balance"],
    [limit, { asked: 5_890_999 }, "rule_not_met"],
    [limit, { asked: 5_899_999 }, "wrong_slippage"],
    [limit, { rule: "stop" }, "rule_not_met"],
    [limit, { rule: "market" }, "rule_not_met"],
    [close, { profitCents: (close.fill.profitCents ?? 0) + 1 }, "wrong_profit"],
    [close, { attributedCostCents: (close.fill.attributedCostCents ?? 0) - 1 }, "wrong_costs"],
    [close, { kind: "open", rule: "market" }, "wrong_position"],
    [trailing, { rule: "take_profit", extreme: null }, "rule_not_met"],
    [trailing, { rule: "stop_loss" }, "wrong_extreme"],
    [trailing, { extreme: null }, "wrong_extreme"],
    [trailing, { extreme: { price: 6_200_000, seq: trailing.fill.extreme?.seq ?? 0 } }, "wrong_extreme"],
    [trailing, { extreme: { price: trailing.fill.extreme?.price ?? 0, seq: 1 } }, "wrong_extreme"],
    [market, { id: 7 }, "wrong_number"],
    [market, { run: 2 }, "wrong_number"],
    [market, { positionId: 2 }, "wrong_order"],
    [close, { positionId: 2 }, "wrong_position"],
    [limit, { rule: "stop_limit" }, "wrong_order"],
    [trailing, { tapeSeq: trailing.fill.quote.seq + 1 }, "wrong_place"],
    [market, { tapeSeq: market.fill.quote.seq - 1 }, "wrong_place"],
  ];
  for (const [receipt, change, fault] of cases) {
    const found = verifyDemoFill({ ...receipt, fill: { ...receipt.fill, ...change } });
    expect({ change, fault: found }).toEqual({ change, fault });
  }
});

/** The receipt as if its position had another distance of its trailing stop. */
function withTrail(receipt: DemoReceipt, trail: number): DemoReceipt {
  const { position } = receipt.basis;
  return { ...receipt, basis: { ...receipt.basis, position: position && { ...position, trail } } };
}

test("a changed proof, seal or basis is refused, and what is wrong is named", () => {
  const [market, close, trailing] = sealedRun();
  if (!market || !close || !trailing) throw new Error("three fills are expected");
  const { proof, seal } = market.quote;
  const sealOf = (change: Partial<typeof seal>) => ({ ...market, quote: { proof, seal: { ...seal, ...change } } });
  const path = proof.path.map((hash) => hash.replace(/^./, (first) => (first === "0" ? "1" : "0")));
  const cases: Array<[receipt: DemoReceipt, fault: FillFault]> = [
    [{ ...market, quote: { proof: { ...proof, line: `${proof.line} ` }, seal } }, "bad_line"],
    [sealOf({ root: "0".repeat(64) }), "bad_seal"],
    [{ ...market, quote: { proof, seal: close.quote.seal } }, "wrong_seal"],
    [
      { ...close, quote: { ...close.quote, proof: { ...close.quote.proof, path: ["0".repeat(64), ...path] } } },
      "wrong_path",
    ],
    [{ ...market, quote: close.quote }, "wrong_quote"],
    [{ ...trailing, extreme: trailing.quote }, "wrong_extreme"],
    [{ ...trailing, extreme: null }, "wrong_extreme"],
    [{ ...market, basis: { ...market.basis, leverage: 6 } }, "wrong_margin"],
    [{ ...market, basis: { ...market.basis, balanceCents: 0 } }, "wrong_balance"],
    [{ ...close, basis: market.basis }, "wrong_position"],
    [{ ...market, basis: { ...market.basis, order: null } }, "wrong_order"],
    [{ ...market, neighbours: [close.quote.proof] }, "wrong_neighbour"],
    [withTrail(trailing, 49_999), "wrong_level"],
  ];
  for (const [i, [receipt, fault]] of cases.entries()) {
    expect({ i, fault: verifyDemoFill(receipt) }).toEqual({ i, fault });
  }
});

test("a fill at an older quote is refused where the receipt proves a newer one before the command", () => {
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical", leverage: 5 });
  const quotes = new Map<number, MarketQuote>();
  for (const bid of [6_000_000, 5_999_000]) {
    demo.quote("BTCUSDm", bid, bid + 1_000, { kind: "modelled" });
    for (const known of demo.quotes.values()) quotes.set(known.seq, known);
  }
  const [older, newer] = [...quotes.values()];
  demo.place({});
  const [receipt] = receiptsOf(demo.events, quotes);
  if (!older || !newer || !receipt) throw new Error("two quotes and a fill are expected");
  const records = [older, newer].map(recordOf);
  const seal = sealSegment(records, NO_PREVIOUS_SEAL);
  const proofOfQuote = ({ seq }: MarketQuote) => ({ proof: proofOf(records, seq), seal });
  const honest = { ...receipt, quote: proofOfQuote(newer), neighbours: [proofOf(records, older.seq)] };
  expect(receipt.fill.quote.seq).toBe(newer.seq);
  expect(checkDemoFill(honest)).toEqual({ result: "equal", isWhole: true });

  const atOlder = new DemoDriver({ startCents: 10_000_000, costs: "typical", leverage: 5 });
  atOlder.quote("BTCUSDm", older.bid, older.ask, { kind: "modelled" });
  atOlder.place({});
  const [worse] = receiptsOf(atOlder.events, new Map([[older.seq, older]]));
  if (!worse) throw new Error("a fill is expected");
  const { at, tapeSeq } = receipt.fill;
  const fill = { ...worse.fill, quote: older, at, tapeSeq, ageMs: at - older.at };
  const forged = { ...worse, fill, quote: proofOfQuote(older), neighbours: [proofOf(records, newer.seq)] };
  expect(checkDemoFill(forged)).toEqual({ result: "different", fault: "newer_quote" });
});

describe("any value", () => {
  const [market] = sealedRun();
  if (!market) throw new Error("a fill is expected");

  test.each([
    ["fill.side", { ...market, fill: { ...market.fill, side: "bty" } }],
    ["fill.marginBeforeCents", { ...market, fill: { ...market.fill, marginBeforeCents: null } }],
    ["fill.balanceCents", { ...market, fill: { ...market.fill, balanceCents: 2 ** 53 } }],
    ["basis.leverage", { ...market, basis: { ...market.basis, leverage: 0 } }],
    ["quote.seal.root", { ...market, quote: { ...market.quote, seal: { ...market.quote.seal, root: null } } }],
    ["neighbours", { ...market, neighbours: undefined }],
  ])("that is no receipt at %s is said to be none there", (at, value) => {
    expect(checkDemoFill(value)).toEqual({ result: "malformed", at: `receipt.${at}` });
  });

  test.each([
    ['fill.rule "twap"', { ...market, fill: { ...market.fill, rule: "twap" } }],
    ['fill.symbol "DOGEUSD"', { ...market, fill: { ...market.fill, symbol: "DOGEUSD" } }],
    ["fill.venue", { ...market, fill: { ...market.fill, venue: "x" } }],
  ])("with something unknown at %s is not checked", (at, value) => {
    expect(checkDemoFill(value)).toEqual({ result: "unchecked", because: `receipt.${at}` });
  });

  test("of before orders were recorded is equal in all that it says, and not whole", () => {
    const { tapeSeq: _seq, ...fill } = market.fill;
    const { leverage, balanceCents, position } = market.basis;
    const value = { ...market, fill, basis: { leverage, balanceCents, position } };
    expect(checkDemoFill(value)).toEqual({ result: "equal", isWhole: false });
  });

  test("gets an answer and throws nothing, whatever stands in whichever field", () => {
    const places = placesIn(market);
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.constantFrom(undefined, null, 0, -1, 2 ** 53, "", "bty", [], {}),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), odd, (place, value) => {
        const { result } = checkDemoFill(withValue(market, place, value));
        expect(["equal", "different", "malformed", "unchecked"]).toContain(result);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The places of all values inside of a value, as paths of names. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, one]) => placesIn(one).map((path) => [name, ...path]))];
}

/** The value with another one at a place. */
function withValue(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy = structuredClone(value);
  if (typeof copy === "object" && copy !== null)
    Reflect.set(copy, name, withValue(Reflect.get(copy, name), rest, other));
  return copy;
}
