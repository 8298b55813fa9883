import { computed, type ReadonlySignal } from "@preact/signals-react";
import { styled } from "goober";
import { useMemo } from "react";
import { FEED_SYMBOLS, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { quoteOf } from "../state/prices.ts";
import { capUsd, formatMoney, formatPrice, NO_VALUE } from "../ui/format.ts";
import { LiveText } from "../ui/live-text.tsx";
import { type } from "../ui/theme.ts";
import { readAmount, readPrice } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import type { TypedOrder } from "./order-draft.ts";
import { PriceBound } from "./price-bound.ts";
import { PriceText } from "./price-figures.tsx";

const Facts = styled("dl")`
  ${type.dense}
  display: grid;
  gap: 8px;
  margin: 0;
  padding-top: 12px;
  border-top: 1px solid var(--line);
  & > div {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
  }
  & dt {
    color: var(--muted);
  }
  & dd {
    margin: 0;
    font-weight: 500;
  }
  & > div:last-child dd {
    ${type.lead}
    font-weight: 600;
  }
`;

/** The fill price, the effect of a one-percent move, and the notional value of the order. */
export function OrderFacts({ order, isStale }: { order: TypedOrder; isStale: boolean }) {
  const { symbol, amount: amountText, price: priceTyped } = order;
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const ownPrice = readPrice(priceTyped);
  const amount = readAmount(amountText);
  const { onePercent, notional } = useMemo(() => {
    const worthUsd = computed(() => {
      const price = ownPrice ?? quoteOf(pricedFrom).value?.price;
      return price === undefined || amount === null ? null : capUsd(price * amount);
    });
    return {
      onePercent: textOf(worthUsd, (usd) => `±${formatMoney(usd / 100, "always")}`),
      notional: textOf(worthUsd, (usd) => formatMoney(usd, "always")),
    };
  }, [amount, ownPrice, pricedFrom]);

  return (
    <Facts className="num">
      <div>
        <dt>{marketText.fillPrice}</dt>
        <PriceBound as="dd" data-stale={isStale && ownPrice === null}>
          {ownPrice === null ? (
            <PriceText symbol={pricedFrom} />
          ) : (
            formatPrice(ownPrice, FEED_SYMBOLS[pricedFrom].decimals)
          )}
        </PriceBound>
      </div>
      <div>
        <dt>{marketText.ifItMoves}</dt>
        <PriceBound as="dd" data-stale={isStale && ownPrice === null}>
          <LiveText text={onePercent} />
        </PriceBound>
      </div>
      <div>
        <dt>{marketText.notional}</dt>
        <PriceBound as="dd" data-stale={isStale && ownPrice === null}>
          <LiveText text={notional} />
        </PriceBound>
      </div>
    </Facts>
  );
}

function textOf(usd: ReadonlySignal<number | null>, write: (usd: number) => string): ReadonlySignal<string> {
  return computed(() => (usd.value === null ? NO_VALUE : write(usd.value)));
}
