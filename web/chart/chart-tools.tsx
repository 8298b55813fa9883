import { styled } from "goober";
import { type ReactNode, useState } from "react";
import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { ChartLine, Icon } from "../ui/icon.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { Segments } from "../ui/segments.tsx";
import { media } from "../ui/theme.ts";
import { ToolButton } from "../ui/tool-button.ts";
import { chartText } from "./chart-text.ts";
import { ChartTypeMenu } from "./chart-type-menu.tsx";
import { IndicatorChips } from "./indicator-chips.tsx";
import type { ChosenIndicators } from "./indicators/chosen-indicators.ts";
import type { IndicatorActions } from "./indicators/indicator-actions.ts";

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
  @container (max-width: 759px) {
    gap: 4px;
  }
  @container (max-width: 540px) {
    --choice-gap: 0;
    --choice-pad: 6px;
    --bar-pad: 6px;
    padding: 0 6px;
  }
  @container (max-width: 400px) {
    --choice-pad: 5px;
  }
  @container (max-width: 375px) {
    --choice-pad: 3px;
  }
  @container (max-width: 340px) {
    --choice-pad: 2px;
  }
  ${media.phone} {
    height: 44px;
  }
`;

/** The name of a button that shows only its icon. */
const forScreenReaders = `
  position: absolute;
  width: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;

const IndicatorsButton = styled(ToolButton)`
  & > em {
    display: none;
    font-style: normal;
  }
  @container (max-width: 979px) {
    & > em {
      display: inline;
    }
  }
  @container (max-width: 599px) {
    & > span {
      ${forScreenReaders}
    }
  }
  /* Tools for fingers are wider. */
  ${media.touch} {
    @container (max-width: 667px) {
      & > span {
        ${forScreenReaders}
      }
    }
  }
  @container (max-width: 400px) {
    & > em {
      display: none;
    }
  }
`;

/** Stays in sight where the toolbar is too narrow and scrolls. */
const Tools = styled("div")`
  position: sticky;
  right: calc(-1 * var(--bar-pad, 12px));
  display: flex;
  margin-right: calc(-1 * var(--bar-pad, 12px));
  padding: 6px var(--bar-pad, 12px) 6px 0;
  background: var(--surface);
  ${media.touch} {
    padding: 0 var(--bar-pad, 12px) 0 0;
    && > button {
      width: auto;
      min-width: 40px;
      height: 40px;
    }
  }
  ${media.phone} {
    && > button {
      width: 36px;
      min-width: 0;
      height: 44px;
    }
  }
  @container (max-width: 375px) {
    && > button {
      width: 32px;
    }
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
  indicators: ChosenIndicators;
  actions: IndicatorActions;
  /** At the right end. */
  tools: ReactNode;
};

const IndicatorsDialog = dialogOnDemand(
  async () => (await import("./indicators-dialog.tsx")).IndicatorsDialog,
  ({ settingsOf }) => ({ title: chartText.indicators, isTall: settingsOf === null }),
);

/** The toolbar above the plot: candle size and chart type, indicators, and further tools. */
export function ChartTools({ interval, onInterval, indicators, actions, tools }: ChartToolsProps) {
  const [dialog, setDialog] = useState<{ settingsOf: string | null } | null>(null);
  const openList = () => setDialog({ settingsOf: null });
  return (
    // A container of its own: around the plot, its canvas would make the browser lay the page out before each drawing.
    <Box grow={false} isContainer>
      <Bar>
        <Row gap="var(--choice-gap, 4px)">
          <Segments
            label={chartText.intervals}
            value={interval}
            options={INTERVALS}
            onChange={onInterval}
            size="toolbar"
          />
          <ChartTypeMenu />
        </Row>
        <Row gap="var(--choice-gap, 2px)">
          <IndicatorsButton
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={IndicatorsDialog.preload}
            onClick={openList}
          >
            <Icon of={ChartLine} />
            <span>{chartText.indicators}</span>
            <em className="num"> {indicators.length}</em>
          </IndicatorsButton>
          <IndicatorChips
            list={indicators}
            actions={actions}
            onSettings={(settingsOf) => setDialog({ settingsOf })}
            onMore={openList}
          />
          <Tools data-part="tools">{tools}</Tools>
        </Row>
      </Bar>
      {dialog && <IndicatorsDialog list={indicators} actions={actions} {...dialog} onClose={() => setDialog(null)} />}
    </Box>
  );
}
