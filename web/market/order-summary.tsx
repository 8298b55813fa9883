import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS, type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { quoteOf, serverClock } from "../state/prices.ts";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatAge, formatMoney, formatPrice, NO_VALUE } from "../ui/format.ts";
import { Clock, Icon, Lock } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { media } from "../ui/theme.ts";
import { notionalUsd, readAmount, readPrice } from "./demo-trading-rules.ts";
import { disagreementWords } from "./feed-text.ts";
import { marketText } from "./market-text.ts";
import { OrderButton } from "./order-button.ts";
import { PriceText } from "./price-figures.tsx";
import { PriceBound } from "./quote-parts.ts";
import type { TypedOrder } from "./trading-state.ts";

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

type OrderSummaryProps = { order: TypedOrder; isStale: boolean };

/** The fill price, the effect of a one-percent move, and the notional value of the order. */
export function OrderFacts({ order, isStale }: OrderSummaryProps) {
  const { symbol } = order;
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const ownPrice = readPrice(order.price);
  const amount = readAmount(order.amount);
  const { onePercent, notional } = useMemo(() => {
    const worthUsd = computed(() => {
      const price = ownPrice ?? quoteOf(pricedFrom).value?.price;
      return price === undefined || amount === null ? null : capUsd(notionalUsd({ symbol, amount, price }));
    });
    return {
      onePercent: textOf(worthUsd, (usd) => `±${formatMoney(usd / 100, "always")}`),
      notional: textOf(worthUsd, (usd) => formatMoney(usd, "always")),
    };
  }, [symbol, amount, ownPrice, pricedFrom]);
  const facts = [
    { name: marketText.fillPrice, value: <FillPrice pricedFrom={pricedFrom} ownPrice={ownPrice} /> },
    { name: marketText.ifItMoves, value: <LiveText text={onePercent} /> },
    {
      name: marketText.notional,
      value: (
        <Text as="span" size="lead" weight={600}>
          <LiveText text={notional} />
        </Text>
      ),
    },
  ];
  return (
    <Box line="top" pad="8px 0 0">
      <Facts
        className="num"
        arrange="rows"
        facts={facts.map(({ name, value }) => ({
          name,
          value: <PriceBound data-stale={isStale && ownPrice === null}>{value}</PriceBound>,
        }))}
      />
    </Box>
  );
}

function textOf(usd: ReadonlySignal<number | null>, write: (usd: number) => string): ReadonlySignal<string> {
  return computed(() => (usd.value === null ? NO_VALUE : write(usd.value)));
}

/** The price that the trader typed, or the market's. */
function FillPrice({ pricedFrom, ownPrice }: { pricedFrom: FeedSymbol; ownPrice: number | null }) {
  return ownPrice === null ? (
    <PriceText symbol={pricedFrom} />
  ) : (
    formatPrice(ownPrice, FEED_SYMBOLS[pricedFrom].decimals)
  );
}

/** Two lines high, so that the note about a stale price moves nothing. */
const NOTE = { size: "caption", gap: 8, minHeight: 32, phone: { minHeight: 16 } } as const;

/** The submit button with the order as its label, or disabled with the reason when the price is missing or stale. */
export function OrderSubmit({ order, isStale }: OrderSummaryProps) {
  const { symbol, type: side, amount } = order;
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const summary = [marketText.sides[side].word, readAmount(amount) === null ? "" : amount, symbol]
    .filter(Boolean)
    .join(" ");
  if (isStale) return <LockedOrder summary={summary} pricedFrom={pricedFrom} />;
  const ownPrice = readPrice(order.price);
  return (
    <Dock>
      <OrderButton type="submit" data-side={side} className="num">
        <span>
          {summary} {marketText.at} <FillPrice pricedFrom={pricedFrom} ownPrice={ownPrice} />
        </span>
      </OrderButton>
      {ownPrice === null ? (
        <MarketNote pricedFrom={pricedFrom} />
      ) : (
        <Text {...NOTE} tone="muted" textAlign="center">
          {marketText.waitsForPrice}
        </Text>
      )}
    </Dock>
  );
}

/** What an order at the market's price is filled at, also while sources disagree about it. */
function MarketNote({ pricedFrom }: { pricedFrom: FeedSymbol }) {
  useSignals();
  const dispute = useMemo(
    () =>
      computed(() => {
        const origin = quoteOf(pricedFrom).value?.origin;
        const disagreement = origin && disagreementWords(origin);
        return origin && disagreement ? marketText.fillsAtOneOf(disagreement, SOURCE_NAMES[origin.source]) : null;
      }),
    [pricedFrom],
  );
  return (
    <Text {...NOTE} tone={dispute.value === null ? "muted" : "warn"} textAlign="center">
      {dispute.value ?? marketText.fillsAtMarket}
    </Text>
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
      <OrderButton type="submit" disabled className="num">
        <Icon of={Lock} />
        <LiveText text={label} />
      </OrderButton>
      <Row as="p" {...NOTE} tone="warn" align="start" justify="center" className="num">
        <Icon of={Clock} />
        <LiveText text={reason} />
      </Row>
    </Dock>
  );
}
