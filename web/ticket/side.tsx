import { styled } from "goober";
import { type ReactNode, useId } from "react";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { marketText } from "../prices/market-text.ts";
import { media, tint, type } from "../ui/theme.ts";

const Halves = styled("fieldset")`
  display: grid;
  grid-template-columns: 1fr 1fr;
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  & > label {
    ${type.body}
    display: grid;
    place-content: center;
    height: 52px;
    margin: -1px;
    border: 1px solid transparent;
    border-radius: var(--radius-control);
    font-weight: 600;
    text-align: center;
    cursor: pointer;
  }
  & > [data-side="buy"] {
    color: var(--up);
  }
  & > [data-side="sell"] {
    color: var(--down);
  }
  & span {
    ${type.caption}
    font-weight: 400;
    color: var(--muted);
  }
  & input {
    position: absolute;
    opacity: 0;
  }
  & > :has(:checked) {
    & > span {
      color: var(--text);
    }
  }
  & > [data-side="buy"]:has(:checked) {
    background: ${tint("up", 22)};
    border-color: var(--up);
  }
  & > [data-side="sell"]:has(:checked) {
    background: ${tint("down", 22)};
    border-color: var(--down);
  }
  & > :has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  ${media.phone} {
    & > label {
      height: 60px;
    }
  }
`;

type OrderSideProps = {
  value: DemoSide;
  /** Without it the browser keeps the choice, which begins as `value`. */
  onChange?: (side: DemoSide) => void;
  /** The second line of each half. */
  caption: (side: DemoSide) => ReactNode;
};

/** Sell or buy as two halves of one control. */
export function OrderSide({ value, onChange, caption }: OrderSideProps) {
  const name = useId();
  const choice = (side: DemoSide) =>
    onChange ? { checked: side === value, onChange: () => onChange(side) } : { defaultChecked: side === value };
  return (
    <Halves aria-label={marketText.side}>
      {(["sell", "buy"] as const).map((side) => (
        <label key={side} data-side={side}>
          <input type="radio" name={name} value={side} {...choice(side)} />
          {marketText.sides[side].word}
          <span>{caption(side)}</span>
        </label>
      ))}
    </Halves>
  );
}
