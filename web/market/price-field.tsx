import { effect } from "@preact/signals-react";
import { useLayoutEffect, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { quoteOf } from "../state/prices.ts";
import { Field } from "../ui/field.tsx";
import { marketText } from "./market-text.ts";
import { priceText } from "./price-figures.tsx";

type PriceFieldProps = {
  /** As it is typed; empty takes the market's. */
  value: string;
  onChange: (value: string) => void;
  pricedFrom: FeedSymbol;
  error: string | undefined;
};

/** A price of one's own. While it is empty it says what the market's is, and a tick writes that without rendering. */
export function PriceField({ value, onChange, pricedFrom, error }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = value === "";
  useLayoutEffect(() => {
    // Nobody sees it behind what is typed.
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
