import { computed, type ReadonlySignal, type Signal } from "@preact/signals-react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { type LinePlace, linePlaces, pillPlaces } from "../chart/line-places.ts";
import { demoRun } from "../demo/demo-account.ts";
import { marketText } from "../prices/market-text.ts";
import { drawnQuoteOf, isStale } from "../state/prices.ts";
import { stableComputed } from "../state/stable-computed.ts";
import type { LineBoard } from "./board.ts";
import { lineText } from "./line-text.ts";
import { amountWords, orderTypeWords, worthText } from "./line-words.ts";
import { moneyAt, type TradeLine } from "./trade-lines.ts";

/** The places of the lines by their keys; null for one that is out of view. */
export type Places = ReadonlySignal<Readonly<Record<string, LinePlace | null>>>;

/** A line that wants a place: its price in steps, and the widths of its pill, whole and folded, CSS px. */
export type WantedLine = { key: string; steps: number; pillPx: number; foldedPx: number; isHeld: boolean };

/** Other lines over the chart, which yield to those of trades, and the places of all. */
export type LineGuests = { wanted: Signal<ReadonlySignal<readonly WantedLine[]> | null>; places: Places };

/**
 * The places of all lines. The held line keeps its place, others make room. A price that moves no line moves tags alone.
 * @param given.rowPx of a pill with the space to the next one below
 */
export function placesOf(
  chart: ChartController,
  board: LineBoard,
  symbol: FeedSymbol,
  { rowPx, wanted }: { rowPx: number; wanted: LineGuests["wanted"] },
): Places {
  const topOf = (price: number) => Math.round(chart.plot.topOf(price));
  const lines = computed(() => {
    void chart.drawn.value;
    const all = [
      ...board.lines.value.map((line): WantedLine => {
        const steps = board.stepsOf(line);
        return {
          key: line.key,
          steps,
          isHeld: board.held.value?.line.key === line.key,
          pillPx: pillRoom(line, steps, symbol),
          foldedPx: line.kind === "entry" ? textRoom(entryWords(line, symbol)) : GRIP_PX,
        };
      }),
      ...(wanted.value?.value ?? []),
    ].toSorted((one, other) => Number(other.isHeld) - Number(one.isHeld));
    const plot = { ...chart.plotPx, legendPx: chart.legendPx.value, rowPx };
    const placed = all.map(({ steps, ...line }) => ({ ...line, top: topOf(steps) }));
    return { placed, plot, pills: pillPlaces(placed, plot) };
  });
  return stableComputed(() => {
    const { placed, plot, pills } = lines.value;
    const price = drawnQuoteOf(symbol).value?.mid;
    const priceTag = price === undefined ? null : { top: topOf(price), heightPx: PRICE_TAG_PX };
    const places = linePlaces(placed, { ...plot, priceTag }, pills);
    return Object.fromEntries(placed.map(({ key }, i) => [key, places[i] ?? null]));
  });
}

/** The height of the tag of the last price, which has two lines. */
const PRICE_TAG_PX = 36;
/** Of a character of the pills, and of the space around a part. */
const CHARACTER_PX = 6.6;
const PART_PX = 18;
export const GRIP_PX = 26;
export const BUTTON_PX = 32;
/** Of a live result: a longer one may reach over the next pill. Once it is old, its time is beside it. */
const RESULT_CHARACTERS = { live: 15, old: 31 } as const;

/** About the width of a line's pill. */
function pillRoom(line: TradeLine, steps: number, symbol: FeedSymbol): number {
  const { kind, owner } = line;
  const what = entryWords(line, symbol);
  if (kind === "entry") {
    const result = RESULT_CHARACTERS[isStale(symbol).value ? "old" : "live"];
    return textRoom(what) + room(result) + textRoom(marketText.close);
  }
  if (kind === "order") return GRIP_PX + room(what.length + orderTypeWords(owner).length + 14) + BUTTON_PX;
  if (kind === "limit") return GRIP_PX + room(16);
  const run = demoRun.peek();
  const cents = run && moneyAt(run, line, steps);
  const worth = cents === null ? 0 : textRoom(worthText(cents, cents));
  return GRIP_PX + textRoom(lineText.kinds[kind]) + worth + BUTTON_PX;
}

function entryWords({ owner }: TradeLine, symbol: FeedSymbol): string {
  return `${owner.trade.side} ${amountWords(owner.trade, symbol)}`;
}

/** About the width of a part of a pill with a text, CSS px. */
export function textRoom(text: string): number {
  return room(text.length);
}

function room(characters: number): number {
  return Math.ceil(characters * CHARACTER_PX) + PART_PX;
}
