import { computed, effect, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from "react";
import { emStyle, emWidth } from "./em-width.ts";
import {
  DOLLARS,
  directionOf,
  formatMoney,
  formatShortMoney,
  formatSignedMoney,
  formatSum,
  type MoneyUnit,
  NO_VALUE,
  type SumShown,
} from "./format.ts";
import { LiveFigureText } from "./live-text.tsx";

/**
 * An amount is one line, never cut off and never shortened: if it is wider than its container (the nearest element with
 * a `container-type`, else the window) or than the `--room` that an element around it sets, its font shrinks until it
 * fits. `--em` is its width, see {@link emWidth}.
 */
const Sum = styled("span")`
  font-size: min(1em, var(--room, 100cqi) / var(--em, 1));
  /* Else each character may be rounded up to whole pixels, and twelve of them reach out of what one just fits. */
  text-rendering: geometricPrecision;
  white-space: nowrap;
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

/** The currency of the amounts of a part of a page that is about an account in another one than dollars. */
export const MoneyUnitContext = createContext(DOLLARS);

type MoneyProps = {
  /** Dollars, or amounts of the unit of {@link MoneyUnitContext}; null or undefined without a value. */
  usd: number | null | undefined;
  /**
   * `plain` is an amount; `moved` is money in or out, with its sign and in the text colour; `result` is a profit or
   * loss, with its sign and its colour. Zero never has either. `wide` and `narrow` are a result in few characters for a
   * cell, without a colour: see `formatShortMoney`.
   */
  as?: "plain" | "moved" | "result" | "wide" | "narrow";
  shown?: SumShown;
};

/** An amount of money in the product's format. */
export function Money({ usd, as = "plain", shown }: MoneyProps) {
  // Amounts may be hidden or shown at any time.
  useSignals();
  const unit = useContext(MoneyUnitContext);
  if (usd === null || usd === undefined) return <Sum>{NO_VALUE}</Sum>;
  const text = textOf(usd, as, shown, unit);
  return (
    <Sum className="num" data-tone={toneOf(usd, as, unit)} style={emStyle(emWidth(text))}>
      {text}
    </Sum>
  );
}

/** A figure that is known before React runs. */
export type AwaitedName =
  | ("balance" | "demoBalance" | "price")
  | ("totalPnl" | "todayPnl" | "winRate" | "profitFactor" | "buyTrades" | "sellTrades");

/** The place of a figure in a document, into which a script writes it before React runs: see `early-balance.ts`. */
export function AwaitedMoney({ name, children }: { name: AwaitedName; children: ReactNode }) {
  return (
    <Sum className="num" data-awaited={name}>
      {children}
    </Sum>
  );
}

/** An amount in any currency, for example on a receipt. */
export function Amount({ amount, currency, shown }: { amount: number; currency: string; shown?: SumShown }) {
  useSignals();
  const text = formatSum(amount, currency, shown);
  return (
    <Sum className="num" style={emStyle(emWidth(text))}>
      {text}
    </Sum>
  );
}

type LiveMoneyProps = { usd: ReadonlySignal<number | null>; as?: MoneyProps["as"] };

/** An amount that follows prices: another amount, colour or width renders nothing. */
export function LiveMoney({ usd, as = "plain" }: LiveMoneyProps) {
  const { text, tone } = useMemo(
    () => ({
      text: computed(() => (usd.value === null ? NO_VALUE : textOf(usd.value, as))),
      tone: computed(() => (usd.value === null ? undefined : toneOf(usd.value, as))),
    }),
    [usd, as],
  );
  return <LiveFigure text={text} tone={tone} />;
}

type LiveFigureProps = { text: ReadonlySignal<string>; tone?: ReadonlySignal<Tone> };

/** A figure of any unit that follows prices, and shrinks as an amount does. */
export function LiveFigure({ text, tone = NO_TONE }: LiveFigureProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const width = computed(() => emWidth(text.value));
    const stopWidth = effect(() => element.current?.style.setProperty("--em", `${width.value}`));
    const stopTone = effect(() => setTone(element.current, tone.value));
    return () => {
      stopWidth();
      stopTone();
    };
  }, [text, tone]);
  return (
    <Sum ref={element} className="num" data-tone={tone.peek()} style={emStyle(emWidth(text.peek()))}>
      <LiveFigureText text={text} />
    </Sum>
  );
}

const NO_TONE = computed(() => undefined);

function setTone(element: HTMLElement | null, tone: Tone): void {
  if (tone) element?.setAttribute("data-tone", tone);
  else element?.removeAttribute("data-tone");
}

function textOf(amount: number, as: MoneyProps["as"], shown?: SumShown, unit?: MoneyUnit): string {
  switch (as) {
    case "moved":
    case "result":
      return formatSignedMoney(amount, shown, unit);
    case "wide":
    case "narrow":
      return formatShortMoney(amount, as, unit);
    default:
      return formatMoney(amount, shown, unit);
  }
}

function toneOf(amount: number, as: MoneyProps["as"], unit?: MoneyUnit) {
  return as === "result" ? directionOf(amount, unit) : undefined;
}

type Tone = ReturnType<typeof toneOf>;
