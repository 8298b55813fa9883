import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { retryDemo } from "../demo/demo-account.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { opensWords } from "../prices/market-hours.ts";
import { serverClock } from "../state/prices.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { formatAge } from "../ui/format.ts";
import { Check, Clock, Icon, Lock } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { media } from "../ui/theme.ts";
import { OrderButton } from "./button.ts";
import { orderDraft } from "./draft.ts";
import { FillPrice } from "./halves.tsx";
import type { LiveTicket, OrderBlock } from "./live.ts";
import { orderText as text } from "./order-text.ts";
import { moneyText } from "./size-fields.tsx";

/** Keeps the button visible while the form scrolls. */
const StickyFoot = styled("div")`
  position: sticky;
  z-index: 2;
  bottom: var(--foot-bottom, 0);
  display: grid;
  gap: 8px;
  margin: auto calc(-1 * var(--gutter)) -16px;
  padding: 4px var(--gutter) 16px;
  background: var(--surface);
  & > button[aria-busy="true"] {
    cursor: progress;
  }
  & > :last-child {
    min-height: 32px;
  }
  @media (max-height: 799px) {
    gap: 4px;
    padding-bottom: 6px;
    & > button {
      min-height: 44px;
    }
    & > :last-child {
      min-height: 16px;
    }
  }
  ${media.phone} {
    & > :last-child {
      min-height: 16px;
    }
    margin: auto -16px 0;
    padding: 12px 16px max(12px, env(safe-area-inset-bottom));
    border-top: 1px solid var(--line);
  }
`;

/** Two lines high where there is room, so that the note about a stale price moves nothing. */
const NOTE = { size: "caption", gap: 8 } as const;

type OrderFootProps = {
  ticket: LiveTicket;
  /** Whether the order is being sent, or was just placed: a second click does nothing then. */
  state: "ready" | "sending" | "placed";
  /** Why the last order was not placed, where that is about none of the fields. */
  error: string | null;
};

/** The button that places the order, with what it does; or disabled, with the reason. */
export function OrderFoot({ ticket, state, error }: OrderFootProps) {
  useSignals();
  const block = state === "ready" ? ticket.block.value : null;
  return (
    <StickyFoot data-foot="docked">
      {error && <FieldError id="order-error">{error}</FieldError>}
      {block === null ? <PlaceButton ticket={ticket} state={state} /> : <Blocked ticket={ticket} block={block} />}
    </StickyFoot>
  );
}

function PlaceButton({ ticket, state }: Pick<OrderFootProps, "ticket" | "state">) {
  useSignals();
  const { side, type } = orderDraft.value;
  const fillsAtOnce = useMemo(() => computed(() => ticket.preview.value?.fillsAtOnce ?? false), [ticket]);
  // It stays enabled while it does nothing: a disabled button would lose the focus.
  const isBusy = state !== "ready";
  return (
    <>
      <OrderButton
        type="submit"
        data-side={side}
        className="num"
        aria-disabled={isBusy}
        aria-busy={state === "sending"}
      >
        {state === "sending" && <Spinner />}
        {state === "placed" && <Icon of={Check} />}
        {state === "sending" ? text.placing : state === "placed" ? text.placed : <OrderWords ticket={ticket} />}
      </OrderButton>
      <Text {...NOTE} tone="muted" textAlign="center">
        {type === "market" || fillsAtOnce.value ? text.fillsAtMarket : text.waits}
      </Text>
    </>
  );
}

/** What the button does: the type, the side, the amount and the price. */
function OrderWords({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const { side, type } = orderDraft.value;
  const name = useMemo(() => computed(() => orderName(ticket)), [ticket]);
  if (type === "market") {
    return (
      <span>
        {text.buyNow(name.value)} <FillPrice ticket={ticket} side={side} />
      </span>
    );
  }
  return <WaitingWords ticket={ticket} />;
}

function WaitingWords({ ticket }: { ticket: LiveTicket }) {
  useSignals();
  const { side, type } = orderDraft.value;
  // As text, because the market reads the ticket anew with each price, and seldom with another result.
  const rest = useMemo(
    () =>
      computed(() => {
        const { terms, units } = ticket.reading.value;
        const price = terms?.limitPrice ?? terms?.price;
        const at = price == null ? "" : ` ${text.at} ${stepsText(ticket.symbol, price)}`;
        return `${units === null ? "" : unitsText(units)}${at}`;
      }),
    [ticket],
  );
  return (
    <span>
      {text.place(type, side)} {rest.value}
    </span>
  );
}

/** `Buy 0.10 BTCUSD`: the amount that is sent. Reads signals. */
function orderName({ symbol, reading }: LiveTicket): string {
  const { side } = orderDraft.value;
  const { units } = reading.value;
  const what = units === null ? "" : unitsText(units);
  return [text.word[side], what, symbol].filter(Boolean).join(" ");
}

/** What a block says in the button, and below it. */
type BlockWords = { label: string; note: string };

function Blocked({ ticket, block }: { ticket: LiveTicket; block: OrderBlock }) {
  const { label, note } = useMemo(() => {
    const words = computed(() => blockWords(ticket, block));
    return { label: computed(() => words.value.label), note: computed(() => words.value.note) };
  }, [ticket, block]);
  return (
    <>
      <OrderButton type="submit" disabled className="num">
        <Icon of={Lock} />
        <LiveText text={label} />
      </OrderButton>
      <Row {...NOTE} tone={block === "loading" ? "muted" : "warn"} align="start" justify="center" className="num">
        {WAITING.includes(block) && <Icon of={Clock} />}
        <LiveText text={note} />
        {block === "not_loaded" && (
          <Button size="dense" onClick={retryDemo}>
            {text.tryAgain}
          </Button>
        )}
      </Row>
    </>
  );
}

/** The blocks that end by themselves. */
const WAITING: readonly OrderBlock[] = ["no_price", "too_old", "closed", "disagree"];

function blockWords(ticket: LiveTicket, block: OrderBlock): BlockWords {
  const order = orderName(ticket);
  const quote = ticket.quote.value;
  switch (block) {
    case "frozen":
      return { label: text.frozen, note: text.frozenNote };
    case "loading":
      return { label: text.loading, note: "" };
    case "not_loaded":
      return { label: text.notLoaded, note: text.kept };
    case "no_price":
      return { label: text.waitsForPrice(order), note: text.opens };
    case "too_old":
      return { label: text.tooOld(order), note: quote ? text.reopens(formatAge(serverClock.value - quote.at)) : "" };
    case "closed":
      return { label: text.closed(order), note: text.closedNote(opensWords(TRADED_SYMBOLS[ticket.symbol].pricedFrom)) };
    case "disagree":
      return { label: text.disagree(order), note: text.disagreeNote };
    case "not_understood":
      return { label: text.notUnderstood, note: text.notUnderstoodNote };
    case "needs_stop":
      return { label: text.setStopFirst, note: text.needsStopNote };
    case "too_many_orders":
      return { label: text.tooManyOrders, note: DEMO_TEXT.tooManyOrders };
    case "too_many_positions":
      return { label: text.tooManyPositions, note: DEMO_TEXT.tooManyPositions };
    case "lacks_margin": {
      const lacks = ticket.preview.value?.lacksCents ?? 0;
      return { label: text.needs(moneyText(lacks)), note: text.needsNote };
    }
  }
}
