import { useSignals } from "@preact/signals-react/runtime";
import type { Candle, CandleInterval } from "../../worker/contract/candles.ts";
import { CANDLE_INTERVALS } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatSteps } from "../ui/format.ts";
import { type Column, Table } from "../ui/list/table.tsx";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { candleAt } from "./plot/candle-columns.ts";
import { formatValue, formatVolume, readLines } from "./plot/indicator-values.ts";
import { crosshairTime } from "./plot/time-labels.ts";

const ROWS_MAX = 100;

type CandleTableProps = { chart: ChartController; symbol: FeedSymbol; interval: CandleInterval; timeZone: string };

type TableRow = { candle: Candle; row: number };

/** The chart's data as a table, newest candles first. */
export function CandleTable({ chart, symbol, interval, timeZone }: CandleTableProps) {
  useSignals();
  // Renders on each new candle and each load, not on each price: text that a screen reader reads must not change
  // constantly.
  void chart.loads.value;
  const last = chart.rowCount.value - 1;
  const columns = chart.series?.columns;
  const newest = Array.from({ length: Math.min(ROWS_MAX, last + 1) }, (_, i) => {
    const candle = columns && candleAt(columns, last - i);
    return candle ? [{ candle, row: last - i }] : [];
  }).flat();
  const { decimals } = FEED_SYMBOLS[symbol];
  const format = (price: number) => formatSteps(price, decimals);
  const price =
    (at: 1 | 2 | 3 | 4) =>
    ({ candle }: TableRow) =>
      format(candle[at]);
  const heads = chartText.columns;
  const shown: Column<TableRow>[] = [
    {
      key: "time",
      head: heads.time,
      isRowHead: true,
      cell: ({ candle: [startMs] }) => crosshairTime(startMs, CANDLE_INTERVALS[interval], timeZone),
    },
    { key: "open", head: heads.open, isNumeric: true, cell: price(1) },
    { key: "high", head: heads.high, isNumeric: true, isHiddenOnPhone: true, cell: price(2) },
    { key: "low", head: heads.low, isNumeric: true, isHiddenOnPhone: true, cell: price(3) },
    { key: "close", head: heads.close, isNumeric: true, isStrong: true, cell: price(4) },
    {
      key: "volume",
      head: heads.volume,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ candle: [, , , , , volume] }) => formatVolume(volume),
    },
    ...chart.board.shown.value.flatMap((indicator) =>
      readLines(indicator).map(
        ({ title, at }): Column<TableRow> => ({
          key: `${indicator.chosen.id} ${title}`,
          head: title,
          isNumeric: true,
          isHiddenOnPhone: true,
          cell: ({ row }) => formatValue(indicator.kind, at(row), format),
        }),
      ),
    ),
  ];
  return (
    <Table
      caption={chartText.table(symbol, chartText.intervalWords[interval])}
      columns={shown}
      rows={newest}
      rowKey={({ candle: [startMs] }) => String(startMs)}
      empty={null}
    />
  );
}
