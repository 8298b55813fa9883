import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { HeightGrip } from "../ui/height-grip.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { IndicatorLegend } from "./indicator-legend.tsx";
import { textOverPlot } from "./over-plot.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./plot/axis-size.ts";
import { PANE_PX, panesHeightPx } from "./plot/pane-layout.ts";

const Corner = styled("div")`
  ${textOverPlot}
  overflow: hidden;
  white-space: nowrap;
  /* Values that have no room beside the others are below them, and none is cut off. */
  & > span {
    display: flex;
    flex-wrap: wrap;
    column-gap: 6px;
  }
  & b {
    font-weight: 500;
  }
`;

const NoRoom = styled("p")`
  ${textOverPlot}
`;

/** How far an arrow key moves a pane's edge. */
const STEP_PX = 12;

type IndicatorPanesProps = {
  chart: ChartController;
  symbol: FeedSymbol;
  /** @param heightPx null for the standard height */
  onHeight: (id: string, heightPx: number | null) => void;
};

/** The names and values over the panes below the price, and the handles that change their heights. */
export function IndicatorPanes({ chart, symbol, onHeight }: IndicatorPanesProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const { panes, leftOut } = chart.board.layout.value;
  const shown = chart.board.shown.value;
  if (chart.rowCount.value === 0) return null;
  const inPane = (id: string) => shown.find(({ chosen }) => chosen.id === id);
  const labels = leftOut.flatMap((id) => inPane(id)?.label ?? []);
  return (
    <>
      {panes.map((pane) => {
        const indicator = inPane(pane.id);
        if (!indicator) return null;
        return (
          <div key={pane.id}>
            <Corner className="num" data-legend="" aria-hidden="true" style={{ top: pane.topPx + 6 }}>
              <IndicatorLegend chart={chart} symbol={symbol} shown={indicator} />
            </Corner>
            <HeightGrip
              label={chartText.paneHeight(indicator.label)}
              heightPx={pane.heightPx}
              minPx={PANE_PX.min}
              maxPx={pane.maxPx}
              stepPx={STEP_PX}
              left={`calc(50% - ${AXIS_WIDTH_PX / 2}px)`}
              topPx={pane.topPx}
              onHeight={(height) =>
                onHeight(pane.id, height && Math.max(PANE_PX.min, Math.min(pane.maxPx, Math.round(height))))
              }
            />
          </div>
        );
      })}
      {labels.length > 0 && (
        <NoRoom style={{ bottom: AXIS_HEIGHT_PX + panesHeightPx(panes) + 6 }}>
          {isPhone ? chartText.noRoomFor(labels.length) : chartText.noRoom(labels.join("; "))}
        </NoRoom>
      )}
    </>
  );
}
