import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, memo, type ReactNode, startTransition, useState } from "react";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { isStale } from "../state/prices.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { formatCount } from "../ui/format.ts";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toast.ts";
import { type DemoOrder, placeOrder } from "./demo-trading.ts";
import { DEMO_AMOUNT_MAX, DEMO_PRICE_MAX, readDecimal } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { AmountField, PriceField } from "./order-fields.tsx";
import { OrderSide } from "./order-side.tsx";
import { OrderFacts, OrderSubmit } from "./order-summary.tsx";
import { OrderSymbol } from "./order-symbol.tsx";
import { Pane } from "./pane.tsx";
import type { OrderDraft } from "./trading-state.ts";

const Form = styled("form")`
  display: grid;
  gap: 16px;
  padding: 16px 20px;
  & label[for] {
    ${type.caption}
    font-weight: 400;
    color: var(--muted);
  }
  & [data-figure="lead"] {
    ${type.lead}
  }
  ${media.phone} {
    padding: 16px 16px 0;
    & div[data-size="normal"] {
      height: 48px;
    }
  }
`;

type OrderPaneProps = {
  symbol: TradedSymbol;
  onSymbol: (symbol: TradedSymbol) => void;
  order: OrderDraft;
  onOrder: (order: OrderDraft) => void;
  /** Rendered at the right end of the pane's head. */
  aside: ReactNode;
};

/** The order form of the demo account; orders are filled immediately in this browser. */
export const OrderPane = memo(function OrderPane({ symbol, onSymbol, order, onOrder, aside }: OrderPaneProps) {
  useSignals();
  const [errors, setErrors] = useState<{ amount?: string; price?: string }>({});
  const { pricedFrom, unit } = TRADED_SYMBOLS[symbol];
  const isLocked = isStale(pricedFrom).value;
  const placing = useSubmit<DemoOrder>({
    send: placeOrder,
    // A toast measures itself, which causes a layout; the form updates in the frame before it.
    onDone: () => startTransition(() => void toast.success(marketText.orderPlaced)),
    explain: (error) => {
      const { message, field } = problemOf(error, marketText.noAnswer);
      if (field === "amount" || field === "price") setErrors({ [field]: message });
      else toast.error(marketText.orderFailed(message));
      return null;
    },
  });

  function change(part: Partial<OrderDraft>) {
    onOrder({ ...order, ...part });
    setErrors({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = readDecimal(order.amount, DEMO_AMOUNT_MAX);
    const price = order.price.trim() === "" ? "market" : readDecimal(order.price, DEMO_PRICE_MAX);
    if (amount === null) {
      setErrors({ amount: marketText.invalidAmount });
    } else if (amount === "out_of_range") {
      setErrors({ amount: marketText.outOfRange(formatCount(DEMO_AMOUNT_MAX)) });
    } else if (price === null) {
      setErrors({ price: marketText.invalidPrice });
    } else if (price === "out_of_range") {
      setErrors({ price: marketText.outOfRange(formatCount(DEMO_PRICE_MAX)) });
    } else {
      void placing.submit({ symbol, type: order.type, amount, price: price === "market" ? null : price });
    }
  }

  return (
    <Pane id="order" title={marketText.order} aside={aside}>
      <Form onSubmit={submit} noValidate>
        <OrderSymbol value={symbol} onChange={onSymbol} />
        <OrderSide value={order.type} onChange={(side) => change({ type: side })} />
        <AmountField value={order.amount} onChange={(amount) => change({ amount })} unit={unit} error={errors.amount} />
        <PriceField
          value={order.price}
          onChange={(price) => change({ price })}
          pricedFrom={pricedFrom}
          error={errors.price}
        />
        <OrderFacts order={{ ...order, symbol }} isStale={isLocked} />
        <OrderSubmit order={{ ...order, symbol }} isStale={isLocked} />
      </Form>
    </Pane>
  );
});
