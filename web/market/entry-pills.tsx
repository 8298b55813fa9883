import { useSignals } from "@preact/signals-react/runtime";
import { useDeferredValue } from "react";
import { type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { AtPrice } from "../chart/chart-overlays.tsx";
import { isStale } from "../state/prices.ts";
import { formatAmount } from "../ui/format.ts";
import { toast } from "../ui/toaster.tsx";
import { closeTrade, openTrades } from "./demo-trading.ts";
import type { DemoTrade } from "./demo-trading-rules.ts";
import { LiveProfit } from "./live-profit.tsx";
import { marketText } from "./market-text.ts";
import { SideWord } from "./side-word.ts";

/** A pill at the entry line of every open position of a symbol, with its side, current result and Close. */
export function EntryPills({ chart, symbol }: { chart: ChartController; symbol: FeedSymbol }) {
  useSignals();
  const open = useDeferredValue(openTrades.value);
  const trades = open.filter((trade) => TRADED_SYMBOLS[trade.symbol].pricedFrom === symbol);
  return trades.map((trade, i) => (
    <AtPrice key={trade.id} chart={chart} price={trade.price} above={trades.slice(0, i).map(({ price }) => price)}>
      <SideWord data-side={trade.type} className="num">
        {marketText.sides[trade.type].word} {formatAmount(trade.amount)}
      </SideWord>
      <LiveProfit trade={trade} />
      <CloseButton trade={trade} symbol={symbol} />
    </AtPrice>
  ));
}

function CloseButton({ trade, symbol }: { trade: DemoTrade; symbol: FeedSymbol }) {
  useSignals();

  function close() {
    if (!closeTrade(trade.id)) toast.error(marketText.closeFailed);
  }

  return (
    <button
      type="button"
      disabled={isStale(symbol).value}
      aria-label={marketText.closeOnChart(trade.symbol)}
      onClick={close}
    >
      {marketText.close}
    </button>
  );
}
