import { styled } from "goober";
import type { ReactNode } from "react";
import { FEED_SYMBOLS, WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { Box, Row, Stack } from "../ui/layout.tsx";
import { AwaitedMoney } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { DemoStrip } from "./demo-strip.ts";
import { marketLabels as labels } from "./market-labels.ts";
import { DOCK_HEAD_PX, TERMINAL, TerminalFrame } from "./terminal-frame.ts";
import { tradingView } from "./trading-state.ts";
import { WatchlistFrame } from "./watchlist-parts.ts";

/** Either the panes or the tabs, as the width says: a document does not know it. */
const ByWidth = styled("div")`
  & > :first-child {
    display: none;
  }
  ${TERMINAL} {
    & > :first-child {
      display: block;
    }
    & > :last-child {
      display: none;
    }
  }
`;

/**
 * The trading section while it loads.
 * @param path the address, which says what the tabs show
 */
export function TradingSkeleton({ path }: { path: string }) {
  return (
    <ByWidth>
      <Terminal />
      <Tabs isList={tradingView(path) === "watchlist"} />
    </ByWidth>
  );
}

function Terminal() {
  return (
    <div>
      <TerminalFrame style={{ gridTemplateRows: `minmax(0, 1fr) ${DOCK_HEAD_PX}px` }}>
        <Area title={labels.watchlist}>
          <Rows />
        </Area>
        <Area />
        <Area title={labels.positions} isLow />
        <Area title={labels.order} />
      </TerminalFrame>
    </div>
  );
}

/** A pane: its head, and what is known of its content. */
function Area({ title, isLow = false, children }: { title?: string; isLow?: boolean; children?: ReactNode }) {
  return (
    <Box minWidth={0} surface="surface">
      <Row height={isLow ? 44 : 48} pad="0 20px" line="bottom" weight={600}>
        {title ?? <Skeleton width={128} height={16} />}
      </Row>
      {children}
    </Box>
  );
}

function Tabs({ isList }: { isList: boolean }) {
  return (
    <Box pad="16px 24px 24px" phone={{ pad: "12px 16px 24px" }}>
      <DemoStrip>
        <div>
          <DemoBadge />
          <div data-part="feed" />
        </div>
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
      <Row gap={24} height={44} line="bottom" tone="muted" weight={500} breaks="never" phone={{ gap: 20 }}>
        {Object.values(labels.tabs).map((label) => (
          <span key={label}>{label}</span>
        ))}
      </Row>
      <Box maxWidth={880} margin="16px auto 0" phone={{ margin: "0 -16px" }}>
        {isList ? (
          <Card isFlush isBareOnPhone minHeight={505} phone={{ minHeight: 407 }}>
            <Box showOn="wide">
              <CardHead title={labels.watchlist} />
            </Box>
            <Rows />
          </Card>
        ) : (
          <Card minHeight={480} margin="16px 16px 0" />
        )}
      </Box>
    </Box>
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
              <span>{FEED_SYMBOLS[symbol].name}</span>
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
