import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import { directionOf, formatMoney, formatSignedMoney, NO_VALUE, type SumShown } from "../format.ts";
import { LiveText } from "./live-text.tsx";

const Sum = styled("span")`
  white-space: nowrap;
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

/** From here on a card's figure is set smaller, so that nine digits fit it. */
const LONG_USD = 1_000_000;

type MoneyProps = {
  /** Dollars; null or undefined where there is no value. */
  usd: number | null | undefined;
  /**
   * `plain` is a sum; `moved` is money in or out, with its sign and in the colour of the text; `result` is a gain or a
   * loss, with its sign and its colour. Zero never has either.
   */
  as?: "plain" | "moved" | "result";
  shown?: SumShown;
};

/** A sum of money, as it is written everywhere. */
export function Money({ usd, as = "plain", shown }: MoneyProps) {
  // Sums may be hidden or shown at any time.
  useSignals();
  if (usd === null || usd === undefined) return <Sum>{NO_VALUE}</Sum>;
  return (
    <Sum className="num" data-tone={toneOf(usd, as)} data-long={Math.abs(usd) >= LONG_USD || undefined}>
      {textOf(usd, as, shown)}
    </Sum>
  );
}

/** The same for a sum that moves with prices: it renders only when a gain becomes a loss. */
export function LiveMoney({ usd, as = "plain" }: { usd: ReadonlySignal<number | null>; as?: MoneyProps["as"] }) {
  useSignals();
  const { text, tone } = useMemo(
    () => ({
      text: computed(() => (usd.value === null ? NO_VALUE : textOf(usd.value, as))),
      tone: computed(() => (usd.value === null ? undefined : toneOf(usd.value, as))),
    }),
    [usd, as],
  );
  return (
    <Sum className="num" data-tone={tone.value}>
      <LiveText text={text} />
    </Sum>
  );
}

function textOf(usd: number, as: MoneyProps["as"], shown?: SumShown): string {
  return as === "plain" ? formatMoney(usd, shown) : formatSignedMoney(usd, shown);
}

function toneOf(usd: number, as: MoneyProps["as"]) {
  return as === "result" ? directionOf(usd) : undefined;
}
