import { styled } from "goober";
import { directionOf, formatMoney, formatSignedMoney, NO_VALUE } from "../format.ts";

const Sum = styled("span")`
  white-space: nowrap;
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

type MoneyProps = {
  /** Dollars; null or undefined where there is no value. */
  usd: number | null | undefined;
  /**
   * `plain` is a sum; `moved` is money in or out, with its sign and in the colour of the text; `result` is a gain or a
   * loss, with its sign and its colour. Zero never has either.
   */
  as?: "plain" | "moved" | "result";
};

/** A sum of money, as it is written everywhere. */
export function Money({ usd, as = "plain" }: MoneyProps) {
  if (usd === null || usd === undefined) return <Sum>{NO_VALUE}</Sum>;
  return (
    <Sum className="num" data-tone={as === "result" ? directionOf(usd) : undefined}>
      {as === "plain" ? formatMoney(usd) : formatSignedMoney(usd)}
    </Sum>
  );
}
