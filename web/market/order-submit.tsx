import { computed } from "@preact/signals-react";
import { styled } from "goober";
import { useMemo } from "react";
import { FEED_SYMBOLS, type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { quoteOf, serverClock } from "../state/prices.ts";
import { formatAge, formatPrice } from "../ui/format.ts";
import { Clock, Icon, Lock } from "../ui/icon.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { media, type } from "../ui/theme.ts";
import { readAmount, readPrice } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import type { TypedOrder } from "./order-draft.ts";
import { PriceText } from "./price-figures.tsx";

/** Keeps the button visible while the form scrolls. */
const Dock = styled("div")`
  position: sticky;
  z-index: 1;
  bottom: 0;
  display: grid;
  gap: 8px;
  margin: -4px -20px -16px;
  padding: 4px 20px 16px;
  background: var(--surface);
  ${media.phone} {
    margin: 0 -16px;
    padding: 12px 16px;
    border-top: 1px solid var(--line);
  }
`;

const Submit = styled("button")`
  ${type.body}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 48px;
  padding: 4px 16px;
  border: 1px solid transparent;
  border-radius: var(--radius-control);
  color: var(--bg);
  font-weight: 600;
  text-align: center;
  &[data-side="buy"] {
    background: var(--up);
  }
  &[data-side="sell"] {
    background: var(--down);
  }
  &:hover {
    filter: brightness(1.08);
  }
  &:disabled {
    background: var(--raised);
    border-color: var(--control);
    color: var(--muted);
    filter: none;
  }
  ${media.phone} {
    min-height: 52px;
  }
`;

const Note = styled("p")`
  ${type.caption}
  display: flex;
  justify-content: center;
  gap: 8px;
  /* Two lines high, so that the note about a stale price moves nothing. */
  min-height: 32px;
  color: var(--muted);
  text-align: center;
  &[data-tone="warn"] {
    color: var(--warn);
    text-align: left;
  }
  & > svg {
    flex: none;
  }
  ${media.phone} {
    min-height: 16px;
  }
`;

/** The submit button with the order as its label, or disabled with the reason when the price is missing or stale. */
export function OrderSubmit({ order, isStale }: { order: TypedOrder; isStale: boolean }) {
  const { symbol, type: side, amount } = order;
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const summary = [marketText.sides[side].word, readAmount(amount) === null ? "" : amount, symbol]
    .filter(Boolean)
    .join(" ");
  if (isStale) return <LockedOrder summary={summary} pricedFrom={pricedFrom} />;
  const ownPrice = readPrice(order.price);
  return (
    <Dock>
      <Submit type="submit" data-side={side} className="num">
        <span>
          {summary} {marketText.at}{" "}
          {ownPrice === null ? (
            <PriceText symbol={pricedFrom} />
          ) : (
            formatPrice(ownPrice, FEED_SYMBOLS[pricedFrom].decimals)
          )}
        </span>
      </Submit>
      <Note>{ownPrice === null ? marketText.fillsAtMarket : marketText.fillsAtOwnPrice}</Note>
    </Dock>
  );
}

function LockedOrder({ summary, pricedFrom }: { summary: string; pricedFrom: FeedSymbol }) {
  const { label, reason } = useMemo(() => {
    const quote = quoteOf(pricedFrom);
    return {
      label: computed(() => (quote.value ? marketText.orderTooOld(summary) : marketText.orderWaits(summary))),
      reason: computed(() =>
        quote.value ? marketText.orderReopens(formatAge(serverClock.value - quote.value.at)) : marketText.orderOpens,
      ),
    };
  }, [summary, pricedFrom]);
  return (
    <Dock>
      <Submit type="submit" disabled className="num">
        <Icon of={Lock} />
        <LiveText text={label} />
      </Submit>
      <Note data-tone="warn" className="num">
        <Icon of={Clock} />
        <LiveText text={reason} />
      </Note>
    </Dock>
  );
}
