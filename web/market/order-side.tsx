import { styled } from "goober";
import { useId } from "react";
import { media, tint, type } from "../ui/theme.ts";
import type { DemoSide } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";

const Halves = styled("fieldset")`
  display: grid;
  grid-template-columns: 1fr 1fr;
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
`;

const Half = styled("label")`
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
  &[data-side="buy"] {
    color: var(--up);
  }
  &[data-side="sell"] {
    color: var(--down);
  }
  & > span {
    ${type.caption}
    font-weight: 400;
    color: var(--muted);
  }
  & > input {
    position: absolute;
    opacity: 0;
  }
  &:has(:checked) > span {
    color: var(--text);
  }
  &[data-side="buy"]:has(:checked) {
    background: ${tint("up", 22)};
    border-color: var(--up);
  }
  &[data-side="sell"]:has(:checked) {
    background: ${tint("down", 22)};
    border-color: var(--down);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  ${media.phone} {
    height: 60px;
  }
`;

/** Buy or sell as two halves of one control. */
export function OrderSide({ value, onChange }: { value: DemoSide; onChange: (side: DemoSide) => void }) {
  const name = useId();
  return (
    <Halves aria-label={marketText.side}>
      {(["buy", "sell"] as const).map((side) => (
        <Half key={side} data-side={side}>
          <input type="radio" name={name} checked={side === value} onChange={() => onChange(side)} />
          {marketText.sides[side].word}
          <span>{marketText.sides[side].caption}</span>
        </Half>
      ))}
    </Halves>
  );
}
