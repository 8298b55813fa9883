import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { demoRefusalText } from "../../../worker/contract/demo/demo-refusal-text.ts";
import { DEMO_TEXT } from "../../../worker/contract/demo/demo-text.ts";
import type { DemoRefusal, DemoSide } from "../../../worker/contract/demo/demo-types.ts";
import { decimalText, faultOf, PLAIN_NUMBER, PRICE } from "../../../worker/contract/read-number.ts";
import { type FeedSymbol, priceDecimals, type TradedSymbol } from "../../../worker/contract/symbols.ts";
import { stepsOfText, type TypedFigure, unitsOfText } from "../../demo/demo-format.ts";
import { PriceText, TickFlash } from "../../prices/figures.tsx";
import { quoteOf } from "../../state/prices.ts";
import { stableComputed } from "../../state/stable-computed.ts";
import { OrderButton } from "../../ticket/button.ts";
import { OrderSide } from "../../ticket/side.tsx";
import { DemoBadge } from "../../ui/badge.tsx";
import { useNumberWords } from "../../ui/fields/use-number-words.ts";
import { LiveText } from "../../ui/live-text.tsx";
import { media, type } from "../../ui/theme.ts";
import { MINI_UNITS, tradedAt } from "./mini-symbols.ts";
import { orderLabel } from "./order-label.ts";
import { orderWaits } from "./order-waits.ts";
import { fillText, tradingText } from "./trading-text.ts";
import { type VisitorOrder, visitorAccount } from "./visitor-account.ts";

const Form = styled("form")`
  display: flex;
  flex-direction: column;
  gap: 12px;
  & > :first-child {
    ${type.dense}
    display: flex;
    justify-content: space-between;
    align-items: center;
  }
  & h3 {
    font-weight: 600;
  }
  & [role="status"] {
    ${type.caption}
    min-height: 16px;
    color: var(--muted);
  }
`;
const Exits = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 12px;
`;

// As `Field` looks, whose error may hold a link of the application: its router is not for this page.
const Typed = styled("div")`
  ${type.dense}
  & > label {
    display: block;
    margin-bottom: 6px;
    font-weight: 500;
  }
  & > input {
    ${type.body}
    width: 100%;
    height: 40px;
    padding: 0 12px;
    background: var(--raised);
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
  }
  & > [aria-invalid="true"] {
    border-color: var(--down);
    box-shadow: inset 0 0 0 1px var(--down);
  }
  & > p {
    margin-top: 6px;
    color: var(--down);
  }
  ${media.phone} {
    & > input {
      ${type.lead}
      height: 44px;
    }
  }
