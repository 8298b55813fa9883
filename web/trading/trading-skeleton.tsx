import { styled } from "goober";
import type { CSSProperties, ReactNode } from "react";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { marketLabels as labels } from "../prices/market-labels.ts";
import { DemoStrip } from "../runs/account-strip.ts";
import { symbolName } from "../state/symbol-text.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { AwaitedMoney } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { media } from "../ui/theme.ts";
import { WatchlistFrame } from "../watchlist/parts.ts";
import { PriceHeadFrame } from "./price-head-frame.ts";
import { DOCK_HEAD_PX, ListBarPlace, TerminalFrame, TerminalPage, TradeDockPlace } from "./terminal-frame.ts";
import { isSectionRoot, tradingView } from "./trading-state.ts";

/** Either the panes or the layout of a phone, as the width says: a document does not know it. */
const ByWidth = styled("div")`
  & > :last-child {
    display: none;
  }
  ${media.upright} {
    & > :first-child {
      display: none;
    }
    & > :last-child {
      display: flex;
    }
  }
`;

/** The line of figures, which only tablets and phones have. */
const Line = styled("div")`
  display: none;
  @media (max-width: 1023px) and (min-height: 501px), ${media.upright.slice("@media ".length)} {
    display: block;
  }
`;

/** Where the chart's candles will be, below its tools and beside its rail: `early-candles.ts` draws the newest ones there. */
const Candles = styled("canvas")`
  position: absolute;
  right: 0;
  bottom: 0;
  width: calc(100% - 40px);
  height: calc(100% - 88px);
  ${media.touch} {
    width: calc(100% - 52px);
  }
  ${media.lying} {
    width: 100%;
    height: calc(100% - 40px);
  }
`;

/** The chart of a phone, with its candles. */
const PhoneChart = styled("div")`
  position: relative;
  flex: 1;
  & > canvas {
    width: 100%;
    height: calc(100% - 44px);
  }
`;

/**
 * The trading section while it loads.
 * @param path the address, which says what is open
 */
export function TradingSkeleton({ path }: { path: string }) {
  return (
    <ByWidth>
      <Terminal path={path} />
      <Phone />
    </ByWidth>
  );
}

function Terminal({ path }: { path: string }) {
  const view = tradingView(path);
  // CSSProperties has no custom properties.
  const dock = { "--dock": `${DOCK_HEAD_PX}px` } as CSSProperties;
  return (
    <TerminalPage>
      <Figures hasRun />
      <TerminalFrame style={dock}>
        <Area name="watchlist" title={labels.watchlist} isAsked={view === "watchlist" && !isSectionRoot(path)}>
          <Rows />
        </Area>
        <Area name="chart">
          <Candles data-awaited="candles" />
        </Area>
        <Box data-area="bar" surface="surface" />
        <Area name="order" title={labels.order} isAsked={view === "orders"} />
        <Area name="dock" title={labels.positions} isLow />
      </TerminalFrame>
    </TerminalPage>
  );
}

type AreaProps = { name: string; title?: string; isAsked?: boolean; isLow?: boolean; children?: ReactNode };

/** A pane: its head, and what is known of its content. */
function Area({ name, title, isAsked = false, isLow = false, children }: AreaProps) {
  return (
    <div data-area={name} data-asked={isAsked}>
      <Box as="section" minWidth={0} surface="surface">
        <Row as="header" height={isLow ? 44 : 48} pad="0 20px" justify="space-between" line="bottom" weight={600}>
          {title ?? (
            <>
              <Skeleton width={128} height={16} />
              <Text as="span" size="section">
                <AwaitedMoney name="price">{null}</AwaitedMoney>
              </Text>
            </>
          )}
        </Row>
        {children}
      </Box>
    </div>
  );
}

/** A phone: figures, price, chart, the line of the lists, and the place of Sell and Buy. */
function Phone() {
  return (
    <TerminalPage>
      <Figures />
      <PriceHeadFrame>
        <div>
          <AwaitedMoney name="price">
            <Row height={36}>
              <Skeleton width={152} height={28} />
            </Row>
          </AwaitedMoney>
          <Row height={20}>
            <Skeleton width={128} height={12} />
          </Row>
        </div>
        <div />
      </PriceHeadFrame>
      <PhoneChart>
        <Candles data-awaited="candles" />
      </PhoneChart>
      <ListBarPlace />
      <TradeDockPlace />
    </TerminalPage>
  );
}

function Figures({ hasRun = false }: { hasRun?: boolean }) {
  return (
    <Line>
      <DemoStrip data-line="true">
        {hasRun && (
          <div>
            <DemoBadge />
          </div>
        )}
        <dl>
          <DemoFigure label={labels.balance} />
          <DemoFigure label={labels.equity} />
          <div>
            <dt>{labels.pnl}</dt>
            <dd>
              <FigureBar />
            </dd>
          </div>
        </dl>
      </DemoStrip>
    </Line>
  );
}

function DemoFigure({ label }: { label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <AwaitedMoney name="demoBalance">
          <FigureBar />
        </AwaitedMoney>
      </dd>
    </div>
  );
}

function FigureBar() {
  return (
    <Row height={24}>
      <Skeleton width={64} height={16} />
    </Row>
  );
}

/** The symbols of the watchlist, without their prices. */
function Rows() {
  return (
    <WatchlistFrame>
      {WATCHLIST_SYMBOLS.map((symbol) => (
        <li key={symbol}>
          <div>
            <span>
              {symbol}
              <span>{symbolName(symbol)}</span>
            </span>
            <span />
            <Stack align="end" gap={6}>
              <Skeleton width={72} height={16} />
              <Skeleton width={40} height={12} />
            </Stack>
          </div>
        </li>
      ))}
    </WatchlistFrame>
  );
}
