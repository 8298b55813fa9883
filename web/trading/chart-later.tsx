import type { ComponentProps } from "react";
import { AlertLinesOver } from "../alert-lines/alert-lines-over.tsx";
import { ChartMenu } from "./chart-menu.tsx";
import { WatchlistMenu } from "./watchlist-menu.tsx";

type LaterProps = ComponentProps<typeof AlertLinesOver> & ComponentProps<typeof ChartMenu>;

/** What is not needed to see the candles and the trades on them: the alerts over the chart, and menus of the page. */
export function ChartLater({ onOrder, ...over }: LaterProps) {
  const { chart, symbol } = over;
  return (
    <>
      <AlertLinesOver {...over} />
      <ChartMenu chart={chart} symbol={symbol} onOrder={onOrder} />
      <WatchlistMenu />
    </>
  );
}
