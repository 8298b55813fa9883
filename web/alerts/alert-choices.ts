import type { AlertCondition, AlertPoint, AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { ownerId } from "../state/owner.ts";
import { quoteOf } from "../state/prices.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { directionNow } from "./alert-side.ts";

/** How the last alert was set, which the next one begins with. Parts of the price are in hundredths of a percent. */
type AlertChoices = {
  isAgain: boolean;
  /** How far back the price must go. */
  retreatBp: number;
  /** How far the level was above the price, or below it where negative. */
  awayBp: number;
  isAlsoInQuietHours: boolean;
};

const FIRST: AlertChoices = { isAgain: false, retreatBp: 30, awayBp: 50, isAlsoInQuietHours: false };
const MOVE = { type: "move", direction: "either", basisPoints: 80, windowMs: HOUR_MS } as const;

const keyOf = () => accountKey("alert-choices", ownerId() ?? "");

function lastChoices(): AlertChoices {
  const text = localStore.get(keyOf());
  if (text === null) return FIRST;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? { ...FIRST, ...read } : FIRST;
  } catch {
    return FIRST;
  }
}

/** Remembers the choices of an alert that was set. */
export function keepChoices({ symbol, condition, repeat, isAlsoInQuietHours }: AlertTerms): void {
  const before = lastChoices();
  const mid = quoteOf(symbol).peek()?.mid ?? 0;
  const awayBp = condition.type === "level" && mid > 0 ? Math.round(((condition.price - mid) * 10_000) / mid) : 0;
  const level = levelOf(condition);
  const isAgain = repeat.type === "again";
  const retreatBp =
    isAgain && level > 0 && repeat.retreat > 0 ? basisPointsOf(repeat.retreat, level) : before.retreatBp;
  localStore.set(keyOf(), JSON.stringify({ isAgain, retreatBp, awayBp: awayBp || before.awayBp, isAlsoInQuietHours }));
}

/** A price of a condition, of which a retreat is a part; 0 for a move. */
export function levelOf(condition: AlertCondition): number {
  if (condition.type === "move") return 0;
  return condition.type === "level" ? condition.price : condition.b.price;
}

export function basisPointsOf(steps: number, level: number): number {
  return Math.max(1, Math.round((steps * 10_000) / level));
}

/** The steps of a retreat, at least one. */
export function retreatOf(basisPoints: number, level: number): number {
  return Math.max(1, Math.round((level * basisPoints) / 10_000));
}

/** Where a level has moved, the retreat stays the same part of it. */
export function withSameRetreat(before: AlertTerms, after: AlertTerms): AlertTerms {
  const { repeat } = after;
  const [from, to] = [levelOf(before.condition), levelOf(after.condition)];
  const isSame = repeat.type === "again" && before.repeat.type === "again" && repeat.retreat === before.repeat.retreat;
  if (!isSame || from === to || from === 0 || to === 0) return after;
  return { ...after, repeat: { type: "again", retreat: retreatOf(basisPointsOf(repeat.retreat, from), to) } };
}

/** The retreat that the last alert had, in hundredths of a percent. */
export const lastRetreatBp = () => lastChoices().retreatBp;

/** A move, for an editor that changes to it. */
export const moveToBegin = (): AlertCondition => MOVE;

/** A level beside the price now, as far from it as the last one was. */
export function levelToBegin(symbol: FeedSymbol): number {
  const mid = quoteOf(symbol).peek()?.mid ?? 0;
  const { awayBp } = lastChoices();
  const away = (mid * awayBp) / 10_000;
  // Without odd digits, as a person would choose it; still on its side of the price.
  const round = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(away)))) - 1);
  return Math.max(0, Math.round((mid + away) / round) * round);
}

type Line = { id: string; a: AlertPoint; b: AlertPoint };

/** The terms of a new alert: with the choices of the last one, its direction from the price's side. */
export function defaultTerms(
  symbol: FeedSymbol,
  { price, drawing }: { price?: number | undefined; drawing: Line | null },
): AlertTerms {
  const { isAgain, retreatBp, isAlsoInQuietHours } = lastChoices();
  const condition: AlertCondition = drawing
    ? { type: "line", direction: "rises", a: drawing.a, b: drawing.b }
    : { type: "level", direction: "rises", price: price ?? levelToBegin(symbol) };
  const terms: AlertTerms = {
    symbol,
    condition,
    repeat: isAgain ? { type: "again", retreat: retreatOf(retreatBp, levelOf(condition)) } : { type: "once" },
    expiresAt: null,
    note: "",
    isAlsoInQuietHours,
    drawing: drawing?.id ?? null,
  };
  const direction = directionNow(terms);
  return direction === null ? terms : { ...terms, condition: { ...condition, direction } };
}
