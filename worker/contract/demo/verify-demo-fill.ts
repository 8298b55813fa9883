/**
 * Whether a fill is what the rules make of its quote, and the quote is on the sealed tape.
 * Source: docs/demo-engine.md, "Fills"; docs/tape.md, "Proofs"
 */

import { checkProof, type Proof, type ProofFault, type SealedProof } from "../tape/tape-proof.ts";
import { readRecordLine } from "../tape/tape-record.ts";
import { centsOfParts, marginCentsOf, proportionCents } from "./demo-arithmetic.ts";
import { isWithin, UNITS } from "./demo-bounds.ts";
import { commissionCentsOf, isCostsVersion } from "./demo-costs.ts";
import { slippageSteps, spreadsVersionOf } from "./demo-fill.ts";
import type { BasedFill, ClosedPosition, FillBasis, FilledOrder } from "./demo-fill-basis.ts";
import { resultParts } from "./demo-margin.ts";
import { lockedPlanProperty } from "./demo-plan.ts";
import { closingSide, isFillable, quoteAgeMs, SIGN, sidePrice } from "./demo-quotes.ts";
import type { DemoCosts, DemoFill, DemoRule, LockedPlan } from "./demo-types.ts";
import { receiptShapeFault } from "./receipt-shape.ts";

/**
 * A fill with all that is needed to check it. `neighbours` are quotes of the same symbol around the fill's, under the same seal;
 * `extreme` proves the quote that set a trailing stop's extreme.
 */
export type DemoReceipt = BasedFill & { quote: SealedProof; neighbours: readonly Proof[]; extreme: SealedProof | null };

/**
 * The fault of a fill: one fault of the quote's proof, or
 * - `wrong_quote`: the proven record is not the fill's quote
 * - `not_fillable`: the quote was held, too old, or of a closed market
 * - `wrong_age`, `wrong_price`, `wrong_slippage`: not those of the quote
 * - `rule_not_met`: the price does not meet what the rule asks for
 * - `wrong_extreme`: a trailing stop's extreme is not the proven quote's closing price
 * - `wrong_neighbour`: a quote around the fill's is not proven under its seal, or of another symbol
 * - `newer_quote`: a newer quote of the symbol was on the tape when it was filled
 * - `wrong_place`: its place on the tape is not one at which its rule acts on this quote
 * - `wrong_number`: not the next fill of the log, or of another run
 * - `wrong_order`, `wrong_level`: not what the order, or the position's stop, target or trail, asks for
 * - `wrong_plan`: not the plan of the order as this fill locks it
 * - `wrong_spreads`: another version of the modelled spreads held
 * - `wrong_position`: not an amount, not a part of the position, or on its side
 * - `wrong_commission`, `wrong_profit`, `wrong_costs`, `wrong_margin`, `wrong_balance`: other cents than the rules give
 */
export type FillFault =
  | ProofFault
  | "wrong_quote"
  | "not_fillable"
  | "wrong_age"
  | "wrong_price"
  | "rule_not_met"
  | "wrong_extreme"
  | "wrong_slippage"
  | "wrong_spreads"
  | "wrong_position"
  | "wrong_commission"
  | "wrong_profit"
  | "wrong_costs"
  | "wrong_margin"
  | "wrong_balance"
  | "wrong_neighbour"
  | "newer_quote"
  | "wrong_place"
  | "wrong_number"
  | "wrong_order"
  | "wrong_plan"
  | "wrong_level";

/**
 * The result of checking any value. `malformed`: it is no receipt, and `at` names the first field that is not one's. `unchecked`: it
 * has a field or a name that this check does not know. `isWhole` is false for a fill from before its order and its place on the
 * tape were recorded, which are not checked then.
 */
export type FillCheck =
  | { result: "equal"; isWhole: boolean }
  | { result: "different"; fault: FillFault }
  | { result: "malformed"; at: string }
  | { result: "unchecked"; because: string };

/** Checks any value as a receipt. It never throws. */
export function checkDemoFill(value: unknown): FillCheck {
  const shape = receiptShapeFault(value);
  if (shape)
    return shape.isUnknown ? { result: "unchecked", because: shape.at } : { result: "malformed", at: shape.at };
  // The shape was checked.
  const receipt = value as DemoReceipt;
  const fault = verifyDemoFill(receipt);
  return fault === true ? { result: "equal", isWhole: isWhole(receipt) } : { result: "different", fault };
}

/** Whether a receipt says everything that can be checked. */
function isWhole({ fill, basis }: DemoReceipt): boolean {
  const { run, lastFillId, order, position } = basis;
  const saysWhy = fill.kind === "open" ? order !== undefined : position?.id !== undefined;
  return fill.tapeSeq !== undefined && run !== undefined && lastFillId !== undefined && saysWhy;
}

/**
 * Checks a fill whose form is known to be right; {@link checkDemoFill} takes any value.
 *
 * It does not show that the sources did not disagree (the quote's own record does not say so), and that the seals
 * are those that were published.
 *
 * @returns true, or the first fault
 */
