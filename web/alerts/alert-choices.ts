import type { AlertCondition, AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { ownerId } from "../state/owner.ts";
import { quoteOf } from "../state/prices.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { directionNow } from "./alert-side.ts";

/** How the last alert was set, which the next one begins with. @property retreatBp of the level, hundredths of a percent */
type AlertChoices = { isAgain: boolean; retreatBp: number; isAlsoInQuietHours: boolean };

const FIRST: AlertChoices = { isAgain: false, retreatBp: 30, isAlsoInQuietHours: false };
/** Where no level is given, it is so far above the price, hundredths of a percent. */
const AWAY_BP = 50;
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
export function keepChoices({ condition, repeat, isAlsoInQuietHours }: AlertTerms): void {
  const before = lastChoices();
  const level = levelOf(condition);
  const isAgain = repeat.type === "again";
  const retreatBp = isAgain && level > 0 && repeat.retreat > 0 ? basisPointsOf(repeat.retreat, level) : before.retreatBp;
  localStore.set(keyOf(), JSON.stringify({ isAgain, retreatBp, isAlsoInQuietHours }));
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

/** The retreat that the last alert had, in hundredths of a percent. */
export const lastRetreatBp = () => lastChoices().retreatBp;

/** A move, for an editor that changes to it. */
export const moveToBegin = (): AlertCondition => MOVE;

/** A level beside the price now, for an editor that opens without one. */
export function levelToBegin(symbol: FeedSymbol): number {
  const mid = quoteOf(symbol).peek()?.mid ?? 0;
  const away = Math.round((mid * (10_000 + AWAY_BP)) / 10_000);
  // Without odd digits, as a person would choose it.
  const round = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, away * (AWAY_BP / 10_000)))) - 1);
  return Math.round(away / round) * round;
}

type Line = { id: string; a: { atMs: number; price: number }; b: { atMs: number; price: number } };

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

export const decimalsOf = (symbol: FeedSymbol) => FEED_SYMBOLS[symbol].decimals;
