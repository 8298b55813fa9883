import type { Trade } from "../performance/trade-types.ts";
import { planOf } from "./locked-plan.ts";
import { openTimeOf } from "./open-time.ts";

/** What went wrong with a trade by its own log and by the trades around it. Their person takes it or not. Pure. */

export type Mistake = "movedStop" | "pulledTarget" | "noPlan" | "tooLarge" | "afterTwoLosses";

/** As the findings have it: half as large again as usual. */
const LARGE = 1.5;
/** The fewest other trades of a symbol by which a size is usual. */
const USUAL_MIN = 5;

/** @param ofWeek the trades of the week, with this one */
export function suggestedMistakes(trade: Trade, ofWeek: readonly Trade[]): Mistake[] {
  const holds: Record<Mistake, boolean> = {
    movedStop: trade.demo?.stopMovedAway === true,
    pulledTarget: trade.demo?.targetPulled === true,
    noPlan: planOf(trade) === null,
    tooLarge: isLarge(trade, ofWeek),
    afterTwoLosses: isAfterTwoLosses(trade, ofWeek),
  };
  // The keys are those of the object above.
  return (Object.keys(holds) as Mistake[]).filter((mistake) => holds[mistake]);
}

/** By the median of the other trades of its symbol. */
function isLarge(trade: Trade, ofWeek: readonly Trade[]): boolean {
  const sizes = ofWeek
    .filter(({ id, symbol }) => id !== trade.id && symbol === trade.symbol)
    .map(({ lotSize }) => lotSize)
    .toSorted((a, b) => a - b);
  if (sizes.length < USUAL_MIN) return false;
  const middle = sizes.length >> 1;
  const [low = 0, high = 0] = [sizes[middle - 1], sizes[middle]];
  return trade.lotSize >= LARGE * (sizes.length % 2 === 1 ? high : (low + high) / 2);
}

/** The last two that were closed before it was opened. */
function isAfterTwoLosses(trade: Trade, ofWeek: readonly Trade[]): boolean {
  const opened = openTimeOf(trade);
  if (opened === null) return false;
  const before = ofWeek
    .filter(({ closeTime }) => Date.parse(closeTime) < Date.parse(opened))
    .toSorted((a, b) => Date.parse(b.closeTime) - Date.parse(a.closeTime))
    .slice(0, 2);
  return before.length === 2 && before.every(({ profitLoss }) => profitLoss < 0);
}
