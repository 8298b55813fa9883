import {
  type Breakdown,
  DIMENSIONS,
  type Dimension,
  type Estimate,
  type GroupFigures,
} from "../../contract/trade-groups.ts";
import { type CsvColumns, csvFile } from "../../platform/csv.ts";
import type { Scope } from "../../platform/scope.ts";
import type { TradeAccount } from "../trade-account.ts";
import type { TradeFilter } from "../trade-store.ts";
import { tradeBreakdown } from "./trade-breakdown.ts";

type Line = { dimension: Dimension | "all"; name: string; figures: GroupFigures };

const rounded = (value: number | undefined, decimals: number) => (value === undefined ? null : value.toFixed(decimals));

/** The three columns of a figure with its interval. */
function estimateColumns(
  head: string,
  decimals: number,
  of: (figures: GroupFigures) => Estimate | null,
): CsvColumns<Line> {
  const column = (name: string, part: keyof Estimate) =>
    [name, ({ figures }: Line) => rounded(of(figures)?.[part], decimals)] as const;
  return [column(head, "value"), column(`${head}, low`, "low"), column(`${head}, high`, "high")];
}

const COLUMNS: CsvColumns<Line> = [
  ["By", ({ dimension }) => dimension],
  ["Group", ({ name }) => name],
  ["Trades", ({ figures }) => figures.trades],
  ["Wins", ({ figures }) => figures.wins],
  ["P&L", ({ figures }) => figures.pnl],
  ...estimateColumns("Won %", 2, ({ winRate }) => winRate),
  ...estimateColumns("Per trade", 8, ({ each }) => each),
  ["Trades with a stop", ({ figures }) => figures.risked],
  ...estimateColumns("R per trade", 3, ({ r }) => r),
];

/** Figures of the groups of an account's trades as a CSV file; what is not given for few trades is empty. */
export async function exportBreakdown(
  scope: Scope,
  account: TradeAccount,
  filter: TradeFilter,
): Promise<ReadableStream<Uint8Array>> {
  const lines = linesOf(await tradeBreakdown(scope, account, filter));
  return csvFile<Line, null>(COLUMNS, async () => ({ rows: lines, next: null }));
}

function linesOf({ all, by, names }: Breakdown): Line[] {
  const groups = DIMENSIONS.flatMap((dimension) =>
    by[dimension].map((figures): Line => ({ dimension, name: names[figures.key] ?? figures.key, figures })),
  );
  return [{ dimension: "all", name: "", figures: all }, ...groups];
}
