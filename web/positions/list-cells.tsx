import { computed, type ReadonlySignal } from "@preact/signals-react";
import { styled } from "goober";
import { type ReactNode, useMemo } from "react";
import type { DemoExits, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { Priced } from "../prices/figures.tsx";
import { formatSignedPercent, NO_VALUE } from "../ui/format.ts";
import { Stack, Text } from "../ui/layout.tsx";
import type { Column } from "../ui/list/table.tsx";
import { LiveFigureText } from "../ui/live-text.tsx";
import { SideWord } from "../ui/side.tsx";
import { dockText } from "./dock-text.ts";

/** What every row of the lists is about. */
export type Listed = { symbol: TradedSymbol; side: DemoSide; units: number };

/** `BTCUSD buy 0.10`, for accessible names and titles. */
export function tradeWords({ symbol, side, units }: Listed): string {
  return `${symbol} ${dockText.sidesWithin[side]} ${unitsText(units)}`;
}

/** The direction in its colour. */
export function sideWord(side: DemoSide): ReactNode {
  return <SideWord data-side={side}>{dockText.sides[side]}</SideWord>;
}

/** A column of figures. */
export function figures<Row>(key: string, head: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, head, isNumeric: true, cell };
}

const Room = styled("span")`
  display: inline-block;
  min-width: var(--figure-room);
  text-align: right;
`;

/** Room for a figure that follows prices: other digits do not move the columns. */
export function Fixed({ digits, children }: { digits: number; children: ReactNode }) {
  // The style type has no custom properties.
  const room = { "--figure-room": `${digits}ch` } as React.CSSProperties;
  return <Room style={room}>{children}</Room>;
}

/** Two figures of a cell, the less important one below. */
export function Two({ above, below, align = "end" }: { above: ReactNode; below: ReactNode; align?: "start" | "end" }) {
  return (
    <Stack as="span" align={align}>
      <span>{above}</span>
      <Text as="small" size="caption" tone="muted">
        {below}
      </Text>
    </Stack>
  );
}

/** A price of a row, or a dash. */
export function priceOrDash(symbol: TradedSymbol, steps: number | null): string {
  return steps === null ? NO_VALUE : stepsText(symbol, steps);
}

/** The stop of an order or position, and its trailing distance. */
export function stopWords(symbol: TradedSymbol, { stop, trail }: DemoExits): string {
  if (trail === null) return priceOrDash(symbol, stop);
  const words = dockText.trail(stepsText(symbol, trail));
  return stop === null ? words : `${stepsText(symbol, stop)}, ${words.toLowerCase()}`;
}

/** A price that follows the market, in steps; grey while it is old. */
export function LiveSteps({ symbol, steps }: { symbol: TradedSymbol; steps: ReadonlySignal<number | null> }) {
  const text = useMemo(() => computed(() => priceOrDash(symbol, steps.value)), [symbol, steps]);
  return <LivePriced symbol={symbol} text={text} />;
}

/** A percentage that follows the market; grey while it is old. */
export function LivePercent({ symbol, percent }: { symbol: TradedSymbol; percent: ReadonlySignal<number | null> }) {
  const text = useMemo(
    () => computed(() => (percent.value === null ? NO_VALUE : formatSignedPercent(percent.value))),
    [percent],
  );
  return (
    <Fixed digits={6}>
      <LivePriced symbol={symbol} text={text} />
    </Fixed>
  );
}

function LivePriced({ symbol, text }: { symbol: TradedSymbol; text: ReadonlySignal<string> }) {
  return (
    <Priced symbol={TRADED_SYMBOLS[symbol].pricedFrom}>
      <LiveFigureText text={text} />
    </Priced>
  );
}
