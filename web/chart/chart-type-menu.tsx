import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { ChartArea, ChartCandlestick, ChartLine, Check, ChevronDown, Icon, type IconGlyph } from "../ui/icon.tsx";
import { Row } from "../ui/layout.tsx";
import { PopupMenu, placeBelow } from "../ui/popup-menu.tsx";
import { media } from "../ui/theme.ts";
import { chartType } from "./chart-choices.ts";
import { chartViewText } from "./chart-view-text.ts";
import { CHART_TYPES, type ChartType } from "./plot/chart-types.ts";

const Opener = styled("button")`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  height: 28px;
  padding: 0 6px;
  border-radius: 6px;
  color: var(--muted);
  &:hover,
  &[aria-expanded="true"] {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  @container (max-width: 540px) {
    & > i {
      display: none;
    }
  }
  ${media.phone} {
    height: 44px;
  }
`;

const ICONS: Readonly<Record<ChartType, IconGlyph>> = {
  candles: ChartCandlestick,
  bars: ChartCandlestick,
  line: ChartLine,
  area: ChartArea,
  heikinAshi: ChartCandlestick,
};

/** Chooses what is drawn of the candles. */
export function ChartTypeMenu() {
  useSignals();
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  const chosen = chartType.value;
  return (
    <>
      <Opener
        type="button"
        aria-haspopup="menu"
        aria-expanded={place !== null}
        aria-label={chartViewText.type(chartViewText.types[chosen])}
        onClick={({ currentTarget }) => setPlace(placeBelow(currentTarget))}
      >
        <Icon of={ICONS[chosen]} />
        <i>
          <Icon of={ChevronDown} size={14} />
        </i>
      </Opener>
      {place && (
        <PopupMenu
          title={chartViewText.typeTitle}
          at={place}
          items={CHART_TYPES.map((type) => ({
            key: type,
            content: (
              <Row justify="space-between" align="center">
                {chartViewText.types[type]}
                {type === chosen && <Icon of={Check} />}
              </Row>
            ),
            onChoose: () => chartType.choose(type),
          }))}
          onClose={() => setPlace(null)}
        />
      )}
    </>
  );
}
