import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/market-messages.ts";
import { formatMoney, formatPrice, NO_VALUE } from "../format.ts";
import { type DemoOrder, placeOrder } from "../state/demo-trading.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Field } from "../ui/field.tsx";
import { Icon, Lock } from "../ui/icon.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Select } from "../ui/select.tsx";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { readPositive } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { OrderSide } from "./order-side.tsx";
import { Pane } from "./pane.tsx";
import { PriceText } from "./price-figures.tsx";
import { TRADED_SYMBOL_LIST, TRADED_SYMBOLS, type TradedSymbol } from "./traded-symbols.ts";

const Form = styled("form")`
  display: grid;
  gap: 12px;
  padding: 16px 20px;
  ${media.phone} {
    padding: 16px;
  }
`;

const Chips = styled("div")`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  margin-top: -4px;
`;

const Chip = styled("button")`
  ${type.caption}
  height: 28px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  text-align: center;
  &[aria-pressed="true"] {
    border-color: var(--accent);
  }
  &:hover {
    background: var(--raised);
  }
  ${media.touch} {
    height: 44px;
  }
`;

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

/** On phones the button stays in reach, whatever is scrolled. */
const Dock = styled("div")`
  display: grid;
  gap: 8px;
  ${media.phone} {
    position: sticky;
    bottom: 0;
    margin: 0 -16px -16px;
    padding: 12px 16px;
    background: var(--surface);
    border-top: 1px solid var(--line);
    border-radius: 0 0 var(--radius-card) var(--radius-card);
  }
`;

const Note = styled("p")`
  ${type.caption}
  color: var(--muted);
  text-align: center;
  &[data-tone="warn"] {
    color: var(--warn);
  }
`;

const AMOUNTS = ["0.01", "0.02", "0.05", "0.10"];

/** An order as far as it is typed. It belongs to the screen, so that it outlives a change of tabs. */
export type OrderDraft = { type: DemoOrder["type"]; amount: string; price: string };
export const EMPTY_DRAFT: OrderDraft = { type: "buy", amount: "", price: "" };

type OrderPaneProps = {
  symbol: TradedSymbol;
  onSymbol: (symbol: TradedSymbol) => void;
  order: OrderDraft;
  onOrder: (order: OrderDraft) => void;
};

/** Places an order on the demo balance, filled at once in this browser. */
export function OrderPane({ symbol, onSymbol, order, onOrder }: OrderPaneProps) {
  const [wrong, setWrong] = useState<{ amount?: string; price?: string }>({});
  const { pricedFrom, unit } = TRADED_SYMBOLS[symbol];

  function change(part: Partial<OrderDraft>) {
    onOrder({ ...order, ...part });
    setWrong({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = readPositive(order.amount);
    const price = order.price.trim() === "" ? null : readPositive(order.price);
    if (amount === null) {
      setWrong({ amount: marketText.invalidAmount });
    } else if (price === null && order.price.trim() !== "") {
      setWrong({ price: marketText.invalidPrice });
    } else if (placeOrder({ symbol, type: order.type, amount, price })) {
      toast.success(marketText.orderPlaced);
      onOrder({ ...order, amount: "", price: "" });
    } else {
      toast.error(marketText.orderFailed(marketText.priceTooOld));
    }
  }

  return (
    <Pane id="order" title={marketText.order} aside={<DemoBadge />}>
      <Form onSubmit={submit} noValidate>
        <Select
          label={marketText.symbol}
          value={symbol}
          options={TRADED_SYMBOL_LIST.map((value) => ({ value, label: `${value}, ${TRADED_SYMBOLS[value].name}` }))}
          onChange={onSymbol}
        />
        <OrderSide value={order.type} onChange={(side) => change({ type: side })} />
        <Field
          label={marketText.amount}
          inputMode="decimal"
          autoComplete="off"
          value={order.amount}
          onChange={(event) => change({ amount: event.target.value })}
          error={wrong.amount}
          suffix={unit}
        />
        <Chips>
          {AMOUNTS.map((amount) => (
            <Chip
              key={amount}
              type="button"
              className="num"
              aria-pressed={Number(order.amount) === Number(amount)}
              onClick={() => change({ amount })}
            >
              {amount}
            </Chip>
          ))}
        </Chips>
        <Field
          label={marketText.price}
          inputMode="decimal"
          autoComplete="off"
          value={order.price}
          onChange={(event) => change({ price: event.target.value })}
          error={wrong.price}
          placeholder={marketText.market}
          suffix="USD"
        />
        <OrderFacts order={{ ...order, symbol }} />
        <OrderSubmit order={{ ...order, symbol }}>
          <PriceText symbol={pricedFrom} />
        </OrderSubmit>
      </Form>
    </Pane>
  );
}

type TypedOrder = OrderDraft & { symbol: TradedSymbol };

function OrderFacts({ order }: { order: TypedOrder }) {
  const { pricedFrom } = TRADED_SYMBOLS[order.symbol];
  const ownPrice = readPositive(order.price);
  return (
    <Facts className="num">
      <div>
        <dt>{marketText.entry}</dt>
        <dd>
          {ownPrice === null ? (
            <PriceText symbol={pricedFrom} />
          ) : (
            formatPrice(ownPrice, FEED_SYMBOLS[pricedFrom].decimals)
          )}
        </dd>
      </div>
      <div>
        <dt>{marketText.notional}</dt>
        <dd>
          <Notional amount={readPositive(order.amount)} price={ownPrice} pricedFrom={pricedFrom} />
        </dd>
      </div>
    </Facts>
  );
}

/** What the order is worth, at one's own price or the market's. */
function Notional(props: { amount: number | null; price: number | null; pricedFrom: FeedSymbol }) {
  const { amount, price: ownPrice, pricedFrom } = props;
  const text = useMemo(
    () =>
      computed(() => {
        const price = ownPrice ?? quoteOf(pricedFrom).value?.price;
        return price !== undefined && amount !== null ? formatMoney(price * amount) : NO_VALUE;
      }),
    [amount, ownPrice, pricedFrom],
  );
  return <LiveText text={text} />;
}

/** Says what it does, and why it does not when the price is too old. */
function OrderSubmit({ order, children }: { order: TypedOrder; children: ReactNode }) {
  useSignals();
  const { symbol, type: side, amount } = order;
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  if (isStale(pricedFrom).value) {
    return (
      <Dock>
        <Submit type="submit" disabled data-side={side}>
          <Icon of={Lock} />
          {marketText.orderLocked}
        </Submit>
        <Note data-tone="warn">{marketText.orderReopens}</Note>
      </Dock>
    );
  }
  const ownPrice = readPositive(order.price);
  return (
    <Dock>
      <Submit type="submit" data-side={side} className="num">
        <span>
          {marketText.sides[side].word} {readPositive(amount) === null ? "" : `${amount} `}
          {symbol} {marketText.at}{" "}
          {ownPrice === null ? children : formatPrice(ownPrice, FEED_SYMBOLS[pricedFrom].decimals)}
        </span>
      </Submit>
      <Note>{ownPrice === null ? marketText.fillsAtMarket : marketText.fillsAtOwnPrice}</Note>
    </Dock>
  );
}
