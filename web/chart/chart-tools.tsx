import { styled } from "goober";
import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import { Segments } from "../ui/segments.tsx";
import { media, type } from "../ui/theme.ts";
import { chartText } from "./chart-text.ts";
import { AVERAGE_PERIODS } from "./moving-average.ts";

/** Not around the plot: its canvas would make the browser lay the page out before each drawing. */
const Room = styled("div")`
  flex: none;
  container: tools / inline-size;
`;

const Bar = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  flex: none;
  height: 40px;
  padding: 0 12px;
  border-bottom: 1px solid var(--line);
  overflow-x: auto;
  scrollbar-width: none;
  & > div {
    display: flex;
    gap: 2px;
  }
  @container tools (max-width: 480px) {
    gap: 4px;
    padding: 0 6px;
    & > div {
      gap: 0;
    }
  }
  ${media.phone} {
    height: 52px;
  }
`;

const Choice = styled("button")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 28px;
  padding: 0 10px;
  border-radius: 6px;
  color: var(--muted);
  font-weight: 500;
  white-space: nowrap;
  transition: color var(--motion), background-color var(--motion);
  &:hover {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-checked="true"] {
    background: var(--raised);
    color: var(--text);
  }
  &[aria-pressed="true"] {
    color: var(--text);
  }
  & > i {
    width: 12px;
    height: 2px;
    border-radius: 1px;
    background: var(--control);
  }
  &[aria-pressed="true"] > i[data-average="9"] {
    background: var(--accent);
  }
  &[aria-pressed="true"] > i[data-average="21"] {
    background: color-mix(in oklab, var(--text) 70%, transparent);
  }
  @container tools (max-width: 480px) {
    padding: 0 6px;
  }
  @container tools (max-width: 400px) {
    padding: 0 5px;
    & > i {
      display: none;
    }
  }
  ${media.phone} {
    height: 44px;
  }
`;

const INTERVALS = CANDLE_INTERVAL_LIST.map((value) => ({
  value,
  label: chartText.interval[value],
  words: chartText.intervalWords[value],
}));

type ChartToolsProps = {
  interval: CandleInterval;
  onInterval: (interval: CandleInterval) => void;
  /** The periods of the hidden averages. */
  hidden: ReadonlySet<number>;
  onToggle: (period: number) => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
};

/** The toolbar above the plot: candle size, moving averages and the switch to the table. */
export function ChartTools({ interval, onInterval, hidden, onToggle, isTable, onTable }: ChartToolsProps) {
  return (
    <Room>
      <Bar>
        <Segments
          label={chartText.intervals}
          value={interval}
          options={INTERVALS}
          onChange={onInterval}
          look={{ frame: "div", choice: Choice }}
        />
        <div>
          {AVERAGE_PERIODS.map((period) => (
            <Choice
              key={period}
              type="button"
              aria-pressed={!hidden.has(period)}
              title={chartText.averageWords(period)}
              onClick={() => onToggle(period)}
            >
              <i data-average={period} />
              {chartText.average(period)}
            </Choice>
          ))}
          <Choice type="button" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
            {isTable ? chartText.asChart : chartText.asTable}
          </Choice>
        </div>
      </Bar>
    </Room>
  );
}
