import type { Drawing, DrawingStyle } from "../../worker/contract/terminal/terminal-schema.ts";
import { wrapText } from "./break-lines.ts";
import { coloursFor, HANDLES, handleAnchor } from "./drawing-kinds.ts";
import { type Point, type Projection, rowOfTime } from "./projection.ts";

/** The colours of the theme that shapes use. */
export type ShapeColour = DrawingStyle["colour"];

/** The shapes of a drawing, CSS px from the plot's top left corner. Later ones cover earlier ones. */
export type Shape =
  | { type: "line"; from: Point; to: Point; look: LineLook }
  | { type: "area"; corners: readonly [Point, Point, Point, Point]; colour: ShapeColour; opacity: number }
  // `at` is the middle of its left end. A tag has a box around it.
  | { type: "text"; at: Point; text: string; widthPx: number; colour: ShapeColour; isTag: boolean };

type TextLook = Pick<Extract<Shape, { type: "text" }>, "colour" | "isTag">;

/** `width` is in CSS px. */
export type LineLook = { colour: ShapeColour; width: number; line: DrawingStyle["line"]; opacity: number };

/** The texts on a plan: sums of money with their prices and without, and its amount and ratio. */
export type PlanTexts = Record<"target" | "targetMoney" | "middle" | "stop" | "stopMoney", string>;

/** The texts on drawings. */
export type ShapeTexts = {
  price: (price: number) => string;
  /** How wide a text is drawn, CSS px. */
  widthOf: (text: string) => number;
  /** Of a measure: the move between two prices over so many bars and milliseconds. */
  measure: (move: { from: number; to: number; bars: number; ms: number }) => string;
  /** Of a plan. */
  plan: (plan: Drawing) => PlanTexts;
};

/** Source: look/terminal.md, "The lines": 1.25 px at 90 %. */
const THINNEST_PX = 1.25;
const LINE_OPACITY = 0.9;
const AREA_OPACITY = 0.12;
const PLAN_OPACITY = 0.16;
/** A plan that is narrower has no texts but the sums of money. */
const PLAN_TEXT_PX = 110;
const PLAN_INSET_PX = 10;
const PLAN_LINE_PX = 12;
const PLAN_ROW_PX = 20;
const ARROW_HEAD_PX = 10;
const TEXT_GAP_PX = 6;
/** From one line of a text to the next. */
const TEXT_LINE_PX = 16;
/** Between a text and the edges of the plot. */
const TEXT_INSET_PX = 8;
/** Between a tag's text and the sides of its box. */
export const TAG_INSET_PX = 8;
/** The height of the box of a tag. */
export const TAG_HEIGHT_PX = 20;

/** The levels of a retracement, as shares of the way back from the second anchor to the first. */
const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** A smaller retracement has no texts. */
const FIBONACCI_TEXTS_PX = { width: 60, height: 120 } as const;

