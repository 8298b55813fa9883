import { UNITS_MAX } from "../contract/broker/broker-limits.ts";
import type { Decimal } from "../contract/broker/decimal.ts";
import { unitsOf } from "../contract/broker/units.ts";
import { AppError } from "../contract/errors.ts";
import type { Translated } from "../contract/translated.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import {
  countStaging,
  type ImportRecord,
  selectImport,
  stageFills,
  stagePositions,
  stageTrades,
  type UnitFill,
  type UnitRow,
} from "./broker-import-store.ts";
import { assertImport, importIdIn } from "./broker-imports.ts";
import type { RowsInput, StagedFill, StagedTrade } from "./broker-inputs.ts";

/**
 * Stages some of a file's rows, and with the last of them its open positions. Sending them again replaces them.
 * @returns how many rows of the file have arrived
 * @throws AppError `not_found` for another's file | `wrong_state` for one that does not wait any more | `invalid_input` with the field
 */
export async function stageRows(scope: Scope, idText: string, input: RowsInput): Promise<number> {
  const id = importIdIn(idText);
  const { query } = scope.db;
  const { rows: read } = await authorizedBatch(scope, "read", (callerId) => [selectImport(query, callerId, id)]);
  const file = assertImport(read[0][0]);
  if (file.status !== "staged") throw new AppError("wrong_state", BROKER_TEXT.notStaged);
  const { from, rows, kind, open } = input;
  if (rows.length > 0 && kind !== file.kind) throw refusal("rows", BROKER_TEXT.wrongKind);
  if (from + rows.length - 1 > file.rowCount) {
    throw refusal("from", BROKER_TEXT.beyondEnd(file.rowCount.toLocaleString("en-US")));
  }
  const nowMs = scope.now();
  const written =
    input.kind === "trades"
      ? stageTrades(
          query,
          file,
          from,
          input.rows.map((row, i) => tradeUnits(row, i, file, nowMs)),
        )
      : stageFills(
          query,
          file,
          from,
          input.rows.map((row, i) => fillUnits(row, i, file, nowMs)),
        );
  const positions = open?.map(({ openedAt, ...position }) => ({
    ...position,
    openedAtMs: openedAt === null ? null : Date.parse(openedAt),
  }));
  const { rows: results } = await authorizedBatch(
    scope,
    "act",
    (callerId) =>
      [
        ...countStaging(query, id),
        // An empty list is only of a file whose positions are all that it has.
        ...(rows.length > 0 ? written : []),
        ...(positions ? stagePositions(query, file, positions) : []),
        selectImport(query, callerId, id),
      ] as const,
  );
  // A list of statements has lost their types; the last one's row is the file.
  const [after] = results.at(-1) as unknown as ImportRecord[];
  return after?.staged ?? 0;
}

/** @throws AppError `invalid_input` */
function tradeUnits(row: StagedTrade, at: number, { decimals }: ImportRecord, nowMs: number): UnitRow {
  assertPast(row.closedAtMs, `rows.${at}.closedAtMs`, nowMs);
  const { profit, fees, swap, ...same } = row;
  const units = (sum: Decimal, name: string) => assertUnits(sum, `rows.${at}.${name}`, decimals);
  const sums = { profit: units(profit, "profit"), fees: units(fees, "fees"), swap: units(swap, "swap") };
  const result = sums.profit.units + sums.fees.units + sums.swap.units;
  if (Math.abs(result) > UNITS_MAX) throw refusal(`rows.${at}.profit`, BROKER_TEXT.sumTooLarge);
  return {
    ...same,
    isRounded: sums.profit.isRounded || sums.fees.isRounded || sums.swap.isRounded,
    profitUnits: sums.profit.units,
    feesUnits: sums.fees.units,
    swapUnits: sums.swap.units,
  };
}

/** @throws AppError `invalid_input` */
function fillUnits(row: StagedFill, at: number, { decimals }: ImportRecord, nowMs: number): UnitFill {
  assertPast(row.atMs, `rows.${at}.atMs`, nowMs);
  const { id: fillId, fee, ...same } = row;
  const { units, isRounded } = assertUnits(fee, `rows.${at}.fee`, decimals);
  return { ...same, fillId, isRounded, feeUnits: units };
}

function assertUnits(sum: Decimal, field: string, decimals: number): { units: number; isRounded: boolean } {
  const units = unitsOf(sum, decimals);
  if (!units) throw refusal(field, BROKER_TEXT.sumTooLarge);
  return units;
}

function assertPast(atMs: number, field: string, nowMs: number): void {
  if (atMs > nowMs) throw refusal(field, BROKER_TEXT.inTheFuture);
}

function refusal(field: string, message: Translated): AppError {
  return new AppError("invalid_input", message, { field });
}
