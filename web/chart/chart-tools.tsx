import { styled } from "goober";
import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import { Box, Row } from "../ui/layout.tsx";
import { Segments, Toggle } from "../ui/segments.tsx";
import { media } from "../ui/theme.ts";
import { chartText } from "./chart-text.ts";
import { AVERAGE_PERIODS } from "./moving-average.ts";

const Bar = styled("div")`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  height: 40px;
  padding: 0 12px;
  border-bottom: 1px solid var(--line);
  overflow-x: auto;
  scrollbar-width: none;
  @container (max-width: 480px) {
    --choice-gap: 0;
    --choice-pad: 6px;
    gap: 4px;
    padding: 0 6px;
  }
  @container (max-width: 400px) {
    --choice-pad: 5px;
    & i {
      display: none;
    }
  }
  ${media.phone} {
    height: 52px;
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

/** The colour of each average's line in the plot. */
const MARK: Record<(typeof AVERAGE_PERIODS)[number], string> = {
  9: "var(--accent)",
  21: "color-mix(in oklab, var(--text) 70%, transparent)",
};

/** The toolbar above the plot: candle size, moving averages and the switch to the table. */
export function ChartTools({ interval, onInterval, hidden, onToggle, isTable, onTable }: ChartToolsProps) {
  return (
    // A container of its own: around the plot, its canvas would make the browser lay the page out before each drawing.
    <Box grow={false} isContainer>
      <Bar>
        <Segments
          label={chartText.intervals}
          value={interval}
          options={INTERVALS}
          onChange={onInterval}
          size="toolbar"
        />
        <Row gap="var(--choice-gap, 2px)">
          {AVERAGE_PERIODS.map((period) => (
            <Toggle
              key={period}
              isOn={!hidden.has(period)}
              mark={MARK[period]}
              title={chartText.averageWords(period)}
              onClick={() => onToggle(period)}
            >
              {chartText.average(period)}
            </Toggle>
          ))}
          <Toggle isOn={isTable} onClick={() => onTable(!isTable)}>
            {isTable ? chartText.asChart : chartText.asTable}
          </Toggle>
        </Row>
      </Bar>
    </Box>
  );
}
