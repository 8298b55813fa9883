import { computed, type ReadonlySignal } from "@preact/signals-react";
import { styled } from "goober";
import { type ReactNode, useMemo } from "react";
import type { DemoExits, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { NO_VALUE } from "../ui/format.ts";
import { Icon, Pencil } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { LiveFigureText } from "../ui/live-text.tsx";
import { SideWord } from "../ui/side.tsx";
import type { Column } from "../ui/table.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { dockText } from "./dock-text.ts";
import { Priced } from "./price-figures.tsx";

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

/** Room for a figure that follows prices: other digits do not move the columns. */
export const Fixed = styled("span")`
  display: inline-block;
  min-width: var(--figure-room);
  text-align: right;
`;

/** The room of figures of a list, in digits. */
export function roomOf(digits: number) {
  // The style type has no custom properties.
  return { "--figure-room": `${digits}ch` } as React.CSSProperties;
}

const Hidden = styled("span")`
  visibility: hidden;
  user-select: none;
`;

/** An amount above and below others with more decimals: the decimal points are in one column. */
function AlignedAmount({ units, decimals }: { units: number; decimals: number }) {
  const text = unitsText(units);
  const missing = decimals - decimalsIn(text);
  return (
    <>
      {text}
      {missing > 0 && <Hidden aria-hidden="true">{"0".repeat(missing)}</Hidden>}
    </>
  );
}

const decimalsIn = (text: string) => text.length - text.lastIndexOf(".") - 1;

/** The column of the amounts of some rows. */
export function amountColumn<Row extends Listed>(rows: readonly Row[]): Column<Row> {
  const decimals = Math.max(2, ...rows.map(({ units }) => decimalsIn(unitsText(units))));
  return figures("amount", dockText.amount, ({ units }) => <AlignedAmount units={units} decimals={decimals} />);
}

/** What a row is about, as a button that changes it: where rows have two lines, there is no room for one of its own. */
export function EditInRow({ label, onEdit, children }: { label: string; onEdit: () => void; children: ReactNode }) {
  return (
    <Row as="button" type="button" gap={8} minHeight={48} textAlign="left" breaks="usual" onClick={onEdit}>
      {children}
      <VisuallyHidden>{label}</VisuallyHidden>
      <Text as="span" tone="muted">
        <Icon of={Pencil} size={14} />
      </Text>
    </Row>
  );
}

/** The buttons of a row: the pencil before its other one. */
export function Acts({ label, onEdit, children }: { label: string; onEdit: () => void; children: ReactNode }) {
  return (
    <Row justify="end" gap={12}>
      <IconButton icon={Pencil} size="dense" label={label} onClick={onEdit} />
      {children}
    </Row>
  );
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
  return (
    <Priced symbol={TRADED_SYMBOLS[symbol].pricedFrom}>
      <LiveFigureText text={text} />
    </Priced>
  );
}

/** A percentage that follows the market; grey while it is old. */
export function LivePercent({
  symbol,
  percent,
  format,
}: {
  symbol: TradedSymbol;
  percent: ReadonlySignal<number | null>;
  format: (percent: number) => string;
}) {
  const text = useMemo(
    () => computed(() => (percent.value === null ? NO_VALUE : format(percent.value))),
    [percent, format],
  );
  return (
    <Priced symbol={TRADED_SYMBOLS[symbol].pricedFrom}>
      <LiveFigureText text={text} />
    </Priced>
  );
}
