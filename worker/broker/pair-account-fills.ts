import { BROKER } from "../contract/broker/broker-limits.ts";
import { type Decimal, decimal } from "../contract/broker/decimal.ts";
import { pairFills } from "../contract/broker/pair-fills.ts";
import { decimalOfUnits, unitsOf } from "../contract/broker/units.ts";

/** A fill of a file that counts or may count. @property place which commit its file was; null of a file that is not committed */
export type CandidateFill = {
  fillId: string;
  importId: number;
  place: number | null;
  rowNumber: number;
  takes: boolean;
  symbol: string;
  side: "Buy" | "Sell";
  quantity: string;
  price: string;
  atMs: number;
  feeUnits: number;
  multiplier: string;
  position: string;
  isClosing: boolean;
  isRounded: boolean;
  line: number;
};

/** A closed trade of two fills. Sums in units; the result is their sum. */
export type PairedTrade = {
  id: number;
  importId: number;
  ticket: string;
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: Decimal;
  entryPrice: Decimal;
  exitPrice: Decimal;
  openedAtMs: number | null;
  closedAtMs: number;
  profitUnits: number;
  feesUnits: number;
};

/** What is open of a fill. */
export type OpenLot = {
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: Decimal;
  entryPrice: Decimal;
  openedAtMs: number | null;
};

/** What pairing gives. @property inexact the trades whose sums have too many digits @property rounded how many sums were rounded */
export type Pairing = { trades: PairedTrade[]; lots: OpenLot[]; inexact: number; rounded: number };

/**
 * Which fills count: of each id that of the last file that took changed ones, and otherwise that of the first file.
 * @param staged how the file that is not committed counts, as the last of all; without it, its fills are left out
 */
export function countingFills(
  candidates: readonly CandidateFill[],
  staged: { place: number; takes: boolean } | null,
): CandidateFill[] {
  const byId = new Map<string, CandidateFill>();
  const counted = candidates.flatMap((fill) => {
    if (fill.place !== null) return [fill];
    return staged ? [{ ...fill, ...staged }] : [];
  });
  for (const fill of counted.sort((a, b) => placeOf(a) - placeOf(b))) {
    if (fill.takes || !byId.has(fill.fillId)) byId.set(fill.fillId, fill);
  }
  return [...byId.values()];
}

function placeOf({ place, rowNumber }: CandidateFill): number {
  return (place ?? 0) * BROKER.rowsMax + rowNumber - 1;
}

/**
 * Pairs an account's fills of some symbols. A pure function of the fills: the same ones give the same trades with the same ids.
 * @param fills those that count
 * @param idOf the id of a trade: of the file's place, the row, and the how manieth trade of the closing fill it is
 */
export function pairAccountFills(
  fills: readonly CandidateFill[],
  { symbols, decimals }: { symbols: ReadonlySet<string>; decimals: number },
  idOf: (place: number, rowNumber: number, part: number) => number,
): Pairing {
  const chosen = fills.filter(({ symbol }) => symbols.has(symbol)).sort((a, b) => placeOf(a) - placeOf(b));
  // A fill is found again by its index, which stands where a file has its line.
  const { trades, open } = pairFills(
    chosen.map((fill, index) => ({
      line: index,
      id: fill.fillId,
      symbol: fill.symbol,
      side: fill.side,
      quantity: decimal(fill.quantity),
      price: decimal(fill.price),
      at: fill.atMs,
      fee: decimalOfUnits(fill.feeUnits, decimals),
      multiplier: decimal(fill.multiplier),
      position: fill.position,
      isClosing: fill.isClosing,
    })),
    decimals,
  );
  let [inexact, rounded] = [0, 0];
  const parts = new Map<number, number>();
  const paired = trades.flatMap((trade): PairedTrade[] => {
    const closing = chosen[trade.line];
    const [profit, fees] = [unitsOf(trade.profit, decimals), unitsOf(trade.fees, decimals)];
    if (!closing || !profit || !fees) {
      inexact += 1;
      return [];
    }
    if (profit.isRounded) rounded += 1;
    const part = parts.get(trade.line) ?? 0;
    parts.set(trade.line, part + 1);
    const { ticket, symbol, direction, quantity, entryPrice, exitPrice, opened, closed } = trade;
    return [
      {
        ...{ ticket, symbol, direction, quantity, entryPrice, exitPrice },
        id: idOf(closing.place ?? 0, closing.rowNumber, part),
        importId: closing.importId,
        openedAtMs: opened,
        closedAtMs: closed,
        profitUnits: profit.units,
        feesUnits: fees.units,
      },
    ];
  });
  const lots = open.map(({ symbol, direction, quantity, entryPrice, opened }) => ({
    ...{ symbol, direction, quantity, entryPrice },
    openedAtMs: opened,
  }));
  return { trades: paired, lots, inexact, rounded };
}
