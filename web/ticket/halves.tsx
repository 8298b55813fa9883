import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { stepsText } from "../demo/demo-format.ts";
import { PriceBound } from "../prices/quote-parts.ts";
import { isStale } from "../state/prices.ts";
import { NO_VALUE } from "../ui/format.ts";
import { LiveFigureText } from "../ui/live-text.tsx";
import { media, type } from "../ui/theme.ts";
import { changeDraft, orderDraft } from "./draft.ts";
import { type LiveTicket, sidePriceNow } from "./live.ts";
import { orderText as text } from "./order-text.ts";
import { OrderSide } from "./side.tsx";

/** The halves with large prices, and what is on their seam. */
const Sides = styled("div")`
  position: relative;
  & fieldset > label {
    --room: 100cqi;
    container-type: inline-size;
    place-content: center stretch;
    height: 56px;
    padding: 0 16px;
    text-align: left;
  }
  & fieldset > label[data-side="buy"] {
    text-align: right;
  }
  & fieldset > label span {
    ${type.lead}
    color: var(--text);
    font-weight: 600;
  }
  & > div {
    ${type.caption}
    position: absolute;
    top: 50%;
    left: 50%;
    padding: 1px 6px;
    border: 1px solid var(--control);
    border-radius: 6px;
    background: var(--surface);
    color: var(--muted);
    text-align: center;
    transform: translate(-50%, -50%);
    pointer-events: none;
  }
  @media (min-width: 640px) and (max-height: 799px) {
    & fieldset > label {
      height: 50px;
    }
  }
  ${media.phone} {
    & fieldset > label {
      height: 60px;
    }
  }
`;

/** Sell and buy with the price at which each would be filled now, and the spread between both where the run pays it. */
export function OrderHalves({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  return (
    <Sides>
      <OrderSide
        value={orderDraft.value.side}
        onChange={(side) => changeDraft({ side })}
        caption={(side) => <FillPrice ticket={ticket} side={side} />}
      />
      {ticket.costs.value === "typical" && <Spread ticket={ticket} />}
    </Sides>
  );
}

/** The price at which a side would be filled now. */
export function FillPrice({ ticket, side }: { ticket: LiveTicket; side: DemoSide }) {
  useSignals();
  const { symbol } = ticket;
  const price = useMemo(
    () =>
      computed(() => {
        const steps = sidePriceNow(ticket, side);
        return steps === null ? NO_VALUE : stepsText(symbol, steps);
      }),
    [ticket, symbol, side],
  );
  return (
    <PriceBound className="num" data-stale={isStale(TRADED_SYMBOLS[symbol].pricedFrom).value}>
      <LiveFigureText text={price} />
    </PriceBound>
  );
}

function Spread({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const { symbol, quote } = ticket;
  const spread = useMemo(
    () => computed(() => (quote.value ? stepsText(symbol, quote.value.ask - quote.value.bid) : NO_VALUE)),
    [symbol, quote],
  );
  const isModelled = useMemo(() => computed(() => quote.value?.kind === "modelled"), [quote]);
  return (
    <div className="num">
      <LiveFigureText text={spread} />
      {isModelled.value && (
        <>
          <br />
          {text.modelled}
        </>
      )}
    </div>
  );
}
