import { centsOfParts, marginCentsOf, proportionCents } from "./demo-arithmetic.ts";
import { commissionCentsOf } from "./demo-costs.ts";
import { recordFill } from "./demo-fill.ts";
import { resultParts, usedMarginCents } from "./demo-margin.ts";
import { closingPrice, closingSide } from "./demo-quotes.ts";
import type { DemoPosition } from "./demo-state.ts";
import type { DemoRule, MarketQuote } from "./demo-types.ts";
import { changeRun, type DemoWork, runOf } from "./demo-work.ts";

/** How a position is closed. `asked`: the level that was reached; null where there was none. */
export type Closing = { units: number; quote: MarketQuote; rule: DemoRule; asked: number | null };

/** Closes a position, or a part of it, at a quote. */
export function closePosition(work: DemoWork, position: DemoPosition, { units, quote, rule, asked }: Closing): void {
  const run = runOf(work);
  const price = closingPrice(quote, position.side, run.costs);
  const commissionCents = commissionCentsOf({ symbol: position.symbol, units, price }, run.costsVersion);
  const attributedCostCents = proportionCents(position.openCostCents, { units, remaining: position.units });
  const closedBefore = BigInt(position.closedParts);
  const closedAfter = closedBefore + resultParts(position, units, price);
  const profitCents = centsOfParts(position.symbol, closedAfter) - centsOfParts(position.symbol, closedBefore);
  const balanceCents = run.balanceCents + profitCents - commissionCents;

  const rest = restOf(position, {
    units: position.units - units,
    openCostCents: position.openCostCents - attributedCostCents,
    closedParts: String(closedAfter),
    leverage: run.leverage,
  });
  const positions = run.positions.flatMap((one) => (one.id === position.id ? (rest ?? []) : one));
  changeRun(work, {
    balanceCents,
    profitCents: run.profitCents + profitCents,
    commissionCents: run.commissionCents + commissionCents,
    closed: run.closed + 1,
    positions,
  });
  recordFill(work, {
    kind: "close",
    positionId: position.id,
    symbol: position.symbol,
    side: closingSide(position.side),
    units,
    price,
    rule,
    quote,
    asked,
    commissionCents,
    profitCents,
    attributedCostCents,
    balanceCents,
    marginBeforeCents: usedMarginCents(run),
    marginAfterCents: usedMarginCents({ positions }),
    extreme: rule === "trailing_stop" ? position.extreme : null,
  });
}

type Rest = Pick<DemoPosition, "units" | "openCostCents" | "closedParts"> & { leverage: number | null };

/** What remains open of a position; null for nothing. */
function restOf(position: DemoPosition, { units, openCostCents, closedParts, leverage }: Rest): DemoPosition | null {
  if (units === 0) return null;
  const marginCents = marginCentsOf({ symbol: position.symbol, units, price: position.entryPrice }, leverage);
  return { ...position, units, openCostCents, closedParts, marginCents, version: position.version + 1 };
}
