import type { ClosedTrade, Fill, OpenPosition } from "./closed-trade.ts";
import { compare, type Decimal, isZero, negative, product, share, sum, ZERO } from "./decimal.ts";

/** Digits of a fee's part where the caller names none; what rounding leaves stays with the last part, so that the parts add up to the fee. */
const FEE_DECIMALS = 12;

/** What is left of a fill that opened a position. */
type Lot<At extends number> = { fill: Fill<At>; left: Decimal; feeLeft: Decimal };

/** @property unopened closings whose opening is not among the fills; a part of one has its part of the quantity and of the fee */
export type PairedFills<At extends number> = {
  trades: ClosedTrade<At>[];
  open: OpenPosition<At>[];
  unopened: Fill<At>[];
};

/**
 * Pairs fills to closed trades, first in first out for each position of a symbol. A fill that closes several lots is a trade for each of them, and one
 * that turns a position round closes it and opens the rest. Fees go with the part of the quantity, to the last digit.
 * @param fills as a file has them, the oldest or the newest first: those of one moment are in the order of the others
 * @param feeDecimals the digits of a fee's part
 * @returns closed trades by the moment of their close, and what is open, a row for each lot
 */
export function pairFills<At extends number>(fills: readonly Fill<At>[], feeDecimals = FEE_DECIMALS): PairedFills<At> {
  const lotsOf = new Map<string, Lot<At>[]>();
  const trades: ClosedTrade<At>[] = [];
  const unopened: Fill<At>[] = [];
  for (const fill of inTimeOrder(fills)) {
    const key = keyOf(fill);
    const lots = lotsOf.get(key) ?? [];
    lotsOf.set(key, lots);
    let [left, feeLeft] = [fill.quantity, fill.fee];
    while (lots[0] && lots[0].fill.side !== fill.side && !isZero(left)) {
      const lot = lots[0];
      const part = compare(lot.left, left) <= 0 ? lot.left : left;
      const fee = feePart(feeLeft, part, left, feeDecimals);
      const entryFee = feePart(lot.feeLeft, part, lot.left, feeDecimals);
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

function keyOf({ symbol, position = "" }: Fill<number>): string {
  return `${symbol}\u001f${position}`;
}

/** By their moments; those of one moment as the file goes, which its symbols say together: many exports stand newest first. */
function inTimeOrder<At extends number>(fills: readonly Fill<At>[]): Fill<At>[] {
  const last = new Map<string, Fill<At>>();
  let later = 0;
  for (const fill of fills) {
    const before = last.get(keyOf(fill));
    if (before) later += Math.sign(fill.at - before.at);
    last.set(keyOf(fill), fill);
  }
  return (later < 0 ? fills.toReversed() : [...fills]).sort((a, b) => a.at - b.at);
}

function feePart(fee: Decimal, part: Decimal, whole: Decimal, decimals: number): Decimal {
  return part === whole ? fee : share(fee, part, whole, decimals);
}

function minus(a: Decimal, b: Decimal): Decimal {
  return sum(a, negative(b));
}

function closedTrade<At extends number>(
  opening: Fill<At>,
  closing: Fill<At>,
  quantity: Decimal,
  fees: Decimal,
): ClosedTrade<At> {
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

function openPosition<At extends number>({ fill, left, feeLeft }: Lot<At>): OpenPosition<At> {
  const { symbol, side, price, at } = fill;
  return { symbol, direction: side, quantity: left, entryPrice: price, opened: at, fees: feeLeft };
}
