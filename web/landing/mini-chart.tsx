import { styled } from "goober";
import { FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { ChangeText } from "../market/quote-parts.ts";
import { NO_VALUE } from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { media, type } from "../ui/theme.ts";
import { liveText } from "./live-text.ts";
import { MINI_PRICED_FROM } from "./mini-symbols.ts";

// `live-chart.ts` draws in actual pixels, so the text is never scaled.
const Plot = styled("div")`
  position: relative;
  height: 328px;
  & > svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: hidden;
  }
  & text {
    font-size: 11px;
    fill: var(--muted);
  }
  & [data-draw="grid"] {
    stroke: var(--line);
    stroke-opacity: 0.6;
  }
  & [data-draw="area"] {
    fill: var(--raised);
  }
  & [data-draw="line"] {
    fill: none;
    stroke: var(--accent);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  & [data-draw="level"] {
    stroke: var(--muted);
    stroke-dasharray: 2 3;
  }
  & [data-draw="dot"] {
    fill: var(--accent);
    stroke: color-mix(in oklab, var(--accent) 35%, transparent);
    stroke-width: 5;
  }
  & rect {
    fill: var(--accent);
  }
  & rect + text {
    fill: var(--on-accent);
    font-weight: 600;
  }
  & [data-draw="times"] {
    text-anchor: middle;
  }
  & > p {
    ${type.dense}
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    padding: 0 32px;
    text-align: center;
    text-wrap: balance;
    color: var(--muted);
  }
  & > [data-needs-script] {
    display: none;
  }
  ${media.phone} {
    height: 196px;
  }
  @media (scripting: none) {
    & > [data-needs-script] {
      display: grid;
    }
  }
`;

/** The selected symbol's price and its line over the last half hour. */
export function MiniChart() {
  const { chartWaits, chartNeedsScript } = liveText.terminal;
  return (
    <>
      <Box data-charted="" size="caption" tone="muted" height={64} pad="10px 16px 0" phone={{ pad: "10px 12px 0" }}>
        <Row align="baseline" gap={6} height={26} size="dense">
          <Text as="b" className="num" size="section" tone="text" data-part="price">
            {NO_VALUE}
          </Text>
          <ChangeText className="num" data-part="both" />
        </Row>
        <span data-part="name">
          {FEED_SYMBOLS[MINI_PRICED_FROM].name}, {MINI_PRICED_FROM}
        </span>
      </Box>
      <Plot>
        <svg className="num" aria-hidden="true" data-chart="" />
        <p data-live="" data-chart-message="">
          {chartWaits}
        </p>
        <p data-needs-script="">{chartNeedsScript}</p>
      </Plot>
    </>
  );
}
