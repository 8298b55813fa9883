import { useSignals } from "@preact/signals-react/runtime";
import type { Candle, CandleInterval } from "../../worker/contract/candles.ts";
import { CANDLE_INTERVALS } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatPrice } from "../ui/format.ts";
import { type Column, Table } from "../ui/table.tsx";
import { candleAt } from "./candle-columns.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { crosshairTime } from "./time-labels.ts";

const ROWS_MAX = 100;

type CandleTableProps = { chart: ChartController; symbol: FeedSymbol; interval: CandleInterval; timeZone: string };

/** The chart's data as a table, newest candles first. */
export function CandleTable({ chart, symbol, interval, timeZone }: CandleTableProps) {
  useSignals();
  // Renders on each new candle and each load, not on each price: text that a screen reader reads must not change
  // constantly.
  void chart.loads.value;
  const last = chart.rowCount.value - 1;
  const columns = chart.series?.columns;
  const newest = Array.from({ length: Math.min(ROWS_MAX, last + 1) }, (_, i) => columns && candleAt(columns, last - i));
  const { decimals } = FEED_SYMBOLS[symbol];
  const price = (at: 1 | 2 | 3 | 4) => (candle: Candle) => formatPrice(candle[at], decimals);
  const heads = chartText.columns;
  const shown: Column<Candle>[] = [
    {
      key: "time",
      head: heads.time,
      isRowHead: true,
      cell: ([startMs]) => crosshairTime(startMs, CANDLE_INTERVALS[interval], timeZone),
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
      cell: ([, , , , , volume]) => formatPrice(volume, 1),
    },
  ];
  return (
    <Table
      caption={chartText.table(symbol, chartText.intervalWords[interval])}
      columns={shown}
      rows={newest.filter((candle) => candle !== null && candle !== undefined)}
      rowKey={([startMs]) => String(startMs)}
      empty={null}
    />
  );
}
