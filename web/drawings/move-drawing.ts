import type { Anchor, Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { HANDLES, isPlan, type Plan, wholePrice } from "./drawing-kinds.ts";
import { type Point, type Projection, rowOfTime, timeOfRow } from "./projection.ts";

/** Moves all of a drawing by a distance on the screen, so that it keeps its form there. */
export function moveByPixels(drawing: Drawing, by: Point, projection: Projection): Drawing {
  return withAnchors(drawing, (anchor) => {
    const from = projection.pointOf(anchor);
    const to = projection.anchorAt({ x: from.x + by.x, y: from.y + by.y });
    // In one direction alone, the other coordinate stays exactly what it was.
    return {
      time: by.x === 0 ? anchor.time : Math.max(0, to.time),
      price: by.y === 0 ? anchor.price : wholePrice(to.price),
    };
  });
}

/** Places a handle of a drawing. A plan's target and stop stay on their sides of the entry, and its end after its begin. */
export function moveHandle(drawing: Drawing, handle: number, to: Anchor): Drawing {
  const [timeOf, priceOf] = HANDLES[drawing.kind][handle] ?? [0, 0];
  const price = wholePrice(to.price);
  const anchors = drawing.anchors.map((anchor, i) => ({
    time: i === timeOf ? to.time : anchor.time,
    price: i === priceOf ? price : anchor.price,
  }));
  return isPlan(drawing) ? withinPlan(drawing, anchors) : { ...drawing, anchors };
}

/** The keys that move a drawing, with the bars and price steps of each. */
const KEY_MOVES: Readonly<Record<string, { bars: number; steps: number }>> = {
  ArrowLeft: { bars: -1, steps: 0 },
  ArrowRight: { bars: 1, steps: 0 },
  ArrowUp: { bars: 0, steps: 1 },
  ArrowDown: { bars: 0, steps: -1 },
};

/**
 * Moves a drawing or one of its handles by an arrow key: one bar or one step of the price, with Shift ten.
 * @param handle null moves all of it
 * @returns null for another key
 */
export function moveByKey(
  drawing: Drawing,
  handle: number | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { rows }: Projection,
): Drawing | null {
  const move = KEY_MOVES[key];
  if (!move) return null;
  const times = shiftKey ? 10 : 1;
  const moved = ({ time, price }: Anchor): Anchor => ({
    time: move.bars === 0 ? time : Math.round(timeOfRow(rows, Math.max(0, rowOfTime(rows, time)) + move.bars * times)),
    price: wholePrice(price + move.steps * times),
  });
  if (handle === null) return withAnchors(drawing, moved);
  const [timeOf, priceOf] = HANDLES[drawing.kind][handle] ?? [0, 0];
  const { time = 0 } = drawing.anchors[timeOf] ?? {};
  const { price = 0 } = drawing.anchors[priceOf] ?? {};
  return moveHandle(drawing, handle, moved({ time, price }));
}

/** The candles that a magnet draws to. */
export type MagnetColumns = Record<"open" | "high" | "low" | "close", readonly number[]>;

/** How far a magnet reaches, CSS px. */
const MAGNET_PX = 12;

/** The anchor at a point: with a magnet, the nearest open, high, low or close of the candle there, where one is near. */
export function anchorWithMagnet(point: Point, projection: Projection, columns: MagnetColumns): Anchor {
  const free = projection.anchorAt(point);
  const { rows } = projection;
  const row = Math.round(rowOfTime(rows, free.time));
  const time = rows.startMs[row];
  const prices = [columns.open[row], columns.high[row], columns.low[row], columns.close[row]];
  let best = { price: free.price, awayPx: MAGNET_PX };
  for (const price of prices) {
    if (price === undefined) continue;
    const awayPx = Math.abs(projection.topOf(price) - point.y);
    if (awayPx < best.awayPx) best = { price, awayPx };
  }
  return time === undefined || best.awayPx === MAGNET_PX ? free : { time, price: best.price };
}

function withAnchors(drawing: Drawing, move: (anchor: Anchor) => Anchor): Drawing {
  return { ...drawing, anchors: drawing.anchors.map(move) };
}

function withinPlan(drawing: Plan, anchors: Anchor[]): Drawing {
  const [entry, target, stop] = anchors;
  if (!entry || !target || !stop) return drawing;
  const step = drawing.kind === "long" ? 1 : -1;
  const isAfter = (price: number, other: number) => (price - other) * step > 0;
  const targetPrice = isAfter(target.price, entry.price) ? target.price : wholePrice(entry.price + step);
  const stopPrice = isAfter(entry.price, stop.price) ? stop.price : wholePrice(entry.price - step);
  const time = Math.max(target.time, entry.time + 1);
  return { ...drawing, anchors: [entry, { time, price: targetPrice }, { time, price: stopPrice }] };
}
