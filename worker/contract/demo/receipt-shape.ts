/**
 * The form of a receipt, field by field, so that its check can take any value. Written by hand, as pages check receipts too and a
 * library of schemas would weigh more than all of the check.
 */

import { PRICE_SOURCES, QUOTE_KINDS } from "../quotes.ts";
import { FEED_SYMBOL_LIST, TRADED_SYMBOL_LIST } from "../symbols.ts";
import type { DemoOrderType, DemoRule } from "./demo-types.ts";

/** The first field that is not as it should be. `isUnknown`: a name or a field that a newer version may have. */
export type ShapeFault = { at: string; isUnknown: boolean };

/** Looks at a value; `at` is its place, such as `fill.side`. */
type Shape = (value: unknown, at: string) => ShapeFault | null;

const wrong = (at: string): ShapeFault => ({ at, isUnknown: false });

const whole: Shape = (value, at) => (Number.isSafeInteger(value) ? null : wrong(at));
const count: Shape = (value, at) => (Number.isSafeInteger(value) && Number(value) >= 0 ? null : wrong(at));
const positive: Shape = (value, at) => (Number.isSafeInteger(value) && Number(value) > 0 ? null : wrong(at));
const text: Shape = (value, at) => (typeof value === "string" ? null : wrong(at));
const flag: Shape = (value, at) => (typeof value === "boolean" ? null : wrong(at));
const wholeText: Shape = (value, at) =>
  typeof value === "string" && /^(0|-?[1-9]\d{0,39})$/.test(value) ? null : wrong(at);
const nullable =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? null : shape(value, at);
/** A field that older receipts do not have. */
const older = (shape: Shape): Shape & { isOptional: true } =>
  Object.assign(shape.bind(null), { isOptional: true } as const);
/** One of a list that may grow: another text is unknown, not wrong. */
const oneOf =
  (names: readonly string[]): Shape =>
  (value, at) => {
    if (typeof value !== "string") return wrong(at);
    return names.includes(value) ? null : { at: `${at} ${JSON.stringify(value.slice(0, 30))}`, isUnknown: true };
  };
/** One of a list that cannot grow. */
const either =
  (...names: readonly string[]): Shape =>
  (value, at) =>
    typeof value === "string" && names.includes(value) ? null : wrong(at);
const listOf =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value) ? first(value.map((one, i) => shape(one, `${at}[${i}]`))) : wrong(at);

function fields(shapes: Readonly<Record<string, Shape | (Shape & { isOptional: true })>>): Shape {
  return (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(at);
    const known = Object.entries(shapes).map(([name, shape]) => {
      const held: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      return held === undefined && "isOptional" in shape ? null : shape(held, `${at}.${name}`);
    });
    const extra = Object.keys(value).find((name) => !Object.hasOwn(shapes, name));
    return first(known) ?? (extra === undefined ? null : { at: `${at}.${extra.slice(0, 30)}`, isUnknown: true });
  };
}

function first(faults: readonly (ShapeFault | null)[]): ShapeFault | null {
  return faults.find((fault) => fault !== null) ?? null;
}

const tradedSymbol = oneOf(TRADED_SYMBOL_LIST);
const side = either("buy", "sell");
// Keys of these types, so that the compiler finds one that is missing.
const ORDER_TYPES = { market: 0, limit: 0, stop: 0, stop_limit: 0 } satisfies Record<DemoOrderType, number>;
const CLOSING = { stop_loss: 0, take_profit: 0, trailing_stop: 0, close: 0, stop_out: 0, reset: 0 };
const RULES = { ...ORDER_TYPES, ...CLOSING } satisfies Record<DemoRule, number>;
const rule = oneOf(Object.keys(RULES));

const proof = fields({ line: text, index: count, count, path: listOf(text) });
const seal = fields({ minuteMs: count, firstSeq: count, lastSeq: count, root: text, previous: text, seal: text });
const sealed = fields({ proof, seal });
const exits = { stop: nullable(whole), target: nullable(whole), trail: nullable(whole) };

const plan = { setupId: nullable(text), setupName: nullable(text), reason: text };

const receipt = fields({
  fill: fields({
    id: positive,
    kind: either("open", "close"),
    run: positive,
    positionId: positive,
    symbol: tradedSymbol,
    side,
    units: whole,
    price: positive,
    rule,
    at: count,
    tapeSeq: older(count),
    quote: fields({
      symbol: oneOf(FEED_SYMBOL_LIST),
      bid: positive,
      ask: positive,
      at: count,
      source: oneOf(PRICE_SOURCES),
      kind: oneOf(QUOTE_KINDS),
      seq: count,
      heardAt: count,
      isHeld: flag,
    }),
    ageMs: count,
    asked: nullable(whole),
    slippageSteps: nullable(whole),
    commissionCents: whole,
    profitCents: nullable(whole),
    attributedCostCents: nullable(whole),
    balanceCents: whole,
    marginBeforeCents: whole,
    marginAfterCents: whole,
    extreme: nullable(fields({ price: positive, seq: count })),
    costsVersion: nullable(whole),
    spreadsVersion: nullable(whole),
    plan: older(
      fields({
        ...plan,
        stop: exits.stop,
        target: exits.target,
        units: positive,
        riskCents: nullable(whole),
        targetMilliR: nullable(whole),
      }),
    ),
  }),
  basis: fields({
    leverage: nullable(positive),
    balanceCents: whole,
    position: nullable(
      fields({
        symbol: tradedSymbol,
        side,
        units: positive,
        entryPrice: positive,
        openCostCents: whole,
        closedParts: wholeText,
        id: older(positive),
        stop: older(exits.stop),
        target: older(exits.target),
        trail: older(exits.trail),
      }),
    ),
    run: older(positive),
    lastFillId: older(count),
    order: older(
      nullable(
        fields({
          id: positive,
          symbol: tradedSymbol,
          side,
          type: oneOf(Object.keys(ORDER_TYPES)),
          units: positive,
          price: nullable(whole),
          limitPrice: nullable(whole),
          ...exits,
          plan: older(fields(plan)),
        }),
      ),
    ),
  }),
  quote: sealed,
  neighbours: listOf(proof),
  extreme: nullable(sealed),
});

/** Returns the first fault in the form of a receipt, in the order of its fields; null without one. */
export function receiptShapeFault(value: unknown): ShapeFault | null {
  return receipt(value, "receipt");
}
