/**
 * Whether a fill is what the rules make of its quote, and the quote is on the sealed tape.
 * Source: docs/demo-engine.md, "Fills"; docs/tape.md, "Proofs"
 */

import { checkProof, type ProofFault, type SealedProof } from "../tape/tape-proof.ts";
import { readRecordLine } from "../tape/tape-record.ts";
import { centsOfParts, marginCentsOf, proportionCents } from "./demo-arithmetic.ts";
import { isWithin, UNITS } from "./demo-bounds.ts";
import { commissionCentsOf, isCostsVersion } from "./demo-costs.ts";
import { slippageSteps, spreadsVersionOf } from "./demo-fill.ts";
import type { BasedFill, ClosedPosition, FillBasis } from "./demo-fill-basis.ts";
import { resultParts } from "./demo-margin.ts";
import { closingSide, isFillable, quoteAgeMs, SIGN, sidePrice } from "./demo-quotes.ts";
import type { DemoCosts, DemoFill, DemoRule } from "./demo-types.ts";

/** A fill with all that is needed to check it. `extreme` proves the quote that set a trailing stop's extreme. */
export type DemoReceipt = BasedFill & { quote: SealedProof; extreme: SealedProof | null };

/**
 * What is wrong with a fill: a fault of the quote's proof, or
 * - `wrong_quote`: the proven record is not the fill's quote
 * - `not_fillable`: the quote was held, too old, or of a closed market
 * - `wrong_age`, `wrong_price`, `wrong_slippage`: not those of the quote
 * - `rule_not_met`: the price does not meet what the rule asks for
 * - `wrong_extreme`: a trailing stop's extreme is not the proven quote's closing price
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
  | "wrong_balance";

/**
 * Checks a fill.
 *
 * What it does not show: that the sources did not disagree (the quote's own record does not say so), and that the seals
 * are those that were published.
 *
 * @returns true, or the first fault
 */
export function verifyDemoFill({ fill, basis, quote, extreme }: DemoReceipt): true | FillFault {
  return (
    proofFault(fill, quote) ??
    priceFault(fill) ??
    ruleFault(fill) ??
    extremeFault(fill, extreme) ??
    positionFault(fill, basis.position) ??
    costFault(fill) ??
    moneyFault(fill, basis) ??
    true
  );
}

/** What a quote has in common with its record. */
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

/** What a rule does, and which way the price must lie from what was asked: as a buy sees it, or the position. */
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
