import { useSignals } from "@preact/signals-react/runtime";
import type { CSSProperties } from "react";
import { closingPrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoRun } from "../../worker/contract/demo/demo-state.ts";
import { FEED_SYMBOLS, type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { alertItems, MenuWords } from "../alert-lines/alert-items.tsx";
import type { ChartController } from "../chart/chart-controller.ts";
import { demoRun } from "../demo/demo-account.ts";
import { tradeWords } from "../positions/list-cells.tsx";
import { useDemoButton } from "../positions/use-demo-command.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { type PageQuote, quoteOf } from "../state/prices.ts";
import type { ChartOrder } from "../ticket/chart-order.ts";
import { distanceOf } from "../ticket/sizes.ts";
import { typeForPrice } from "../ticket/type-for-price.ts";
import { lineText } from "../trade-lines/line-text.ts";
import { stepsOfPrice } from "../trade-lines/place-of-chart.ts";
import { amendPosition } from "../trade-lines/trade-lines.ts";
import { formatSteps } from "../ui/format.ts";
import { ChartCandlestick, Minus } from "../ui/icon.tsx";
import { type MenuItem, PopupMenu } from "../ui/popup-menu.tsx";
import { SideWord } from "../ui/side.tsx";

/** So many positions have their exits in the menu; the lists have all. */
const POSITIONS_MAX = 3;

/** A line parts an entry from what is before it. */
const APART: CSSProperties = { marginTop: 9, boxShadow: "0 -5px var(--raised), 0 -6px var(--line)" };

type ChartMenuProps = { chart: ChartController; symbol: FeedSymbol; onOrder: (order: ChartOrder) => void };

/**
 * The menu at a place of the chart, opened by a right click, a long press or the keyboard's menu key: an alert is set there
 * at once, an order that waits for the price there fills the ticket in, a stop or a target of a position is set at once.
 */
export function ChartMenu({ chart, symbol, onOrder }: ChartMenuProps) {
  useSignals();
  const isFrozen = useIsFrozen();
  const { submit } = useDemoButton();
  const asked = chart.menuAt.value;
  if (!asked || isFrozen) return null;
  const { place, price } = asked;
  const steps = stepsOfPrice(chart, price);
  const at = { x: place.clientX, y: place.clientY };
  return (
    <PopupMenu
      key={JSON.stringify(at)}
      title={lineText.menu(formatSteps(steps, FEED_SYMBOLS[symbol].decimals))}
      at={at}
      items={[...alertItems(symbol, steps), ...orderItems()]}
      onClose={() => {
        chart.menuAt.value = null;
      }}
    />
  );

  function orderItems(): MenuItem[] {
    const [quote, run] = [quoteOf(symbol).peek(), demoRun.peek()];
    if (!quote || !run || !tradedAs(symbol)) return [];
    const order = (side: ChartOrder["side"], style?: CSSProperties): MenuItem => {
      const type = typeForPrice(side, steps, (quote.bid + quote.ask) / 2);
      const words = <SideWord data-side={side}>{lineText.orders[type][side]}</SideWord>;
      return {
        key: side,
        style,
        content: <MenuWords icon={ChartCandlestick} words={words} />,
        onChoose: () => onOrder({ type, side, priceSteps: steps }),
      };
    };
    return [order("buy", APART), order("sell"), ...exitItems(run, quote)];
  }

  function exitItems(run: DemoRun, quote: PageQuote): MenuItem[] {
    return run.positions
      .filter((position) => TRADED_SYMBOLS[position.symbol].pricedFrom === symbol)
      .slice(-POSITIONS_MAX)
      .map((trade) => {
        const gain = distanceOf(trade.side, closingPrice(quote, trade.side, run.costs), steps);
        const exit = gain > 0 ? "target" : "stop";
        return {
          key: String(trade.id),
          content: <MenuWords icon={Minus} words={lineText.exits[exit](tradeWords(trade))} />,
          onChoose: () => void submit(amendPosition(trade, { [exit]: steps })),
        };
      });
  }
}
