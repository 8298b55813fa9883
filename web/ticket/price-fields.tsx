import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo, useRef } from "react";
import { PRICE } from "../../worker/contract/read-number.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsOfText, stepsText, stepsToType } from "../demo/demo-format.ts";
import { stepPrice } from "../prices/step.ts";
import { alignedFields } from "../ui/fields/aligned-fields.ts";
import { formatSignedPercent, NO_VALUE } from "../ui/format.ts";
import { LiveText } from "../ui/live-text.tsx";
import { Segments } from "../ui/segments.tsx";
import { changeDraft, orderDraft } from "./draft.ts";
import { chooseType, typePrice } from "./draft-changes.ts";
import { FigureField, type FigureFieldProps } from "./figure-field.tsx";
import { type LiveTicket, sidePriceNow, type TicketPartProps } from "./live.ts";
import { useLivePlaceholder } from "./live-placeholder.ts";
import { orderText as text } from "./order-text.ts";

// Two prices are side by side where the window is low, with the arrow keys alone to step them.
const Prices = styled("div")`
  display: grid;
  gap: inherit;
  @media (min-width: 640px) and (max-height: 799px) {
    grid-auto-columns: minmax(0, 1fr);
    grid-auto-flow: column;
    align-items: end;
    column-gap: 8px;
    &[data-pair="true"] {
      ${alignedFields}
    }
    &[data-pair="true"] [data-unit],
    &[data-pair="true"] [data-steps] {
      display: none;
    }
  }
`;

/** Market, limit, stop or stop limit. */
export function OrderTypes() {
  useSignals();
  return (
    <Segments
      label={text.type}
      value={orderDraft.value.type}
      options={TYPES.map((value) => ({ value, label: text.types[value] }))}
      onChange={chooseType}
    />
  );
}

const TYPES = ["market", "limit", "stop", "stop_limit"] as const;
/** Before a price with more characters, the field has no room for a word. */
const PLACEHOLDER_PRICE_MAX = 9;

/**
 * The price of an order, with what will happen there. A market order has none: its field is empty, and a price that is
 * typed into it makes it a limit or a stop.
 */
export function OrderPrices({ ticket, errorOf }: TicketPartProps) {
  useSignals();
  const { side, type, price, limitPrice } = orderDraft.value;
  const costs = ticket.costs.value;
  const caption = {
    market: text.price,
    limit: text.limitCaption[side],
    stop: text.stopCaption(side, costs),
    stop_limit: text.triggerCaption(side, costs),
  }[type];
  return (
    <Prices data-pair={type === "stop_limit"}>
      <PriceField
        ticket={ticket}
        label={caption}
        value={price}
        onText={(typed) => typePrice(ticket.symbol, typed, sidePriceNow(ticket, side))}
        onBlur={() => changeDraft({ price: tidyPrice(ticket.symbol, price) })}
        error={errorOf("price")}
        isMarket={type === "market"}
      />
      {type === "stop_limit" && (
        <PriceField
          ticket={ticket}
          label={text.thenCaption[side]}
          value={limitPrice}
          onText={(typed) => changeDraft({ limitPrice: typed })}
          onBlur={() => changeDraft({ limitPrice: tidyPrice(ticket.symbol, limitPrice) })}
          error={errorOf("limitPrice")}
        />
      )}
    </Prices>
  );
}

type PriceFieldProps = Pick<FigureFieldProps, "label" | "value" | "onText" | "onBlur" | "error"> & {
  ticket: LiveTicket;
  isMarket?: boolean;
};

function PriceField({ ticket, isMarket = false, ...field }: PriceFieldProps) {
  useSignals();
  const { symbol } = ticket;
  const { value } = field;
  const { side, type: orderType } = orderDraft.value;
  const isLimit = orderType === "limit";
  const now = useMemo(
    () => computed(() => sidePriceNow({ quote: ticket.throttledQuote, costs: ticket.costs }, side)),
    [ticket, side],
  );
  const away = useMemo(
    () =>
      computed(() => {
        if (isLimit && ticket.preview.value?.fillsAtOnce) return text.atOnce;
        const steps = stepsOfText(symbol, value);
        if (now.value === null || typeof steps !== "number") return "";
        return text.away(formatSignedPercent(((steps - now.value) * 100) / now.value));
      }),
    [ticket, symbol, isLimit, value, now],
  );
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = value === "";
  const placeholder = useMemo(
    () =>
      computed(() => {
        // It is not seen behind a typed value.
        if (!isEmpty) return "";
        const price = now.value === null ? NO_VALUE : stepsText(symbol, now.value);
        return isMarket && price.length <= PLACEHOLDER_PRICE_MAX ? text.market(price) : price;
      }),
    [symbol, now, isMarket, isEmpty],
  );
  useLivePlaceholder(input, placeholder);
  return (
    <FigureField
      {...field}
      reads={PRICE}
      ref={input}
      aside={isMarket ? undefined : <LiveText text={away} />}
      steps={text.priceSteps}
      unit="USD"
      step={(direction) => steppedPrice(ticket, value, direction, now.peek())}
    />
  );
}

/** A typed price or distance as it is written elsewhere; other text as it is. */
export function tidyPrice(symbol: TradedSymbol, typed: string): string {
  const steps = stepsOfText(symbol, typed);
  return typeof steps === "number" ? stepsText(symbol, steps) : typed;
}

/** A price one step further. An empty field begins at the market; a text that is no price stays. */
function steppedPrice({ symbol }: LiveTicket, typed: string, direction: 1 | -1, market: number | null): string {
  const known = stepsOfText(symbol, typed);
  const from = known ?? market;
  if (typeof from !== "number") return typed;
  return stepsToType(symbol, stepPrice(from, direction));
}
