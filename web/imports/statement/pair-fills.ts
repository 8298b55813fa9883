import { compare, type Decimal, isZero, negative, product, share, sum, ZERO } from "./decimal.ts";
import type { ClosedTrade, Fill, OpenPosition } from "./statement.ts";

/** Digits of a fee's part; what rounding leaves stays with the last part, so that the parts add up to the fee. */
const FEE_DECIMALS = 12;

/** What is left of a fill that opened a position. */
type Lot = { fill: Fill; left: Decimal; feeLeft: Decimal };

/** @property unopened closings whose opening is not among the fills; a part of one has its part of the quantity and of the fee */
export type PairedFills = { trades: ClosedTrade[]; open: OpenPosition[]; unopened: Fill[] };

/**
 * Pairs fills to closed trades, first in first out for each position of a symbol. A fill that closes several lots is a trade for each of them, and one
 * that turns a position round closes it and opens the rest. Fees go with the part of the quantity, to the last digit.
 * @param fills as a file has them, the oldest or the newest first: those of one moment are in the order of the others
 * @returns closed trades by the moment of their close, and what is open, a row for each lot
 */
export function pairFills(fills: readonly Fill[]): PairedFills {
  const lotsOf = new Map<string, Lot[]>();
  const trades: ClosedTrade[] = [];
  const unopened: Fill[] = [];
  for (const fill of inTimeOrder(fills)) {
    const key = keyOf(fill);
    const lots = lotsOf.get(key) ?? [];
    lotsOf.set(key, lots);
    let [left, feeLeft] = [fill.quantity, fill.fee];
    while (lots[0] && lots[0].fill.side !== fill.side && !isZero(left)) {
      const lot = lots[0];
      const part = compare(lot.left, left) <= 0 ? lot.left : left;
      const fee = feePart(feeLeft, part, left);
      const entryFee = feePart(lot.feeLeft, part, lot.left);
      trades.push(closedTrade(lot.fill, fill, part, sum(entryFee, fee)));
      [left, feeLeft] = [minus(left, part), minus(feeLeft, fee)];
      [lot.left, lot.feeLeft] = [minus(lot.left, part), minus(lot.feeLeft, entryFee)];
      if (isZero(lot.left)) lots.shift();
    }
    if (isZero(left)) continue;
    if (fill.isClosing) unopened.push({ ...fill, quantity: left, fee: feeLeft });
    else lots.push({ fill, left, feeLeft });
  }
  return { trades, open: [...lotsOf.values()].flat().map(openPosition), unopened };
}

function keyOf({ symbol, position = "" }: Fill): string {
  return `${symbol}\u001f${position}`;
}

/** By their moments; those of one moment as the file goes, which its symbols say together: many exports stand newest first. */
function inTimeOrder(fills: readonly Fill[]): Fill[] {
  const last = new Map<string, Fill>();
  let later = 0;
  for (const fill of fills) {
    const before = last.get(keyOf(fill));
    if (before) later += Math.sign(fill.at - before.at);
    last.set(keyOf(fill), fill);
  }
  return (later < 0 ? fills.toReversed() : [...fills]).sort((a, b) => a.at - b.at);
}

function feePart(fee: Decimal, part: Decimal, whole: Decimal): Decimal {
  return part === whole ? fee : share(fee, part, whole, FEE_DECIMALS);
}

function minus(a: Decimal, b: Decimal): Decimal {
  return sum(a, negative(b));
}

function closedTrade(opening: Fill, closing: Fill, quantity: Decimal, fees: Decimal): ClosedTrade {
  const way = minus(closing.price, opening.price);
  const gain = product(way, quantity, closing.multiplier);
  return {
    line: closing.line,
    ticket: `${opening.id}-${closing.id}`,
    symbol: closing.symbol,
    direction: opening.side,
    quantity,
    entryPrice: opening.price,
    exitPrice: closing.price,
    stopPrice: null,
    opened: opening.at,
    closed: closing.at,
    profit: opening.side === "Buy" ? gain : negative(gain),
    fees,
    swap: ZERO,
  };
}

function openPosition({ fill, left, feeLeft }: Lot): OpenPosition {
  const { symbol, side, price, at } = fill;
  return { symbol, direction: side, quantity: left, entryPrice: price, opened: at, fees: feeLeft };
}
