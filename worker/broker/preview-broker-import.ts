import { BROKER } from "../contract/broker/broker-limits.ts";
import type { BrokerPreview, ChangedRow, FillRow, TradeRow } from "../contract/broker/broker-shapes.ts";
import { decimalOfUnits, numberOfUnits } from "../contract/broker/units.ts";
import { AppError } from "../contract/errors.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import { type ImportRecord, selectImport } from "./broker-import-store.ts";
import { assertImport, assertWhole, importIdIn } from "./broker-imports.ts";
import { compareRows, selectChanged, selectPairing, selectTotals, tradeId } from "./broker-trade-store.ts";
import { type CandidateFill, countingFills, pairAccountFills } from "./pair-account-fills.ts";

/**
 * What the commit of a file would do to its account; nothing is written.
 * @throws AppError `not_found` | `wrong_state` for a file that does not wait, or of which rows are missing
 */
export async function previewImport(scope: Scope, idText: string): Promise<BrokerPreview> {
  const id = importIdIn(idText);
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectImport(query, callerId, id),
    selectTotals(query, id),
    compareRows(query, id),
    selectChanged(query, id),
  ]);
  const [[found], [totals], [compared], changed] = rows;
  const file = assertWhole(assertImport(found));
  const before = { trades: totals?.trades ?? 0, units: totals?.resultUnits ?? 0 };
  if (file.kind === "fills") return await fillsPreview(scope, file, before);
  if (!compared) throw new Error("a count without a row");
  const money = (units: number) => numberOfUnits(units, file.decimals);
  return {
    version: file.version,
    added: compared.added,
    same: compared.rows - compared.added - compared.changed,
    changed: changed.map(({ row, trade }) => ({
      ticket: row.ticket,
      before: tradeRow({ ...trade, line: row.line }, file.decimals),
      after: tradeRow(row, file.decimals),
    })),
    changedCount: compared.changed,
    tradesBefore: before.trades,
    tradesAfter: before.trades + compared.added,
    resultBefore: money(before.units),
    resultAfter: money(before.units + compared.addedUnits),
    resultTaken: money(before.units + compared.addedUnits + compared.changedUnits),
    rounded: compared.rounded,
  };
}

type Changed = Awaited<ReturnType<typeof selectChanged>>[number];

function tradeRow(
  row: Omit<Changed["row"], "importId" | "rowNumber" | "accountId" | "isRounded">,
  decimals: number,
): TradeRow {
  const { line, ticket, symbol, direction, quantity, entryPrice, exitPrice, stopPrice, openedAtMs, closedAtMs } = row;
  return {
    ...{ line, ticket, symbol, direction, quantity, entryPrice, exitPrice, stopPrice, openedAtMs, closedAtMs },
    profit: decimalOfUnits(row.profitUnits, decimals),
    fees: decimalOfUnits(row.feesUnits, decimals),
    swap: decimalOfUnits(row.swapUnits, decimals),
  };
}

/** The preview of a file of fills, whose trades are paired as the commit would. */
async function fillsPreview(
  scope: Scope,
  file: ImportRecord,
  before: { trades: number; units: number },
): Promise<BrokerPreview> {
  const { rows } = await authorizedBatch(scope, "read", () => [selectPairing(scope.db.query, file.id)]);
  const [[pairing]] = rows;
  if (!pairing) throw new AppError("not_found", BROKER_TEXT.noSuchImport);
  const { fills } = pairing;
  const symbols = new Set(pairing.symbols);
  const stored = new Map(countingFills(fills, null).map((fill) => [fill.fillId, fill]));
  const own = fills.filter(({ importId }) => importId === file.id);
  const changed = own.filter((fill) => differs(fill, stored.get(fill.fillId)));
  const added = own.filter(({ fillId }) => !stored.has(fillId)).length;
  const paired = (takes: boolean | null) => {
    const counting = countingFills(fills, takes === null ? null : { place: file.nextPlace, takes });
    const { trades, rounded } = pairAccountFills(counting, { symbols, decimals: file.decimals }, tradeId);
    return { count: trades.length, units: trades.reduce((sum, t) => sum + t.profitUnits + t.feesUnits, 0), rounded };
  };
  const [now, kept, taken] = [paired(null), paired(false), paired(true)];
  const money = (units: number) => numberOfUnits(units, file.decimals);
  return {
    version: file.version,
    added,
    same: own.length - added - changed.length,
    changed: changed.slice(0, BROKER.changedShownMax).flatMap((fill): ChangedRow<FillRow>[] => {
      const earlier = stored.get(fill.fillId);
      if (!earlier) return [];
      return [{ ticket: fill.fillId, before: fillRow(earlier, file.decimals), after: fillRow(fill, file.decimals) }];
    }),
    changedCount: changed.length,
    tradesBefore: before.trades,
    tradesAfter: before.trades - now.count + kept.count,
    resultBefore: money(before.units),
    resultAfter: money(before.units - now.units + kept.units),
    resultTaken: money(before.units - now.units + taken.units),
    rounded: own.filter(({ isRounded }) => isRounded).length + Math.max(0, kept.rounded - now.rounded),
  };
}

function differs(fill: CandidateFill, stored: CandidateFill | undefined): boolean {
  if (!stored) return false;
  const fields = [
    "symbol",
    "side",
    "quantity",
    "price",
    "atMs",
    "feeUnits",
    "multiplier",
    "position",
    "isClosing",
  ] as const;
  return fields.some((field) => fill[field] !== stored[field]);
}

function fillRow(fill: CandidateFill, decimals: number): FillRow {
  const { fillId, feeUnits, line, symbol, side, quantity, price, atMs, multiplier, position, isClosing } = fill;
  const fee = decimalOfUnits(feeUnits, decimals);
  return { line, id: fillId, symbol, side, quantity, price, atMs, fee, multiplier, position, isClosing };
}
