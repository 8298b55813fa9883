import type { Anchor, Drawing, DrawingKind, DrawingStyle } from "../../worker/contract/terminal/terminal-schema.ts";

/** A handle moves the time of one anchor and the price of one, which may be another. */
type Handle = readonly [timeOf: number, priceOf: number];

const FIRST: Handle = [0, 0];
const ENDS: readonly Handle[] = [FIRST, [1, 1]];
/** Entry, target and stop; the plan ends where its target does. */
const PLAN: readonly Handle[] = [FIRST, [1, 1], [1, 2]];

/** The handles of each kind. The first ones are in the order in which a new drawing is placed. */
export const HANDLES: Readonly<Record<DrawingKind, readonly Handle[]>> = {
  horizontal: [FIRST],
  vertical: [FIRST],
  text: [FIRST],
  trend: ENDS,
  ray: ENDS,
  fibonacci: ENDS,
  measure: ENDS,
  arrow: ENDS,
  rectangle: [...ENDS, [1, 0], [0, 1]],
  channel: [...ENDS, [2, 2]],
  long: PLAN,
  short: PLAN,
};

/** How many places must be given for a new drawing; the others follow from them. */
export const PLACES: Readonly<Record<DrawingKind, 1 | 2 | 3>> = {
  horizontal: 1,
  vertical: 1,
  text: 1,
  trend: 2,
  ray: 2,
  fibonacci: 2,
  measure: 2,
  arrow: 2,
  rectangle: 2,
  channel: 3,
  long: 1,
  short: 1,
};

const COLOURS: readonly DrawingStyle["colour"][] = ["text", "muted", "accent", "up", "down", "warn"];
const NEUTRAL_COLOURS = COLOURS.filter((colour) => colour !== "up" && colour !== "down");

/** The colours that a drawing may be given: the levels of a retracement say nothing of up or down. */
export function coloursFor(kind: DrawingKind): readonly DrawingStyle["colour"][] {
  return kind === "fibonacci" ? NEUTRAL_COLOURS : COLOURS;
}

/** The style of a new drawing until it is changed. Source: look/terminal.md, "The lines" */
const FIRST_STYLE: DrawingStyle = { colour: "text", width: 1, line: "solid" };
/** One percent of the balance. */
const FIRST_RISK = 100;
/** How far a plan's target and stop are from its entry: in bars to the right, and as a share of the price. */
const PLAN_BARS = 20;
const PLAN_SHARE = 0.01;

/** A position plan: entry, target and stop. */
export type Plan = Extract<Drawing, { kind: "long" | "short" }>;

/** Whether a drawing is a position plan. */
export function isPlan(drawing: Drawing): drawing is Plan {
  return drawing.kind === "long" || drawing.kind === "short";
}

/**
 * A new drawing, all of it at its first place. A plan has its target and stop at once, twice as far and as far.
 * @param given.shareOfPrice the distance of a plan's stop, as a share of the price; what suits the visible range
 */
export function newDrawing(
  kind: DrawingKind,
  at: Anchor,
  given: { barMs: number; text: string; shareOfPrice?: number },
): Drawing {
  const common = { style: FIRST_STYLE, isLocked: false, isHidden: false };
  if (kind === "text") return { kind, anchors: [at], text: given.text, ...common };
  if (kind !== "long" && kind !== "short") {
    const count = kind === "rectangle" ? 2 : HANDLES[kind].length;
    // The schema's union is of groups of kinds; all but text and plans have the same fields.
    return { kind, anchors: Array.from({ length: count }, () => at), ...common } as Drawing;
  }
  const away = at.price * (given.shareOfPrice ?? PLAN_SHARE) * (kind === "long" ? 1 : -1);
  const price = (distance: number) => wholePrice(at.price + distance);
  const time = at.time + PLAN_BARS * given.barMs;
  const anchors = [at, { time, price: price(2 * away) }, { time, price: price(-away) }];
  return { kind, anchors, riskBasisPoints: FIRST_RISK, ...common };
}

/** The nearest price in whole steps that there can be. */
export function wholePrice(price: number): number {
  return Math.max(1, Math.round(price));
}

/** The anchor at which a handle stands. */
export function handleAnchor({ kind, anchors }: Drawing, handle: number): Anchor {
  const [timeOf, priceOf] = HANDLES[kind][handle] ?? FIRST;
  return { time: anchors[timeOf]?.time ?? 0, price: anchors[priceOf]?.price ?? 0 };
}
