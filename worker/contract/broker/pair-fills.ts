import type { ClosedTrade, Fill, OpenPosition } from "./closed-trade.ts";
import { compare, type Decimal, isZero, negative, product, share, sum, ZERO } from "./decimal.ts";

/** Digits of a fee's part where the caller names none; what rounding leaves stays with the last part, so that the parts add up to the fee. */
const FEE_DECIMALS = 12;

/** What is left of a fill that opened a position. */
type Lot<At extends number> = { fill: Fill<At>; left: Decimal; feeLeft: Decimal };

/**
 * Pairs fills to closed trades, first in first out for each symbol. A fill that closes several lots is a trade for each of them, and one
 * that turns a position round closes it and opens the rest. Fees go with the part of the quantity, to the last digit.
 * @param fills in any order; those of one moment keep theirs
 * @param feeDecimals the digits of a fee's part
 * @returns closed trades by the moment of their close, and what is open, a row for each lot
 */
export function pairFills<At extends number>(
  fills: readonly Fill<At>[],
  feeDecimals = FEE_DECIMALS,
): { trades: ClosedTrade<At>[]; open: OpenPosition<At>[] } {
  const lotsOf = new Map<string, Lot<At>[]>();
  const trades: ClosedTrade<At>[] = [];
  for (const fill of fills.toSorted((a, b) => a.at - b.at)) {
    const lots = lotsOf.get(fill.symbol) ?? [];
    lotsOf.set(fill.symbol, lots);
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
    if (!isZero(left)) lots.push({ fill, left, feeLeft });
  }
  return { trades, open: [...lotsOf.values()].flat().map(openPosition) };
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
