import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import {
  FEED_SYMBOL_LIST,
  type FeedSymbol,
  FIRST_TRADED,
  TRADED_SYMBOLS,
  type TradedSymbol,
  WATCHLIST_SYMBOLS,
} from "../../worker/contract/symbols.ts";
import { user } from "../state/session.ts";
import { useMedia } from "../ui/use-media.ts";
import { openTrades } from "./demo-trading.ts";
import { EMPTY_DRAFT } from "./order-draft.ts";
import { StaleAnnouncement } from "./stale-announcement.tsx";
import { chartedSymbol, tradedAs } from "./traded-symbols.ts";
import type { TradingState } from "./trading-state.ts";
import { TradingTabs } from "./trading-tabs.tsx";
import { TradingTerminal } from "./trading-terminal.tsx";
import { tradingView } from "./trading-view.ts";
import { useDayHistory, usePrices } from "./use-prices.ts";

/** The trading section: panes side by side where there is room, else tabs; each with an address of its own. */
export function TradingPage() {
  useSignals();
  const [path] = useLocation();
  const isWide = useMedia("@media (min-width: 1280px)");
  const charted = chartedSymbol(path.split("/")[2] ?? "");
  const [ordered, setOrdered] = useState<TradedSymbol>(charted ?? FIRST_TRADED);
  const [selected, setSelected] = useState<FeedSymbol>(TRADED_SYMBOLS[ordered].pricedFrom);
  const [draft, onDraft] = useState(EMPTY_DRAFT);

  // The same functions on every render: what only takes them does not render with every letter that is typed.
  const onSelect = useCallback((symbol: FeedSymbol) => {
    setSelected(symbol);
    setOrdered((before) => tradedAs(symbol) ?? before);
  }, []);
  const onOrdered = useCallback((symbol: TradedSymbol) => {
    setOrdered(symbol);
    setSelected(TRADED_SYMBOLS[symbol].pricedFrom);
  }, []);

  const state: TradingState = {
    view: tradingView(path),
    selected,
    onSelect,
    ordered,
    onOrdered,
    draft,
    onDraft,
    timeZone: user.value?.timeZone ?? DEFAULT_TIME_ZONE,
  };
  return (
    <>
      <ShownPrices selected={selected} ordered={TRADED_SYMBOLS[ordered].pricedFrom} />
      <StaleAnnouncement symbols={[selected, TRADED_SYMBOLS[ordered].pricedFrom]} />
      {isWide ? <TradingTerminal {...state} /> : <TradingTabs {...state} />}
    </>
  );
}

/** Keeps prices coming of all that the screen shows. Of its own, so that a trade that opens or closes renders only this. */
function ShownPrices({ selected, ordered }: { selected: FeedSymbol; ordered: FeedSymbol }) {
  const shown = useShownSymbols([selected, ordered]);
  usePrices(shown);
  useDayHistory(shown);
  return null;
}

/** The watchlist's symbols, those given, and what prices the open trades. The same array while these are the same. */
function useShownSymbols(more: readonly FeedSymbol[]): readonly FeedSymbol[] {
  useSignals();
  const traded = openTrades.value.map(({ symbol }) => TRADED_SYMBOLS[symbol].pricedFrom);
  const wanted = new Set<FeedSymbol>([...WATCHLIST_SYMBOLS, ...more, ...traded]);
  const names = FEED_SYMBOL_LIST.filter((symbol) => wanted.has(symbol)).join();
  return useMemo(() => FEED_SYMBOL_LIST.filter((symbol) => names.split(",").includes(symbol)), [names]);
}