`;

/** The values of the ticket, as typed. */
type Draft = { symbol: FeedSymbol; side: DemoSide; amount: string; stop: string; target: string };
type Errors = Partial<Record<"amount" | "stop" | "target", string>>;

const UNTOUCHED: Omit<Draft, "symbol"> = { side: "buy", amount: decimalText(MINI_UNITS, 8, 2), stop: "", target: "" };

/** Buys or sells a symbol at its market price on the visitor's demo account, with a stop and a target. */
export function VisitorTicket({ symbol }: { symbol: FeedSymbol }) {
  // Each symbol has its own: an amount of one is another sum in the next.
  const [drafts, setDrafts] = useState<Partial<Record<FeedSymbol, Draft>>>({});
  const [refused, setRefused] = useState<{ draft: Draft | null; errors: Errors }>({ draft: null, errors: {} });
  const draft = drafts[symbol] ?? { ...UNTOUCHED, symbol };
  const errors = refused.draft === draft ? refused.errors : {};

  function change(part: Partial<Draft>) {
    setDrafts({ ...drafts, [symbol]: { ...draft, ...part } });
  }

  function place(event: FormEvent) {
    event.preventDefault();
    setDrafts({ ...drafts, [symbol]: draft });
    setRefused({ draft, errors: send(draft) });
  }

  const form = useRef<HTMLFormElement>(null);
  // What is refused is typed again. Not with `useRefusedField`, which would be one more file for every page with a form.
  useEffect(() => {
    if (Object.keys(refused.errors).length === 0) return;
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    field?.focus();
    field?.select();
  }, [refused]);
  const field = (name: keyof Errors) => (
    <TypedField name={name} value={draft[name]} error={errors[name]} onChange={(value) => change({ [name]: value })} />
  );
  return (
    <Form aria-label={tradingText.order} ref={form} onSubmit={place} noValidate>
      <div>
        <h3>{tradedAt(symbol)}</h3>
        <DemoBadge />
      </div>
      <OrderSide
        value={draft.side}
        onChange={(side) => change({ side })}
        caption={() => (
          <TickFlash symbol={symbol}>
            <PriceText symbol={symbol} />
          </TickFlash>
        )}
      />
      {field("amount")}
      <Exits>
        {field("stop")}
        {field("target")}
      </Exits>
      <PlaceOrder draft={draft} />
      <LastFill />
    </Form>
  );
}

type TypedFieldProps = {
  name: keyof Errors;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function TypedField({ name, value, error: said, onChange }: TypedFieldProps) {
  const id = useId();
  const error = useNumberWords(value, name === "amount" ? PLAIN_NUMBER : PRICE, said !== undefined) ?? said;
  return (
    <Typed>
      <label htmlFor={id}>{tradingText[name]}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        placeholder={name === "amount" ? undefined : tradingText.optional}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </Typed>
  );
}

function send(draft: Draft): Errors {
  const account = visitorAccount();
  const { order, errors } = readDraft(draft);
  if (!order) return errors;
  const command = account.placing(order);
  const refusal = account.send(command);
  if (!refusal) return {};
  const text = demoRefusalText(DEMO_TEXT, refusal, command, account.state()) ?? "";
  return { [fieldOf(refusal)]: text };
}

/** The field that shows a refusal: the first, if it is about none. */
function fieldOf({ field }: DemoRefusal): keyof Errors {
  return field === "stop" || field === "target" ? field : "amount";
}

function readDraft(draft: Draft): { order: VisitorOrder | null; errors: Errors } {
  const symbol = tradedAt(draft.symbol);
  const units = unitsOfText(draft.amount);
  const [stop, target] = [draft.stop, draft.target].map((typed) => readExit(symbol, typed));
  const errors: Errors = {};
  if (typeof units !== "number") {
    errors.amount = units === "out_of_range" ? DEMO_TEXT.amountRange : DEMO_TEXT.invalidAmount;
  }
  if (stop?.error) errors.stop = stop.error;
  if (target?.error) errors.target = target.error;
  const isWhole = typeof units === "number" && !errors.stop && !errors.target;
  if (!isWhole) return { order: null, errors };
  return {
    order: { symbol, side: draft.side, units, stop: stop?.steps ?? null, target: target?.steps ?? null },
    errors,
  };
}

function readExit(symbol: TradedSymbol, typed: string): { steps: number | null; error: string | null } {
  if (typed.trim() === "") return { steps: null, error: null };
  const steps: TypedFigure = stepsOfText(symbol, typed);
  if (typeof steps === "number") return { steps, error: null };
  return {
    steps: null,
    error: steps === "out_of_range" ? DEMO_TEXT.priceRange(priceDecimals(symbol)) : DEMO_TEXT.invalidPrice,
  };
}

/** The button, which says what it does or why it can do nothing now. A fault of a field is said when it is pressed. */
function PlaceOrder({ draft }: { draft: Draft }) {
  useSignals();
  const { waits, label } = useMemo(() => {
    const { symbol, side } = draft;
    const account = visitorAccount();
    const units = unitsOfText(draft.amount);
    // The smallest order fails only for what has nothing to do with the fields.
    const traded = tradedAt(symbol);
    const probe = account.placing({ symbol: traded, side, units: 1, stop: null, target: null });
    return {
      waits: stableComputed(() => {
        const refusal = account.refusalOf(probe);
        return refusal && orderWaits(traded, refusal.code);
      }),
      label: computed(() => {
        const price = quoteOf(symbol).value?.mid ?? 0;
        return orderLabel({ side, symbol, units: typeof units === "number" ? units : null, price });
      }),
    };
  }, [draft]);
  const { amount, stop, target } = draft;
  const isUnderstood = !faultOf(amount, PLAIN_NUMBER) && !faultOf(stop, PRICE) && !faultOf(target, PRICE);
  const reason = isUnderstood ? waits.value : tradingText.notUnderstood;
  return (
    <OrderButton type="submit" className="num" data-side={draft.side} disabled={reason !== null}>
      {reason ?? <LiveText text={label} />}
    </OrderButton>
  );
}

/** Announces the newest fill; the line is there before the first. */
function LastFill() {
  useSignals();
  const fill = visitorAccount().lastFill.value;
  return (
    <p role="status" className="num">
      {fill && fillText(fill)}
    </p>
  );
}