export function verifyDemoFill({ fill, basis, quote, neighbours, extreme }: DemoReceipt): true | FillFault {
  return (
    proofFault(fill, quote) ??
    priceFault(fill) ??
    ruleFault(fill) ??
    extremeFault(fill, extreme) ??
    positionFault(fill, basis.position) ??
    costFault(fill) ??
    moneyFault(fill, basis) ??
    numberFault(fill, basis) ??
    orderFault(fill, basis.order) ??
    planFault(fill, basis.order) ??
    levelFault(fill, basis.position) ??
    placeFault(fill) ??
    neighbourFault(fill, quote, neighbours) ??
    true
  );
}

/** The fields that a quote has in common with its record. */
const RECORDED = ["seq", "heardAt", "symbol", "bid", "ask", "at", "source", "kind"] as const;

function proofFault({ quote }: DemoFill, { proof, seal }: SealedProof): FillFault | null {
  const checked = checkProof(proof, seal);
  if (checked !== true) return checked;
  const record = readRecordLine(proof.line);
  const isQuote = record.type === "quote" && RECORDED.every((field) => record[field] === quote[field]);
  return isQuote ? null : "wrong_quote";
}

function priceFault({ quote, at, ageMs, side, price, costsVersion }: DemoFill): FillFault | null {
  if (!isFillable(quote, at)) return "not_fillable";
  if (ageMs !== quoteAgeMs(quote, at)) return "wrong_age";
  return price === sidePrice(quote, side, costsOf(costsVersion)) ? null : "wrong_price";
}

function costsOf(costsVersion: number | null): DemoCosts {
  return costsVersion === null ? "none" : "typical";
}

/** The effect of a rule, and which way the price must lie from what was asked: as a buy sees it, or the position. */
const RULES: Readonly<Record<DemoRule, { kind: DemoFill["kind"]; asks: "at_most" | "at_least" | null }>> = {
  market: { kind: "open", asks: null },
  limit: { kind: "open", asks: "at_most" },
  stop: { kind: "open", asks: "at_least" },
  stop_limit: { kind: "open", asks: "at_most" },
  stop_loss: { kind: "close", asks: "at_most" },
  trailing_stop: { kind: "close", asks: "at_most" },
  take_profit: { kind: "close", asks: "at_least" },
  close: { kind: "close", asks: null },
  stop_out: { kind: "close", asks: null },
  reset: { kind: "close", asks: null },
};

function ruleFault(fill: DemoFill): FillFault | null {
  const { kind, rule, side, price, asked } = fill;
  const { kind: kindOfRule, asks } = RULES[rule];
  if (kind !== kindOfRule) return "rule_not_met";
  if (asks === null || asked === null) return asks === asked ? slippageFault(fill) : "rule_not_met";
  const beyond = SIGN[kind === "open" ? side : closingSide(side)] * (price - asked);
  const isMet = asks === "at_most" ? beyond <= 0 : beyond >= 0;
  return isMet ? slippageFault(fill) : "rule_not_met";
}

function slippageFault(fill: DemoFill): FillFault | null {
  return fill.slippageSteps === slippageSteps(fill) ? null : "wrong_slippage";
}

/** A trailing stop's level lies behind the closing price of an earlier quote, which is on the tape too. */
function extremeFault(fill: DemoFill, sealed: SealedProof | null): FillFault | null {
  const { rule, extreme, asked, side, quote, costsVersion } = fill;
  if (rule !== "trailing_stop") return extreme === null ? null : "wrong_extreme";
  if (extreme === null || asked === null || sealed === null) return "wrong_extreme";
  const { proof, seal } = sealed;
  if (checkProof(proof, seal) !== true) return "wrong_extreme";
  const record = readRecordLine(proof.line);
  const isEarlierQuote =
    record.type === "quote" &&
    record.symbol === quote.symbol &&
    record.seq === extreme.seq &&
    record.seq < quote.seq &&
    sidePrice({ ...record, isHeld: false }, side, costsOf(costsVersion)) === extreme.price;
  const isBehind = SIGN[closingSide(side)] * (extreme.price - asked) > 0;
  return isEarlierQuote && isBehind ? null : "wrong_extreme";
}

function costFault({ quote, symbol, units, price, costsVersion, commissionCents, spreadsVersion }: DemoFill) {
  if (spreadsVersion !== spreadsVersionOf(quote, costsVersion)) return "wrong_spreads";
  if (costsVersion !== null && !isCostsVersion(costsVersion)) return "wrong_commission";
  const expected = commissionCentsOf({ symbol, units, price }, costsVersion);
  return commissionCents === expected ? null : "wrong_commission";
}

function positionFault({ kind, symbol, side, units }: DemoFill, position: ClosedPosition | null): FillFault | null {
  if (!isWithin(units, UNITS)) return "wrong_position";
  if (position === null) return kind === "open" ? null : "wrong_position";
  const isPart = symbol === position.symbol && side === closingSide(position.side) && units <= position.units;
  return kind === "close" && isPart ? null : "wrong_position";
}

