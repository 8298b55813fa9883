import { effect } from "@preact/signals-react";
import { useLayoutEffect, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf } from "../state/prices.ts";
import { Field } from "../ui/field.tsx";
import { marketText } from "./market-text.ts";
import { priceText } from "./price-figures.tsx";

type PriceFieldProps = {
  /** The text as typed; empty for the market price. */
  value: string;
  onChange: (value: string) => void;
  pricedFrom: FeedSymbol;
  error: string | undefined;
};

/** An optional price. While empty, its placeholder is the market price, which ticks update without a render. */
export function PriceField({ value, onChange, pricedFrom, error }: PriceFieldProps) {
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
