import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  type FormEvent,
  type KeyboardEvent,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { DemoCommand, DemoEvent, DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { priceDecimals, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoRun, useDemoAccount } from "../demo/demo-account.ts";
import { tellFill } from "../demo/tell-fill.tsx";
import { NO_PLAN, planOf } from "../plans/plan-draft.ts";
import { ApiError, NetworkError } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { forEachOwner } from "../state/owner.ts";
import { type Problem, useSubmit } from "../state/use-submit.ts";
import { ticketReminder } from "../terminal/drawings-and-settings.ts";
import { Row, Text } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import {
  changeDraft,
  EMPTY_DRAFT,
  type ExitDraft,
  enterSymbol,
  type OrderDraft,
  orderDraft,
  ticketSymbol,
} from "./draft.ts";
import { OrderExits } from "./exits.tsx";
import { OrderFacts } from "./facts.tsx";
import { leaveTicket } from "./focus.ts";
import { followsPlan, unlinkPlan } from "./followed-plan.ts";
import { OrderFoot } from "./foot.tsx";
import { OrderHalves } from "./halves.tsx";
import { type LiveTicket, liveTicket } from "./live.ts";
import { orderText as text } from "./order-text.ts";
import { placedWords, sendOrder } from "./place-order.ts";
import { PlanRow } from "./plan-row.tsx";
import { OrderPrices, OrderTypes, tidyPrice } from "./price-fields.tsx";
import { OrderSize } from "./size-fields.tsx";
import { ORDER_FIELDS, type OrderFault, type OrderField } from "./terms.ts";

const LockedCard = lazyPage(async () => (await import("../plans/locked-card.tsx")).LockedCard);
const ReminderLine = lazyPage(async () => (await import("./reminder-line.tsx")).ReminderLine, { isQuiet: true });

/** Outside of the form, which another layout of the page or its sheet makes anew. */
const lockedFill = signal<DemoFill | null>(null);
forEachOwner(() => {
  lockedFill.value = null;
});

const Form = styled("form")`
  display: flex;
  flex-direction: column;
  gap: 16px;
  /* Of parts that belong together. */
  --nearer: -8px;
  min-height: 100%;
  --gutter: 20px;
  --choice-pad: 6px;
  padding: 16px var(--gutter);
  & [data-figure="lead"] {
    ${type.lead}
  }
  @media (max-height: 959px) {
    gap: 12px;
    /* An order that waits has more fields. */
    &:has([data-waits="true"]) {
      gap: 9px;
    }
  }
  /* All of it fits below the head of a window that is 720 px high. */
  @media (min-width: 640px) and (max-height: 799px) {
    &,
    &:has([data-waits="true"]) {
      gap: 7px;
    }
    --nearer: -5px;
    padding-top: 8px;
    --control-height: 36px;
    --choice-height: 32px;
    & [data-ratio] {
      display: none;
    }
  }
  /* The narrowest ticket. */
  @media (min-width: 1280px) and (max-width: 1439px) {
    --gutter: 14px;
    & [data-figure="lead"] {
      ${type.body}
    }
  }
  ${media.phone} {
    gap: 14px;
    padding: 16px 16px 0;
    --control-height: 48px;
    --choice-height: 48px;
  }
`;

/** How long the button says that the order was placed. A double click would place a second one otherwise. */
const PLACED_MS = 700;

type OrderFormProps = { symbol: TradedSymbol; onPlaced?: (() => void) | undefined };

/** The typed values, which tell one order from another. Prices that follow the market are no part of it. */
type TypedOrder = { symbol: TradedSymbol; draft: OrderDraft };

/** The ticket: an order of the demo account. What is typed stays when it is placed. */
export function OrderForm({ symbol, onPlaced }: OrderFormProps) {
  useSignals();
  useDemoAccount();
  const ticket = useMemo(() => liveTicket(symbol), [symbol]);
  // Before the browser paints what was typed for another symbol.
  useLayoutEffect(() => enterSymbol(symbol), [symbol]);
  const [isPlaced, setIsPlaced] = useState(false);

  const { submit, isSending, errorOf, formError, setProblem, form } = useSubmit<TypedOrder, readonly DemoEvent[]>({
    send: (typed) => sendOrder(JSON.stringify(typed), () => bodyOf(ticket)),
    onDone: (events) => {
      setIsPlaced(true);
      unlinkPlan();
      lockedFill.value = lockedFillOf(events);
      // It was why this order was placed, not the next one.
      changeDraft({ plan: NO_PLAN });
      // A toast measures itself, which causes a layout; the form updates in the frame before it.
      startTransition(() => tellPlaced(events));
      onPlaced?.();
    },
    explain: problemWith,
    fields: SHOWN_FIELDS,
  });

  useEffect(() => {
    if (!isPlaced) return;
    const timer = setTimeout(() => setIsPlaced(false), PLACED_MS);
    return () => clearTimeout(timer);
  }, [isPlaced]);

  const locked = lockedFill.value;
  const draft = tidyDraft(symbol, orderDraft.value);
  const typed = JSON.stringify({ symbol, draft });
  // What was wrong is not, once something else is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the order is what this is about
  useEffect(() => setProblem(null), [typed, setProblem]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSending || isPlaced || ticket.block.peek() !== null) return;
    const problem = problemOfTicket(ticket);
    if (problem) setProblem(problem);
    else void submit({ symbol, draft });
  }

  return (
    <Form ref={form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      {followsPlan.value && (
        <Row justify="space-between" align="center">
          <Text size="caption" tone="muted">
            {text.followsPlan}
          </Text>
          <TextButton onClick={unlinkPlan}>{text.unlink}</TextButton>
        </Row>
      )}
      {locked?.symbol === symbol && (
        <Suspense fallback={null}>
          <LockedCard fill={locked} onClose={() => (lockedFill.value = null)} />
        </Suspense>
      )}
      <OrderTypes />
      <OrderHalves ticket={ticket} />
      <OrderPrices ticket={ticket} errorOf={errorOf} />
      <OrderSize ticket={ticket} errorOf={errorOf} />
      <OrderExits ticket={ticket} errorOf={errorOf} />
      <PlanRow />
      {ticketReminder.value && (
        <Suspense fallback={null}>
          <ReminderLine reminder={ticketReminder.value} ticket={ticket} />
        </Suspense>
      )}
      <OrderFacts ticket={ticket} />
      <OrderFoot ticket={ticket} state={isSending ? "sending" : isPlaced ? "placed" : "ready"} error={formError} />
    </Form>
  );
}

function tellPlaced(events: readonly DemoEvent[]): void {
  const { words, fillId } = placedWords(events);
  const told = `${text.orderPlaced} ${words}`;
  if (fillId === null) toast.success(told);
  else tellFill("success", told, fillId);
}

/**
 * The order with its prices in full, as they are written when a field is left, and without what its exits had when they were
 * switched off: neither is a change of the order.
 */
function tidyDraft(symbol: TradedSymbol, draft: OrderDraft): OrderDraft {
  const tidyExit = (exit: ExitDraft) =>
    exit.form === "money" ? exit : { ...exit, text: tidyPrice(symbol, exit.text) };
  return {
    ...draft,
    price: tidyPrice(symbol, draft.price),
    limitPrice: tidyPrice(symbol, draft.limitPrice),
    stop: tidyExit(draft.stop),
    target: tidyExit(draft.target),
    distances: EMPTY_DRAFT.distances,
  };
}

/** The fields that show what is wrong with them. */
const SHOWN_FIELDS = ORDER_FIELDS.filter((field) => field !== "expiresAt");

function onKeyDown(event: KeyboardEvent) {
  // An Enter that is held down sends a form again and again.
  if (event.key === "Enter" && event.repeat) event.preventDefault();
  leaveTicket(event);
}

/** @throws Error for an order that is not whole, or without a run: the button is disabled then */
function bodyOf({ reading }: LiveTicket): DemoCommand {
  const { terms } = reading.peek();
  const run = demoRun.peek();
  if (!terms || !run) throw new Error("an order that is not whole");
  const plan = planOf(orderDraft.peek().plan);
  return { type: "place", run: run.number, order: plan ? { ...terms, plan } : terms };
}

/** The fill of an order that has locked its plan at once; null where nothing was filled, or nothing planned. */
function lockedFillOf(events: readonly DemoEvent[]): DemoFill | null {
  const fills = events.flatMap((event) => (event.type === "filled" ? [event.fill] : []));
  return fills.find(({ plan }) => plan !== undefined) ?? null;
}

/** The fault of the order as far as this page knows; null without one. */
function problemOfTicket({ reading, preview }: LiveTicket): Problem | null {
  const { faults } = reading.peek();
  const field = ORDER_FIELDS.find((one) => faults[one] !== undefined);
  const fault = field && faults[field];
  if (fault) return { field, message: faultText(field, fault, orderDraft.peek()) };
  const refusal = preview.peek()?.refusal;
  if (!refusal?.field || !isOrderField(refusal.field)) return null;
  return { field: refusal.field, message: text.refused(refusal) };
}

function isOrderField(field: string): field is OrderField {
  return ORDER_FIELDS.some((one) => one === field);
}

function faultText(field: OrderField, fault: OrderFault, draft: OrderDraft): string {
  const isMoney = isTypedAsMoney(field, draft);
  switch (fault) {
    case "invalid":
    case "not_understood":
      if (isMoney) return text.invalidMoney;
      return field === "amount" ? text.invalidAmount : text.invalidPrice;
    case "out_of_range":
      if (isMoney) return text.moneyRange;
      return field === "amount" ? text.amountRange : text.priceRange(priceDecimals(ticketSymbol.peek()));
    case "needs_stop":
      return text.setStopFirst;
    case "needs_price":
      return text.priceFirst;
    case "needs_amount":
      return text.amountFirst;
    case "unreachable":
      return field === "amount" ? text.riskUnreachable : text.exitUnreachable;
  }
}

function isTypedAsMoney(field: OrderField, { sizing, stop, target }: OrderDraft): boolean {
  if (field === "amount") return sizing === "risk";
  if (field === "stop") return stop.form === "money";
  return field === "target" && target.form === "money";
}

function problemWith(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { field, code, message } = error;
    const isShown = field !== undefined && SHOWN_FIELDS.some((one) => one === field);
    return { code, field, message: isShown ? message : text.orderFailed(message) };
  }
  if (error instanceof NetworkError) return { field: undefined, message: text.orderError(text.noAnswer) };
  return { field: undefined, message: text.orderError(error instanceof Error ? error.message : String(error)) };
}
