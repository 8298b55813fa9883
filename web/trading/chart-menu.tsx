import { useEffect, useState } from "react";
import { closingPrice } from "../../worker/contract/demo/demo-quotes.ts";
import { type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText } from "../demo/demo-format.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { useDemoButton } from "../positions/use-demo-command.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { quoteOf } from "../state/prices.ts";
import type { ChartOrder } from "../ticket/chart-order.ts";
import { distanceOf } from "../ticket/sizes.ts";
import { typeForPrice } from "../ticket/type-for-price.ts";
import { lineText } from "../trade-lines/line-text.ts";
import { stepsOfPrice } from "../trade-lines/place-of-chart.ts";
import { amendPosition } from "../trade-lines/trade-lines.ts";
import { type MenuItem, PopupMenu } from "../ui/popup-menu.tsx";
import { SideWord } from "../ui/side.tsx";

/** So many positions have their exits in the menu; the lists have all. */
const POSITIONS_MAX = 3;

type ChartMenuProps = { chart: ChartController; symbol: FeedSymbol; onOrder: (order: ChartOrder) => void };

/**
 * The menu at a place of the chart, opened by a right click, a long press or the keyboard's menu key: an order that waits
 * for the price there fills the ticket in, a stop or a target of a position is set at once.
 */
export function ChartMenu({ chart, symbol, onOrder }: ChartMenuProps) {
  const [place, setPlace] = useState<{ x: number; y: number; steps: number } | null>(null);
  const isFrozen = useIsFrozen();
  const { submit } = useDemoButton();
  useEffect(() => {
    chart.onMenu = ({ clientX, clientY }, price) =>
      setPlace({ x: clientX, y: clientY, steps: stepsOfPrice(chart, price) });
    return () => {
      chart.onMenu = () => {};
    };
  }, [chart]);

  const traded = tradedAs(symbol);
  const quote = quoteOf(symbol).peek();
  const run = demoRun.peek();
  if (!place || !traded || !quote || !run || isFrozen) return null;
  const { steps, x, y } = place;
  const market = (quote.bid + quote.ask) / 2;
  const price = stepsText(traded, steps);

  const order = (side: ChartOrder["side"]): MenuItem => {
    const type = typeForPrice(side, steps, market);
    return {
      key: side,
      content: <SideWord data-side={side}>{lineText.orders[type][side]}</SideWord>,
      onChoose: () => onOrder({ type, side, priceSteps: steps }),
    };
  };
  const exits = run.positions
    .filter((position) => TRADED_SYMBOLS[position.symbol].pricedFrom === symbol)
    .slice(-POSITIONS_MAX)
    .map((trade): MenuItem => {
      const gain = distanceOf(trade.side, closingPrice(quote, trade.side, run.costs), steps);
      const exit = gain > 0 ? "target" : "stop";
      return {
        key: String(trade.id),
        content: lineText.exits[exit](tradeWords(trade)),
        onChoose: () => void submit(amendPosition(trade, { [exit]: steps })),
      };
    });
  return (
    <PopupMenu
      title={lineText.menu(price)}
      at={{ x, y }}
      items={[order("buy"), order("sell"), ...exits]}
      onClose={() => setPlace(null)}
    />
  );
}