export function shapesOf(drawing: Drawing, projection: Projection, texts: ShapeTexts): Shape[] {
  const { kind, anchors } = drawing;
  const style = coloursFor(kind).includes(drawing.style.colour)
    ? drawing.style
    : { ...drawing.style, colour: "muted" as const };
  const [a, b = a, c = b] = anchors.map(projection.pointOf);
  const [first, second = first] = anchors;
  if (!a || !b || !c || !first || !second) return [];
  const { widthPx, heightPx } = projection;
  const look: LineLook = { ...style, width: Math.max(style.width, THINNEST_PX), opacity: LINE_OPACITY };
  const line = (from: Point, to: Point, changes: Partial<LineLook> = {}): Shape => ({
    type: "line",
    from,
    to,
    look: { ...look, ...changes },
  });
  const box = (from: Point, to: Point, colour = style.colour, opacity = AREA_OPACITY): Shape => ({
    type: "area",
    corners: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }],
    colour,
    opacity,
  });
  const block = (at: Point, lines: readonly string[], anchor = at, changes: Partial<TextLook> = {}) =>
    textLines(lines, { at, anchor }, { colour: style.colour, isTag: false, ...changes }, projection, texts.widthOf);
  const level = (y: number, from: number, to: number) => line({ x: from, y }, { x: to, y });

  switch (kind) {
    case "trend":
      return [line(a, b)];
    case "ray":
      return [line(a, throughTo(a, b, projection))];
    case "horizontal":
      return [
        level(a.y, 0, widthPx),
        ...block({ x: widthPx, y: a.y }, [texts.price(first.price)], undefined, { isTag: true }),
      ];
    case "vertical":
      return [line({ x: a.x, y: 0 }, { x: a.x, y: heightPx })];
    case "arrow":
      return [line(a, b), ...arrowHead(a, b).map((end) => line(b, end))];
    case "text":
      return block(a, wrapText(drawing.text, widthPx - 2 * TEXT_INSET_PX, texts.widthOf));
    case "rectangle": {
      const [right, left] = [
        { x: b.x, y: a.y },
        { x: a.x, y: b.y },
      ];
      return [box(a, b), line(a, right), line(right, b), line(b, left), line(left, a)];
    }
    case "channel": {
      // The other edge is parallel on the screen, at the third anchor.
      const by = c.y - yOnLine(a, b, c.x);
      const [a2, b2] = [
        { x: a.x, y: a.y + by },
        { x: b.x, y: b.y + by },
      ];
      const middle = (edge: Point) => ({ x: edge.x, y: edge.y + by / 2 });
      const area: Shape = { type: "area", corners: [a, b, b2, a2], colour: style.colour, opacity: AREA_OPACITY };
      return [area, line(a, b), line(a2, b2), line(middle(a), middle(b), { line: "dashed", opacity: 0.5 })];
    }
    case "fibonacci": {
      const [from, to] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
      // Where the levels are nearer to each other, their texts would lie over each other.
      const hasTexts = Math.abs(a.y - b.y) >= FIBONACCI_TEXTS_PX.height && to - from >= FIBONACCI_TEXTS_PX.width;
      // Where it begins in view, so that its texts are not cut off.
      const textLeft = to > 0 ? Math.max(from, 0) : from;
      const levels = FIBONACCI_LEVELS.flatMap((share) => {
        const price = second.price + (first.price - second.price) * share;
        const y = projection.topOf(price);
        const words = block({ x: textLeft, y: y - TEXT_GAP_PX }, [`${share}  ${texts.price(price)}`]);
        return hasTexts ? [level(y, from, to), ...words] : [level(y, from, to)];
      });
      return [box(a, b, style.colour, AREA_OPACITY / 2), line(a, b, { line: "dashed", opacity: 0.5 }), ...levels];
    }
    case "measure": {
      const { rows } = projection;
      const bars = Math.round(rowOfTime(rows, second.time) - rowOfTime(rows, first.time));
      const move = { from: first.price, to: second.price, bars, ms: second.time - first.time };
      const colour = second.price >= first.price ? "up" : "down";
      const x = (a.x + b.x) / 2;
      const own = { colour } as const;
      const words = texts.measure(move);
      const tag = { colour, isTag: true } as const;
      return [
        box(a, b, colour),
        line({ x, y: a.y }, { x, y: b.y }, own),
        ...arrowHead({ x, y: a.y }, { x, y: b.y }).map((end) => line({ x, y: b.y }, end, own)),
        ...block({ x: x - texts.widthOf(words) / 2, y: b.y + (b.y > a.y ? 16 : -16) }, [words], { x, y: b.y }, tag),
      ];
    }
    case "long":
    case "short": {
      const words = texts.plan(drawing);
      const [left, right] = [a.x, b.x];
      // Where the plan begins in view, so that its texts are not cut off.
      const x = (right > 0 ? Math.max(left, 0) : left) + PLAN_INSET_PX;
      const isWide = right - x >= PLAN_TEXT_PX;
      // A lower area has no room for a line of text, or for two.
      const lines = (edge: Point) => Math.floor(Math.abs(edge.y - a.y) / PLAN_ROW_PX);
      const isUp = b.y < a.y;
      const edge = (y: number, colour: ShapeColour) => line({ x: left, y }, { x: right, y }, { colour, width: 1 });
      const word = (y: number, isBelow: boolean, content: string, colour: ShapeColour): Shape[] =>
        block({ x, y: y + (isBelow ? PLAN_LINE_PX : -PLAN_LINE_PX) }, [content], { x, y }, { colour });
      return [
        box({ x: left, y: a.y }, { x: right, y: b.y }, "up", PLAN_OPACITY),
        box({ x: left, y: a.y }, { x: right, y: c.y }, "down", PLAN_OPACITY),
        edge(b.y, "up"),
        edge(c.y, "down"),
        edge(a.y, "text"),
        ...(lines(b) > 0 ? word(b.y, isUp, isWide ? words.target : words.targetMoney, "up") : []),
        ...(lines(b) > 1 && isWide ? word(a.y, !isUp, words.middle, "text") : []),
        ...(lines(c) > 0 ? word(c.y, !isUp, isWide ? words.stop : words.stopMoney, "down") : []),
      ];
    }
  }
}

