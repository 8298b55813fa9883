import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { KeyboardEvent, PointerEvent } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./axis-size.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { IndicatorLegend } from "./indicator-legend.tsx";
import { PANE_PX, type Pane, panesHeightPx } from "./pane-layout.ts";

const Corner = styled("div")`
  position: absolute;
  z-index: 1;
  left: 12px;
  max-width: calc(100% - ${AXIS_WIDTH_PX + 24}px);
  padding: 2px 6px;
  overflow: hidden;
  border-radius: 6px;
  background: color-mix(in oklab, var(--bg) 86%, transparent);
  color: var(--muted);
  font-size: 12px;
  line-height: 18px;
  white-space: nowrap;
  pointer-events: none;
  & b {
    margin-left: 6px;
    font-weight: 500;
  }
`;

const NoRoom = styled("p")`
  position: absolute;
  z-index: 1;
  left: 12px;
  max-width: calc(100% - ${AXIS_WIDTH_PX + 24}px);
  padding: 2px 6px;
  border-radius: 6px;
  background: color-mix(in oklab, var(--bg) 86%, transparent);
  color: var(--muted);
  font-size: 12px;
  line-height: 18px;
  pointer-events: none;
`;

const Grip = styled("button")`
  position: absolute;
  z-index: 2;
  left: calc(50% - ${AXIS_WIDTH_PX / 2}px);
  width: 64px;
  height: 12px;
  margin: -6px 0 0 -32px;
  cursor: row-resize;
  touch-action: none;
  &::after {
    content: "";
    position: absolute;
    top: 4px;
    left: 16px;
    width: 32px;
    height: 4px;
    border-radius: 2px;
    background: var(--control);
  }
`;

const STEP_PX = 12;

type IndicatorPanesProps = {
  chart: ChartController;
  symbol: FeedSymbol;
  /** @param heightPx null for the standard height */
  onHeight: (id: string, heightPx: number | null) => void;
};

/** What stands over the panes below the price: names, values, and the handles that change their heights. */
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
            <Corner className="num" aria-hidden="true" style={{ top: pane.topPx + 6 }}>
              <IndicatorLegend chart={chart} symbol={symbol} shown={indicator} />
            </Corner>
            <PaneGrip pane={pane} label={indicator.label} onHeight={(height) => onHeight(pane.id, height)} />
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

type PaneGripProps = { pane: Pane; label: string; onHeight: (heightPx: number | null) => void };

/** The handle on a pane's upper edge: drag or arrow keys change the height, a double click resets it. */
function PaneGrip({ pane: { topPx, heightPx }, label, onHeight }: PaneGripProps) {
  const setHeight = (px: number) => onHeight(Math.max(PANE_PX.min, Math.round(px)));

  function onMove({ currentTarget, pointerId, clientY }: PointerEvent<HTMLElement>) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    // The edge lies in the middle of the handle.
    const { top, height } = currentTarget.getBoundingClientRect();
    setHeight(heightPx + top + height / 2 - clientY);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setHeight(heightPx + step);
  }

  return (
    <Grip
      type="button"
      role="separator"
      aria-orientation="horizontal"
      aria-label={chartText.paneHeight(label)}
      aria-valuenow={heightPx}
      aria-valuemin={PANE_PX.min}
      style={{ top: topPx }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onHeight(null)}
    />
  );
}
