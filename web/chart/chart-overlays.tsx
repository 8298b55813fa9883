import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import { CANDLE_INTERVALS } from "../../worker/contract/candles.ts";
import type { ChartController } from "./chart-controller.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX, tagFontPx } from "./plot/axis-size.ts";
import { panesHeightPx } from "./plot/pane-layout.ts";
import { crosshairTime, zoneLabel } from "./plot/time-labels.ts";

// Elements that follow the pointer or the price move by transforms, which cause no layout.
const Tag = styled("span")`
  position: absolute;
  z-index: 2;
  left: 0;
  padding: 0 8px;
  border-radius: 3px;
  background: var(--text);
  color: var(--bg);
  font-size: 12px;
  font-weight: 500;
  line-height: 20px;
  white-space: nowrap;
  pointer-events: none;
`;

const Zone = styled("span")`
  position: absolute;
  right: 8px;
  bottom: 0;
  color: var(--muted);
  font-size: 12px;
  line-height: ${AXIS_HEIGHT_PX}px;
  pointer-events: none;
`;

type CrosshairTagsProps = { chart: ChartController; interval: CandleInterval; timeZone: string };

/** The values under the crosshair, on both axes. */
export function CrosshairTags({ chart, interval, timeZone }: CrosshairTagsProps) {
  useSignals();
  const at = chart.crosshair.value;
  const startMs = at && chart.series?.columns.startMs[at.row];
  if (!at || startMs === undefined || startMs === null) return null;
  const figure = chart.plot.axisText(at.topPx);
  return (
    <>
      <Tag
        className="num"
        aria-hidden="true"
        style={{
          left: "auto",
          right: 1,
          width: AXIS_WIDTH_PX - 2,
          top: 0,
          fontSize: tagFontPx(figure),
          textAlign: "right",
          transform: `translateY(${at.topPx - 10}px)`,
        }}
      >
        {figure}
      </Tag>
      <Tag
        className="num"
        aria-hidden="true"
        style={{ bottom: 4, transform: `translateX(${at.leftPx}px) translateX(-50%)` }}
      >
        {crosshairTime(startMs, CANDLE_INTERVALS[interval], timeZone)}
      </Tag>
    </>
  );
}

/** The time zone of the time axis. */
export function ZoneLabel({ timeZone }: { timeZone: string }) {
  return <Zone className="num">{zoneLabel(Date.now(), timeZone)}</Zone>;
}

const FOOT_GAP_PX = 12;

/** A place at the foot of the plot, above the panes of indicators and beside the price axis. */
export function PlotFoot({ chart, children }: { chart: ChartController; children: ReactNode }) {
  useSignals();
  const bottom = AXIS_HEIGHT_PX + panesHeightPx(chart.board.layout.value.panes) + FOOT_GAP_PX;
  return (
    <div style={{ position: "absolute", zIndex: 3, right: AXIS_WIDTH_PX + FOOT_GAP_PX, bottom, left: FOOT_GAP_PX }}>
      {children}
    </div>
  );
}
