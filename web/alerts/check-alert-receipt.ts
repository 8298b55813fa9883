import { aboveLine, hasMoved, line2Of, price2Of } from "../../worker/contract/alerts/alert-values.ts";
import type { AlertFiring, AlertReceipt } from "../../worker/contract/alerts/price-alerts.ts";
import { isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { checkProof, type SealedProof } from "../../worker/contract/tape/tape-proof.ts";
import { readRecordLine } from "../../worker/contract/tape/tape-record.ts";
import type { Seal } from "../../worker/contract/tape/tape-seal.ts";
import { type ProofStep, type ReceiptCheck, STEP_OF, unlikePublished } from "../demo/check-receipt.ts";

/** A receipt whose minute is sealed. */
export type SealedAlertReceipt = AlertReceipt & {
  proofs: NonNullable<AlertReceipt["proofs"]> & { before?: SealedProof | null };
};

/** The proofs of the quotes that a receipt names: the one that fired it, the one before, and where a move began. */
export function proofsOfReceipt({ firing, proofs }: SealedAlertReceipt): { quote: MarketQuote; sealed: SealedProof }[] {
  const { quote, before, extreme } = firing;
  return [
    { quote, sealed: proofs.quote },
    ...(before && proofs.before ? [{ quote: before, sealed: proofs.before }] : []),
    ...(extreme && proofs.extreme ? [{ quote: extreme, sealed: proofs.extreme }] : []),
  ];
}

/**
 * Recomputes in this browser that an alert was to fire at its quote, and compares the quote's seals with the public ones.
 * @param published the public seals of some days, oldest first
 */
export function checkAlertReceipt(receipt: SealedAlertReceipt, published: readonly Seal[]): ReceiptCheck {
  const startedMs = performance.now();
  const proven = proofsOfReceipt(receipt);
  for (const { quote, sealed } of proven) {
    const step = faultOf(quote, sealed);
    if (step) return { result: "different", step };
  }
  if (!isRuleMet(receipt)) return { result: "different", step: "rule" };
  const unlike = unlikePublished(
    proven.map(({ sealed }) => sealed),
    published,
  );
  return unlike ?? { result: "verified", tookMs: performance.now() - startedMs, isWhole: true };
}

/** The fields that a quote has in common with its record. */
const RECORDED = ["seq", "heardAt", "symbol", "bid", "ask", "at", "source", "kind"] as const;

function faultOf(quote: MarketQuote, { proof, seal }: SealedProof): ProofStep | null {
  const checked = checkProof(proof, seal);
  if (checked !== true) return STEP_OF[checked] ?? "quote";
  const record = readRecordLine(proof.line);
  return record.type === "quote" && RECORDED.every((field) => record[field] === quote[field]) ? null : "quote";
}

/** Whether the quote counts, and is at or through what the alert waits for. */
function isRuleMet({ firing, terms }: SealedAlertReceipt): boolean {
  const { quote, before, at } = firing;
  const { condition, symbol } = terms;
  if (quote.symbol !== symbol || quote.heardAt !== at || !isFillable(quote, at)) return false;
  if (before && (before.symbol !== symbol || before.seq >= quote.seq)) return false;
  const price2 = price2Of(quote);
  switch (condition.type) {
    case "level": {
      const beyond = price2 - 2 * condition.price;
      return condition.direction === "rises" ? beyond >= 0 : beyond <= 0;
    }
    case "line": {
      const beyond = aboveLine(price2, line2Of(condition), quote.at);
      return condition.direction === "rises" ? beyond >= 0 : beyond <= 0;
    }
    case "move":
      return hasMovedFrom(firing, condition);
  }
}

type Move = Extract<AlertReceipt["terms"]["condition"], { type: "move" }>;

function hasMovedFrom({ quote, extreme, at }: AlertFiring, { direction, basisPoints, windowMs }: Move): boolean {
  // A window counts in whole seconds.
  if (!extreme || extreme.seq >= quote.seq || extreme.heardAt < at - windowMs - 1_000) return false;
  const [now, from] = [price2Of(quote), price2Of(extreme)];
  const rose = direction !== "down" && now > from && hasMoved(now, from, basisPoints);
  return rose || (direction !== "up" && now < from && hasMoved(-now, -from, basisPoints));
}
