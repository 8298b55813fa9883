import type { ReadonlySignal } from "@preact/signals-react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { type LinePlace, linePlaces } from "../chart/line-places.ts";
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

/**
 * The places of all lines. The held line keeps its place, others make room.
 * @param rowPx of a pill with the space to the next one below
 */
export function placesOf(chart: ChartController, board: LineBoard, symbol: FeedSymbol, rowPx: number): Places {
  return stableComputed(() => {
    void chart.drawn.value;
    const held = board.held.value?.line.key;
    const lines = board.lines.value.toSorted((one, other) => Number(other.key === held) - Number(one.key === held));
    const topOf = (price: number) => Math.round(chart.plot.topOf(price));
    const price = drawnQuoteOf(symbol).value?.mid;
    const placed = linePlaces(
      lines.map((line) => {
        const steps = board.stepsOf(line);
        return {
          top: topOf(steps),
          pillPx: pillRoom(line, steps, symbol),
          foldedPx: line.kind === "entry" ? textRoom(entryWords(line, symbol)) : GRIP_PX,
        };
      }),
      {
        ...chart.plotPx,
        legendPx: chart.legendPx.value,
        rowPx,
        priceTag: price === undefined ? null : { top: topOf(price), heightPx: PRICE_TAG_PX },
      },
    );
    return Object.fromEntries(lines.map(({ key }, i) => [key, placed[i] ?? null]));
  });
}

/** The height of the tag of the last price, which has two lines. */
const PRICE_TAG_PX = 36;
/** Of a character of the pills, and of the space around a part. */
const CHARACTER_PX = 6.6;
const PART_PX = 18;
const GRIP_PX = 26;
const BUTTON_PX = 32;
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

function textRoom(text: string): number {
  return room(text.length);
}

function room(characters: number): number {
  return Math.ceil(characters * CHARACTER_PX) + PART_PX;
}
