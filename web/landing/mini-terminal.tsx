import { styled } from "goober";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { FIRST_TRADED } from "../../worker/contract/symbols.ts";
import { ChangeText } from "../prices/quote-parts.ts";
import { symbolName } from "../state/symbol-text.ts";
import { OrderButton } from "../ticket/button.ts";
import { OrderSide } from "../ticket/side.tsx";
import { DemoBadge, SimulatedBadge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { formatMoney, formatUnits, NO_VALUE } from "../ui/format.ts";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { TableGrid } from "../ui/list/table.tsx";
import { StatusDot } from "../ui/status-dot.tsx";
import { media, type } from "../ui/theme.ts";
import { SymbolFigures, WatchlistFrame } from "../watchlist/parts.ts";
import { QuoteChange, QuotePrice, QuoteSpark } from "./quote-cells.tsx";
import { liveText } from "./script/live-text.ts";
import { MINI_FIRST, MINI_UNITS, MINI_WATCHLIST } from "./script/mini-symbols.ts";

const text = liveText.terminal;
const SHADOW = { boxShadow: "0 24px 64px rgb(0 0 0 / 0.35)" };

// The chart comes first in the document: on phones it is shown first, and elsewhere it sets the height, so that panes
// arriving later on a slow network move nothing.
const Panes = styled("div")`
  display: grid;
  grid-template-columns: 234px minmax(0, 1fr);
  & > div {
    grid-row: 1;
  }
  & > div:first-child {
    grid-column: 2;
  }
  & > div:last-child {
    display: flex;
    flex-direction: column;
    grid-column: 1;
    border-right: 1px solid var(--line);
  }
  & > div > h3 {
    ${type.caption}
    display: flex;
    justify-content: space-between;
    padding: 8px 16px 7px;
    border-bottom: 1px solid var(--line);
    color: var(--muted);
    font-weight: 400;
  }
  & ul > li > :first-child {
    grid-template-columns: minmax(0, 1fr) 48px 76px;
    height: 62px;
    padding: 0 14px 0 16px;
  }
  & ul > li > :first-child > :last-child > * {
    justify-self: stretch;
  }
  ${media.phone} {
    display: block;
    & > div:last-child {
      border: 0;
    }
    & > div > h3 {
      display: none;
    }
    & ul > li > :first-child {
      grid-template-columns: minmax(0, 1fr) 48px 96px;
      height: auto;
      padding: 5px 12px;
    }
  }
`;

/** A small terminal of the product's parts: real prices, a live chart and demo orders. */
export function MiniTerminal() {
  return (
    <Card isFlush id="terminal" aria-label={text.label} data-terminal="" style={SHADOW}>
      <Row as="header" gap={6} height={44} pad="0 16px" line="bottom" size="dense" phone={{ pad: "0 12px" }}>
        <Text as="h2" margin="0 2px 0 0">
          {text.title}
        </Text>
        <span data-live="" data-feed-state="">
          <StatusDot tone="idle">{text.connecting}</StatusDot>
        </span>
        <span data-simulated="" hidden>
          <SimulatedBadge />
        </span>
        <Row as="b" className="num" gap={8} margin="0 0 0 auto" showOn="wide" data-demo-balance="">
          <DemoBadge />
          <span>{formatMoney(DEMO_BALANCE_USD)}</span>
        </Row>
      </Row>
      <Panes>
        <div>
          <MiniChart />
          <MiniPositions />
        </div>
        <div>
          <MiniWatchlist />
          <MiniTicket />
        </div>
      </Panes>
    </Card>
  );
}

/** The landing page's watchlist; choosing a symbol draws its chart. */
function MiniWatchlist() {
  return (
    <>
      <h3>
        <span>{text.watchlist}</span>
        <span>{text.watchlistFigures}</span>
      </h3>
      <WatchlistFrame aria-label={text.watchlist}>
        {MINI_WATCHLIST.map((symbol) => {
          const isSelected = symbol === MINI_FIRST;
          return (
            <li key={symbol} data-selected={isSelected}>
              <button type="button" disabled aria-pressed={isSelected} data-quote={symbol}>
                <span>
                  {symbolName(symbol)}
                  <span>{symbol}</span>
                </span>
                <QuoteSpark width={48} />
                <SymbolFigures>
                  <QuotePrice />
                  <QuoteChange part="day" />
                </SymbolFigures>
              </button>
            </li>
          );
        })}
      </WatchlistFrame>
    </>
  );
}

/** Buys or sells the charted symbol with demo money at the price shown. `live-terminal.ts` activates it. */
function MiniTicket() {
  return (
    <Stack
      as="form"
      grow
      justify="space-between"
      pad={16}
      line="top"
      size="caption"
      tone="muted"
      phone={{ isHidden: true }}
      data-live=""
      data-ticket=""
      aria-label={text.order}
    >
      <Row as="p" justify="space-between">
        <span>{text.order}</span>
        <span>{FIRST_TRADED}</span>
      </Row>
      <OrderSide value="buy" caption={() => <QuotePrice />} />
      <Row as="p" justify="space-between">
        {text.amount}{" "}
        <Text as="b" className="num" tone="text" weight={500}>
          {formatUnits(MINI_UNITS)}
        </Text>
      </Row>
      <OrderButton
        type="submit"
        disabled
        className="num"
        style={{ minHeight: 40, padding: "0 4px", fontSize: 12 }}
        data-place-order=""
      >
        {text.orderWaits}
      </OrderButton>
    </Stack>
  );
}

const Positions = styled("div")`
  --table-head: 32px;
  --table-head-look: none;
  --table-row: 34px;
  border-top: 1px solid var(--line);
  & [colspan] {
    height: 68px;
    color: var(--muted);
  }
  ${media.phone} {
    display: none;
  }
`;

/** The demo positions opened on this page: `mini-trading.ts` adds a row for each. */
function MiniPositions() {
  const [position, ...figures] = Object.values(text.positions);
  return (
    <Positions>
      <TableGrid>
        <thead>
          <tr>
            <th scope="col">{position}</th>
            {figures.map((heading) => (
              <th key={heading} scope="col" data-align="right">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num" data-positions="">
          <tr>
            <td colSpan={5}>{text.noPositions}</td>
          </tr>
        </tbody>
      </TableGrid>
    </Positions>
  );
}

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
  & [data-draw="tag"] {
    fill: var(--on-accent);
    font-weight: 600;
  }
  & [data-draw="tag-box"] {
    fill: var(--accent);
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

function MiniChart() {
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
          {symbolName(MINI_FIRST)}, {MINI_FIRST}
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
