import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { demoRun } from "../demo/demo-account.ts";
import { ROUTE } from "../state/routes.ts";
import { CountBadge, DemoBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { ChartCandlestick, ChevronRight, Icon, Plus } from "../ui/icon.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { TabLinks } from "../ui/tabs.tsx";
import { layer, media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { useToastPlace } from "../ui/use-toast-place.ts";
import { ChartPane } from "./chart-pane.tsx";
import { DemoFigures, DemoProfit } from "./demo-figures.tsx";
import { Dock } from "./dock.tsx";
import { FeedState } from "./feed-state.tsx";
import { marketText } from "./market-text.ts";
import { OrderPane } from "./order-pane.tsx";
import { OrderSheet } from "./order-sheet.tsx";
import { SymbolToday } from "./symbol-today.tsx";
import type { TradingState, TradingView } from "./trading-state.ts";
import { PhoneWatchlist, WatchlistPane } from "./watchlist-pane.tsx";

/** Sticks below the header, which is 64 px high and 56 px on phones. */
const Tabs = styled("div")`
  position: sticky;
  z-index: ${layer.sticky};
  top: 64px;
  margin: 0 -24px;
  padding: 0 24px;
  background: var(--bg);
  ${media.phone} {
    top: 56px;
    margin: 0 -16px;
    padding: 0 16px;
  }
`;

const View = styled("div")`
  display: grid;
  gap: 16px;
  max-width: 880px;
  margin: 16px auto 0;
  &[data-view="orders"] {
    max-width: 480px;
    /* The page scrolls, and not the pane: its foot stays at the window's end. */
    & > section > div {
      overflow: visible;
    }
  }
  ${media.phone} {
    &[data-view="watchlist"] {
      margin: 0 -16px;
    }
  }
`;

const TABS = [
  { view: "watchlist", href: ROUTE.tradingWatchlist, label: marketText.tabs.watchlist },
  { view: "positions", href: ROUTE.tradingPositions, label: marketText.tabs.positions },
  { view: "chart", href: ROUTE.tradingChart, label: marketText.tabs.chart },
  { view: "orders", href: ROUTE.tradingOrders, label: marketText.tabs.order },
] as const satisfies { view: TradingView; href: string; label: string }[];

// The same elements on every render, so that components that receive them need not render with the screen.
const FEED = <FeedState />;
const BADGE = <DemoBadge />;

/** Beside the tabs; on phones over the state of the feed. No button and no total is there. */
const BESIDE_TABS = { topPx: 122, rightPx: 24, widthMaxPx: 350 };
const OVER_FEED = { topPx: 122, rightPx: 16, widthMaxPx: 350 };

/** The layout below 1280 px: one view at a time, each at its own address. */
export function TradingTabs(state: TradingState) {
  useSignals();
  const openCount = demoRun.value?.positions.length ?? 0;
  const items = TABS.map(({ view, href, label }) => ({
    href,
    label,
    isCurrent: view === state.view,
    ...(view === "positions" && openCount > 0 ? { count: openCount } : {}),
  }));
  const isPhone = useMedia(media.phone);
  useToastPlace(isPhone ? OVER_FEED : BESIDE_TABS);
  // The ticket is a sheet over the view that was shown before it.
  const [behind, setBehind] = useState<TradingView>("watchlist");
  if (state.view !== "orders" && state.view !== behind) setBehind(state.view);
  const isSheet = isPhone && state.view === "orders";
  const view = isSheet ? behind : state.view;
  const [, navigate] = useLocation();
  const close = () => navigate(TABS.find((tab) => tab.view === behind)?.href ?? ROUTE.trading, { replace: true });
  return (
    <Box pad="16px 24px 24px" phone={{ pad: "12px 16px 24px" }}>
      <DemoFigures timeZone={state.timeZone} aside={FEED} />
      <Tabs>
        <TabLinks label={marketText.sections} items={items} />
      </Tabs>
      <View data-view={view}>
        <Part {...state} view={view} />
      </View>
      {isSheet && <OrderSheet symbol={state.ordered} onSymbol={state.onOrdered} onClose={close} />}
    </Box>
  );
}

function Part(state: TradingState) {
  const { view, selected, onSelect, ordered, onOrdered, onChartOrder, timeZone } = state;
  const isPhone = useMedia(media.phone);
  if (view === "positions") return <Dock timeZone={timeZone} />;
  if (view === "chart") return <ChartPane symbol={selected} timeZone={timeZone} onOrder={onChartOrder} />;
  if (view === "orders") return <OrderPane symbol={ordered} onSymbol={onOrdered} aside={BADGE} />;
  if (!isPhone) return <WatchlistPane selected={selected} onSelect={onSelect} timeZone={timeZone} />;
  return (
    <>
      <PhoneWatchlist
        selected={selected}
        onSelect={onSelect}
        details={
          <>
            <SymbolToday symbol={selected} timeZone={timeZone} isShort />
            <Grid columns={2} gap={8} pad="0 16px 16px">
              <ButtonLink href={ROUTE.tradingChart} size="touch" icon={ChartCandlestick}>
                {marketText.toChart}
              </ButtonLink>
              <ButtonLink href={ROUTE.tradingOrders} size="touch" variant="accent" icon={Plus}>
                {marketText.toOrder}
              </ButtonLink>
            </Grid>
          </>
        }
      />
      <PositionsPeek />
    </>
  );
}

/**
 * The total of the open positions with a link to them, at the bottom of a phone's watchlist. Hidden without open
 * positions.
 */
function PositionsPeek() {
  useSignals();
  const length = demoRun.value?.positions.length ?? 0;
  if (length === 0) return null;
  return (
    <Link href={ROUTE.tradingPositions} asChild>
      <Row
        as="a"
        href={ROUTE.tradingPositions}
        gap={8}
        minHeight={56}
        margin="0 16px"
        pad="0 16px"
        surface="surface"
        radius="card"
        weight={500}
        style={{ position: "sticky", bottom: 16, border: "1px solid var(--line)" }}
      >
        {marketText.openPositions}
        <CountBadge count={length} />
        <DemoBadge />
        <Text as="span" size="lead" weight={600} margin="0 0 0 auto">
          <DemoProfit />
        </Text>
        <Text as="span" tone="muted">
          <Icon of={ChevronRight} />
        </Text>
      </Row>
    </Link>
  );
}
