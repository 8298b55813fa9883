import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { dollarsOf } from "../../worker/contract/quotes.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoRun, onDemoNews } from "../demo/demo-account.ts";
import { type DemoCommandBody, sendDemoCommand } from "../demo/demo-commands.ts";
import { demoFigures, isDemoStale } from "../demo/demo-live-figures.ts";
import { demoBalance } from "../state/demo-balance.ts";
import { problemOf } from "../state/use-submit.ts";
import { toast } from "../ui/toast.ts";
import type { DemoTrade } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";

/** The trades of the demo account in the form of the trading screen. The server has the account. */

export { isDemoStale };

const UNITS_PER_ONE = 10 ** 8;

/** Open trades, newest first. */
export const openTrades: ReadonlySignal<readonly DemoTrade[]> = computed(() =>
  (demoRun.value?.positions ?? []).map(openTrade).toReversed(),
);

type OpenPart = Pick<DemoPosition, "id" | "symbol" | "side" | "units" | "entryPrice" | "openedAt">;

function openTrade({ id, symbol, side, units, entryPrice, openedAt }: OpenPart): DemoTrade {
  return {
    id: String(id),
    symbol,
    type: side,
    amount: units / UNITS_PER_ONE,
    price: priceOf(symbol, entryPrice),
    timestamp: openedAt,
    status: "open",
  };
}

const priceOf = (symbol: TradedSymbol, steps: number) => dollarsOf(TRADED_SYMBOLS[symbol].pricedFrom, steps);

/** Positions that were open on this page, for the entries of those that are closed. */
const known = new Map<number, DemoPosition>();
const closed = signal<readonly Extract<DemoTrade, { status: "closed" }>[]>([]);

effect(() => {
  const run = demoRun.value;
  for (const position of run?.positions ?? []) known.set(position.id, position);
  // Another person, or nobody.
  if (run === null) closed.value = [];
});
onDemoNews(({ events }) => {
  for (const event of events) {
    if (event.type === "run_started") closed.value = [];
    if (event.type === "filled" && event.fill.kind === "close") addClosed(event.fill);
  }
});

function addClosed({ id, positionId, symbol, units, price, at }: DemoFill): void {
  const position = known.get(positionId);
  if (!position) return;
  const trade = openTrade({ ...position, units });
  closed.value = [
    { ...trade, id: `${positionId}-${id}`, status: "closed", closePrice: priceOf(symbol, price), closedAt: at },
    ...closed.value,
  ];
}

/** Trades closed since the page was loaded, last closed first. */
export const closedTrades: ReadonlySignal<readonly Extract<DemoTrade, { status: "closed" }>[]> = closed;

const usdOf = (cents: number | undefined) => (cents ?? 0) / 100;

/** The total profit of the run's closed trades, in dollars. */
export const closedProfit: ReadonlySignal<number> = computed(() => usdOf(demoRun.value?.profitCents));
/** The unrealised profit of the open trades, in dollars. */
export const demoProfit: ReadonlySignal<number> = computed(() => usdOf(demoFigures.value?.floatingCents));
/** The demo balance plus the unrealised profit, in dollars. */
export const demoEquity: ReadonlySignal<number> = computed(() => demoBalance.value + demoProfit.value);

/** Closes a trade at the market price. @returns whether it was closed; a toast says why not */
export async function closeTrade(id: string): Promise<boolean> {
  const position = demoRun.value?.positions.find((one) => String(one.id) === id);
  if (!position) return false;
  const { version } = position;
  return await carryOut({ type: "close", positionId: position.id, version, amount: null });
}

/** Closes every open trade that has a fresh price. A toast says how many stayed open without one. */
export async function closeAllTrades(): Promise<void> {
  if (!(await carryOut({ type: "close_all", run: demoRun.value?.number ?? 1 }))) return;
  const { length } = openTrades.peek();
  if (length > 0) toast.error(marketText.notAllClosed(length));
}

/** Resets the demo account: a new run with the settings of this one. @returns whether it was; a toast says why not */
export async function resetDemo(): Promise<boolean> {
  const run = demoRun.value;
  const settings = { startBalance: DEMO_BALANCE_USD, costs: run?.costs ?? "none", leverage: run?.leverage ?? null };
  return await carryOut({ type: "reset", run: run?.number ?? 1, ...settings });
}

async function carryOut(command: DemoCommandBody): Promise<boolean> {
  try {
    await sendDemoCommand(command, crypto.randomUUID());
    return true;
  } catch (error) {
    toast.error(problemOf(error, marketText.noAnswer).message);
    return false;
  }
}
