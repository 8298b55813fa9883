import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { Candle } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/market-messages.ts";
import { directionOf, formatPrice, formatSignedPrice } from "../format.ts";
import { media } from "../ui/theme.ts";
import { candleAt } from "./candle-columns.ts";
import { AVERAGE_PERIODS, type ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";

const Frame = styled("div")`
  position: absolute;
  z-index: 1;
  top: 8px;
  left: 12px;
  max-width: calc(100% - 104px);
  padding: 2px 6px;
  border-radius: 6px;
  background: color-mix(in oklab, var(--bg) 86%, transparent);
  color: var(--muted);
  font-size: 12px;
  line-height: 18px;
  pointer-events: none;
  & > div {
    display: flex;
    flex-wrap: wrap;
    column-gap: 10px;
  }
  & b {
    margin-left: 4px;
    color: var(--text);
    font-weight: 500;
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  ${media.phone} {
    left: 4px;
    font-size: 11px;
    & > div {
      column-gap: 6px;
    }
    & > div + div {
      display: none;
    }
  }
  & [data-average="9"] {
    color: var(--accent);
  }
`;

type ChartLegendProps = { chart: ChartController; symbol: FeedSymbol; hidden: ReadonlySet<number> };

/** What the candle under the crosshair did, or the newest one. */
export function ChartLegend({ chart, symbol, hidden }: ChartLegendProps) {
  useSignals();
  // The newest candle moves with every drawing.
  void chart.drawn.value;
  const columns = chart.series?.columns;
  const row = chart.crosshair.value?.row ?? (columns ? columns.startMs.length - 1 : -1);
  const candle = columns ? candleAt(columns, row) : null;
  if (!candle || !columns) return null;
  const { decimals } = FEED_SYMBOLS[symbol];
  const price = (value: number) => formatPrice(value, decimals);
  const [, open, high, low, close, volume] = candle;
  const averages = AVERAGE_PERIODS.filter((period) => !hidden.has(period));

  return (
    <Frame className="num" aria-hidden="true">
      <div>
        <Field name={chartText.open} value={price(open)} />
        <Field name={chartText.high} value={price(high)} />
        <Field name={chartText.low} value={price(low)} />
        <Field name={chartText.close} value={price(close)} />
        <span data-tone={directionOf(close - open)}>{formatSignedPrice(close - open, decimals)}</span>
      </div>
      <div>
        {averages.map((period) => {
          const mean = meanAt(columns.close, row, period);
          return mean === null ? null : (
            <span key={period} data-average={period}>
              {chartText.average(period)}
              <b>{price(mean)}</b>
            </span>
          );
        })}
        {volume > 0 && <Field name={chartText.volume} value={volumeText(candle)} />}
      </div>
    </Frame>
  );
}

function Field({ name, value }: { name: string; value: string }) {
  return (
    <span>
      {name}
      <b>{value}</b>
    </span>
  );
}

/** The average at one place alone. */
function meanAt(values: readonly number[], row: number, period: number): number | null {
  if (row < period - 1) return null;
  let sum = 0;
  for (let i = row - period + 1; i <= row; i++) sum += values[i] ?? 0;
  return sum / period;
}

function volumeText([, , , , , volume]: Candle): string {
  return formatPrice(volume, volume < 1_000 ? 1 : 0);
}
