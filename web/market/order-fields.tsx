import { effect } from "@preact/signals-react";
import { styled } from "goober";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf } from "../state/prices.ts";
import { Field } from "../ui/field.tsx";
import { Icon, type IconGlyph, Minus, Plus } from "../ui/icon.tsx";
import { media, type } from "../ui/theme.ts";
import { DEMO_AMOUNT_MAX, readAmount } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { priceText } from "./price-text.ts";

const Steps = styled("span")`
  display: flex;
  align-self: stretch;
  margin: 0 -12px 0 12px;
  & > button {
    display: grid;
    place-items: center;
    width: 36px;
    border-left: 1px solid var(--line);
    color: var(--text);
    &:last-child {
      border-radius: 0 7px 7px 0;
    }
    &:hover {
      background: var(--line);
    }
    &:focus-visible {
      outline-offset: -2px;
    }
  }
  ${media.touch} {
    & > button {
      width: 48px;
    }
  }
`;

const Presets = styled("div")`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 8px;
  margin-top: -8px;
  & > button {
    ${type.dense}
    height: 28px;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    color: var(--muted);
    text-align: center;
  }
  & > button[aria-pressed="true"] {
    border-color: var(--accent);
    color: var(--text);
  }
  & > button:hover {
    background: var(--raised);
    color: var(--text);
  }
  ${media.touch} {
    & > button {
      height: 44px;
    }
  }
`;

const AMOUNTS = ["0.01", "0.02", "0.05", "0.10"];

type OrderFieldProps = {
  /** The text as typed. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** The amount: typed, stepped by buttons or arrow keys, or one of four presets. @param props.unit such as BTC */
export function AmountField({ value, onChange, unit, error }: OrderFieldProps & { unit: string }) {
  const step = (direction: 1 | -1) => onChange(stepAmount(value, direction));

  function onKeyDown(event: KeyboardEvent) {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    step(direction);
  }

  return (
    <>
      <Field
        label={marketText.amount}
        inputMode="decimal"
        autoComplete="off"
        data-figure="lead"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        error={error}
        suffix={
          <>
            {unit}
            <Steps>
              <StepButton icon={Minus} label={marketText.lessAmount} onClick={() => step(-1)} />
              <StepButton icon={Plus} label={marketText.moreAmount} onClick={() => step(1)} />
            </Steps>
          </>
        }
      />
      <Presets className="num">
        {AMOUNTS.map((amount) => (
          <button
            key={amount}
            type="button"
            aria-pressed={Number(value) === Number(amount)}
            onClick={() => onChange(amount)}
          >
            {amount}
          </button>
        ))}
      </Presets>
    </>
  );
}

/** Out of the tab order, because the arrow keys do the same in the field. */
function StepButton({ icon, label, onClick }: { icon: IconGlyph; label: string; onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} />
    </button>
  );
}

/** An optional price. While empty, its placeholder is the market price, which ticks update without a render. */
export function PriceField({ value, onChange, pricedFrom, error }: OrderFieldProps & { pricedFrom: FeedSymbol }) {
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = value === "";
  useLayoutEffect(() => {
    // The placeholder is invisible behind a typed value.
    if (!isEmpty) return;
    return effect(() => {
      if (input.current)
        input.current.placeholder = marketText.market(priceText(pricedFrom, quoteOf(pricedFrom).value));
    });
  }, [isEmpty, pricedFrom]);

  return (
    <Field
      ref={input}
      label={marketText.price}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      suffix="USD"
    />
  );
}

/** The step of the + and − buttons and the smallest amount that they leave, in units of the symbol. */
const STEP = 0.01;

/**
 * Returns the typed amount moved by one step, as input text: the next multiple of the step, at least one step and at
 * most the largest amount of an order.
 * @param text the field's text; invalid text counts as zero
 */
export function stepAmount(text: string, direction: 1 | -1): string {
  // Rounded to avoid floating point error: 0.29 / 0.01 is slightly below 29.
  const steps = Number(((readAmount(text) ?? 0) / STEP).toFixed(6));
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return Math.min(Math.max(1, next) * STEP, DEMO_AMOUNT_MAX).toFixed(2);
}