/**
 * Lines of text, one below the other, of which the first begins at a point. As long as what they belong to is in view, they
 * move into the plot as far as they would be cut off.
 */
function textLines(
  lines: readonly string[],
  { at, anchor }: Record<"at" | "anchor", Point>,
  look: TextLook,
  plot: Projection,
  widthOf: ShapeTexts["widthOf"],
): Shape[] {
  const widthsPx = lines.map(widthOf);
  const insetPx = look.isTag ? TAG_INSET_PX : 0;
  const [left, top] = [at.x - insetPx, at.y - TEXT_LINE_PX / 2];
  const within = (from: number, lengthPx: number, plotPx: number) =>
    Math.max(TEXT_INSET_PX, Math.min(from, plotPx - TEXT_INSET_PX - lengthPx)) - from;
  const isInView = anchor.x >= 0 && anchor.x <= plot.widthPx && anchor.y >= 0 && anchor.y <= plot.heightPx;
  const across = isInView ? within(left, Math.max(...widthsPx) + 2 * insetPx, plot.widthPx) : 0;
  const down = isInView ? within(top, TEXT_LINE_PX * lines.length, plot.heightPx) : 0;
  return lines.map((text, i) => ({
    type: "text",
    at: { x: at.x + across, y: at.y + down + i * TEXT_LINE_PX },
    text,
    widthPx: widthsPx[i] ?? 0,
    ...look,
  }));
}

/** Where the handles of a drawing stand. */
export function handlesOf(drawing: Drawing, projection: Projection): Point[] {
  return HANDLES[drawing.kind].map((_, handle) => projection.pointOf(handleAnchor(drawing, handle)));
}

/** Where the ray from a through b leaves the plot. */
function throughTo(a: Point, b: Point, { widthPx, heightPx }: Projection): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return { x: Math.max(widthPx, a.x), y: a.y };
  const reach = (at: number, by: number, max: number) =>
    by === 0 ? Number.POSITIVE_INFINITY : ((by > 0 ? max : 0) - at) / by;
  // At least through b, which may be outside.
  const times = Math.max(1, Math.min(reach(a.x, dx, widthPx), reach(a.y, dy, heightPx)));
  return { x: a.x + dx * times, y: a.y + dy * times };
}

function yOnLine(a: Point, b: Point, x: number): number {
  return a.x === b.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}

function arrowHead(a: Point, b: Point): Point[] {
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  return [angle + 2.6, angle - 2.6].map((side) => ({
    x: b.x + ARROW_HEAD_PX * Math.cos(side),
    y: b.y + ARROW_HEAD_PX * Math.sin(side),
  }));
}
