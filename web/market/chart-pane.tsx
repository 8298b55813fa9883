import { styled } from "goober";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/market-messages.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { type } from "../ui/theme.ts";
import { marketText } from "./market-text.ts";
import { Pane } from "./pane.tsx";
import { DayChange, PriceText } from "./price-figures.tsx";
import { TickFlash } from "./tick-flash.tsx";

const Name = styled("span")`
  ${type.dense}
  color: var(--muted);
`;

const Price = styled("span")`
  ${type.section}
  font-weight: 600;
`;

const Plot = styled("div")`
  display: grid;
  place-items: center;
  height: 100%;
  min-height: 240px;
  background: var(--bg);
`;

/** The symbol that is looked at, and the place of its chart. */
export function ChartPane({ symbol }: { symbol: FeedSymbol }) {
  return (
    <Pane
      id="chart"
      title={symbol}
      mark={<Name>{FEED_SYMBOLS[symbol].name}</Name>}
      aside={
        <>
          <Price>
            <TickFlash symbol={symbol}>
              <PriceText symbol={symbol} />
            </TickFlash>
          </Price>
          <DayChange symbol={symbol} withPrice />
        </>
      }
    >
      <Plot>
        <EmptyState picture="candles" title={marketText.comingSoon} />
      </Plot>
    </Pane>
  );
}
