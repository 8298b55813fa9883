import type { TicketReminder } from "../../worker/contract/terminal/terminal-schema.ts";
import { canBeTold } from "./can-be-told.ts";
import { CATALOGUE } from "./findings/catalogue.ts";
import { mark } from "./findings/permutation-test.ts";
import { prepareTrades } from "./findings/prepare-trades.ts";
import { GROUP } from "./findings/question.ts";
import type { StudiedTrade, ToLocalTime } from "./findings/studied-trade.ts";

/** Whether what a finding is about holds for an order that is about to be sent: by the questions themselves, so that both mean the same. */

/** The questions that ask about the trades before. */
const OF_THE_PAST: ReadonlySet<string> = new Set(
  CATALOGUE.filter(({ isOfPath }) => isOfPath)
    .map(({ id }) => id)
    .concat("larger_than_usual", "smaller_than_usual", "first_of_day", "after_third_of_day", "after_sixth_of_day")
    .concat("soon_after_another"),
);

export function needsTrades({ question }: Pick<TicketReminder, "question">): boolean {
  return OF_THE_PAST.has(question);
}

/** The newest trades are enough for what is usual, and for a day. */
const TRADES_MAX = 500;

/** An order as it is typed. `quantity` is in the unit of the account's trades; null until it is known. */
export type TypedOrder = {
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: number | null;
  hasStop: boolean;
  setupId: string | null;
  hasPlan: boolean;
};

type Past = {
  /** The closed trades of the account in which the order is placed, the newest first. */
  closed: readonly StudiedTrade[];
  /** Its open positions. */
  open: readonly Pick<StudiedTrade, "symbol" | "direction" | "quantity" | "openedAtMs">[];
  nowMs: number;
  toLocalTime: ToLocalTime;
};

export function holdsFor({ question: id, about }: TicketReminder, order: TypedOrder, past: Past): boolean {
  if (id.endsWith("_symbol")) return order.symbol === about?.id;
  if (id.endsWith("_setup")) return order.setupId !== null && order.setupId === about?.id;
  const question = CATALOGUE.find((one) => one.id === id);
  if (!question || !canBeTold(id, about)) return false;
  const { nowMs } = past;
  const unknown = { closedAtMs: nowMs, result: 0, r: 0, setup: null, isPlanned: null, isBroken: null };
  const next: StudiedTrade = {
    ...unknown,
    id: Number.MAX_SAFE_INTEGER,
    openedAtMs: nowMs,
    symbol: order.symbol,
    direction: order.direction,
    quantity: order.quantity ?? Number.NaN,
    r: order.hasStop ? 0 : null,
    isPlanned: order.hasPlan,
  };
  const open = past.open.map((position, at): StudiedTrade => ({ ...unknown, ...position, id: at }));
  // A clock that is behind must not make a trade of the past one of the future.
  const closed = past.closed.slice(0, TRADES_MAX).map((trade) => ({
    ...trade,
    closedAtMs: Math.min(trade.closedAtMs, nowMs - 1),
  }));
  const trades = prepareTrades([...closed, ...open, next], past.toLocalTime);
  const outcomes = Float64Array.from(trades.trades, ({ result }) => result);
  return mark(question, trades, outcomes, new Uint8Array(trades.count)).at(-1) === GROUP;
}