/** The money of a fill: what it earned and cost, and what it bound or released. */
function moneyFault(fill: DemoFill, { leverage, balanceCents, position }: FillBasis): FillFault | null {
  const { profitCents, attributedCostCents, commissionCents } = fill;
  if (profitCents !== (position && profitOf(fill, position))) return "wrong_profit";
  if (attributedCostCents !== (position && costsOfPart(fill, position))) return "wrong_costs";
  if (fill.marginAfterCents - fill.marginBeforeCents !== boundBy(fill, leverage, position)) return "wrong_margin";
  return fill.balanceCents === balanceCents + (profitCents ?? 0) - commissionCents ? null : "wrong_balance";
}

function profitOf({ symbol, units, price }: DemoFill, position: ClosedPosition): number {
  const before = BigInt(position.closedParts);
  return centsOfParts(symbol, before + resultParts(position, units, price)) - centsOfParts(symbol, before);
}

function costsOfPart({ units }: DemoFill, { openCostCents, units: remaining }: ClosedPosition): number {
  return proportionCents(openCostCents, { units, remaining });
}

function boundBy({ symbol, units, price }: DemoFill, leverage: number | null, position: ClosedPosition | null): number {
  if (position === null) return marginCentsOf({ symbol, units, price }, leverage);
  const before = { symbol, units: position.units, price: position.entryPrice };
  const after = { ...before, units: position.units - units };
  return marginCentsOf(after, leverage) - marginCentsOf(before, leverage);
}

function numberFault({ id, run }: DemoFill, basis: FillBasis): FillFault | null {
  if (basis.lastFillId !== undefined && id !== basis.lastFillId + 1) return "wrong_number";
  return basis.run !== undefined && run !== basis.run ? "wrong_number" : null;
}

/** A position is opened by its order: whole, of its type, and at what it asked for. */
function orderFault(fill: DemoFill, order: FilledOrder | null | undefined): FillFault | null {
  if (order === undefined) return null;
  if (order === null) return fill.kind === "close" ? null : "wrong_order";
  const { id, symbol, side, type, units } = order;
  const isItsOwn =
    fill.kind === "open" &&
    [fill.positionId, fill.symbol, fill.side, fill.rule, fill.units].every(
      (value, at) => value === [id, symbol, side, type, units][at],
    );
  return isItsOwn && fill.asked === askedBy(order) ? null : "wrong_order";
}

function askedBy({ type, price, limitPrice }: FilledOrder): number | null {
  return { market: null, limit: price, stop: price, stop_limit: limitPrice }[type];
}

/** A fill that opens has the plan of its order with what follows from it at its price, and no other fill has one. */
function planFault(fill: DemoFill, order: FilledOrder | null | undefined): FillFault | null {
  const { plan } = order ? lockedPlanProperty(order, fill) : {};
  return textOfPlan(plan) === textOfPlan(fill.plan) ? null : "wrong_plan";
}

function textOfPlan(plan: LockedPlan | undefined): string | undefined {
  if (!plan) return undefined;
  const { setupId, setupName, reason, stop, target, units, riskCents, targetMilliR } = plan;
  return JSON.stringify([setupId, setupName, reason, stop, target, units, riskCents, targetMilliR]);
}

/** A position is closed by one of its exits: the stop, the target, or the distance of its trailing stop. */
function levelFault({ positionId, rule, asked, extreme, side }: DemoFill, position: ClosedPosition | null) {
  if (position?.id === undefined) return null;
  if (position.id !== positionId) return "wrong_position";
  const { stop, target, trail } = position;
  if (rule === "stop_loss") return asked === stop ? null : "wrong_level";
  if (rule === "take_profit") return asked === target ? null : "wrong_level";
  if (rule !== "trailing_stop" || !extreme || trail === undefined) return null;
  return trail !== null && asked === extreme.price - SIGN[closingSide(side)] * trail ? null : "wrong_level";
}

/** Rules that only a quote can cause; the others a command can cause at the newest quote that there is. */
const BY_QUOTE: ReadonlySet<DemoRule> = new Set(["stop", "stop_loss", "trailing_stop", "take_profit"]);

/** A stop-out takes the last prices, of which one may be newer than a late quote that causes it. */
function placeFault({ rule, quote, tapeSeq }: DemoFill): FillFault | null {
  if (tapeSeq === undefined || rule === "stop_out") return null;
  return tapeSeq === quote.seq || (tapeSeq > quote.seq && !BY_QUOTE.has(rule)) ? null : "wrong_place";
}

/** No newer quote of the symbol lies before the fill. A stop-out takes the last one that could be traded at. */
function neighbourFault(
  { quote, rule, tapeSeq, at }: DemoFill,
  { seal }: SealedProof,
  neighbours: readonly Proof[],
): FillFault | null {
  for (const near of neighbours) {
    const record = checkProof(near, seal) === true ? readRecordLine(near.line) : null;
    if (record?.type !== "quote" || record.symbol !== quote.symbol) return "wrong_neighbour";
    if (tapeSeq === undefined || record.seq > tapeSeq) continue;
    if (record.heardAt > at) return "wrong_place";
    if (record.seq > quote.seq && rule !== "stop_out") return "newer_quote";
  }
  return null;
}
