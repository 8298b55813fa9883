import { signal } from "@preact/signals-react";
import type { DemoRun } from "../../worker/contract/demo/demo-state.ts";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { type PlannedPosition, plannedResultCents } from "../../worker/contract/demo/result-at.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { drawingActs } from "../alert-lines/alert-request.ts";
import { demoRun } from "../demo/demo-account.ts";
import { unitsText } from "../demo/demo-format.ts";
import { DrawingHistory } from "../drawings/drawing-history.ts";
import { isPlan, type Plan } from "../drawings/drawing-kinds.ts";
import type { PlanTexts } from "../drawings/drawing-shapes.ts";
import type { DrawingSource } from "../drawings/use-drawings.ts";
import { marketText } from "../prices/market-text.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { forEachOwner } from "../state/owner.ts";
import { quoteOf } from "../state/prices.ts";
import { changeDrawings, drawingsOf } from "../terminal/drawings-and-settings.ts";
import type { ChartOrder } from "../ticket/chart-order.ts";
import { unitsForRisk } from "../ticket/sizes.ts";
import { typeForPrice } from "../ticket/type-for-price.ts";
import { formatRatio, formatSignedMoney, formatSteps } from "../ui/format.ts";
import { selectedDrawing } from "./selected-drawing.ts";

const CENTS = 100;
/** Hundredths of a percent in a whole. */
const BASIS_POINTS = 10_000;

/**
 * The drawings of the trading page's chart: those of the account, with plans sized for the current run. What this page did to
 * them can be undone for as long as it is open, also after another symbol or page was shown.
 */
export const chartDrawings: DrawingSource = {
  drawingsOf,
  keep(symbol, changes) {
    changeDrawings(symbol, changes);
    drawingActs.value = { symbol, changes };
  },
  historyOf,
  isMagnet: signal(false),
  selectedId: selectedDrawing,
  planTexts,
};

const histories = new Map<FeedSymbol, DrawingHistory>();

// Another person has done nothing yet.
forEachOwner(() => histories.clear());

function historyOf(symbol: FeedSymbol): DrawingHistory {
  const history = histories.get(symbol) ?? new DrawingHistory();
  histories.set(symbol, history);
  return history;
}

/** The gain and loss of a plan in the current run, of which it may lose its share of the balance. Reads signals. */
function planTexts(symbol: FeedSymbol, plan: Drawing): PlanTexts {
  const prices = plan.anchors.map(({ price }) => formatSteps(price, FEED_SYMBOLS[symbol].decimals));
  const [entry = 0, target = 0, stop = 0] = stepsOfPlan(plan);
  const ratio = marketText.planRatio(formatRatio(Math.abs(target - entry) / Math.max(1, Math.abs(entry - stop))));
  const sized = sizedPlan(symbol, plan, { entry, stop });
  const money = (exit: number) => (sized ? formatSignedMoney(plannedResultCents(sized, exit) / CENTS) : "");
  const [targetMoney, stopMoney] = [money(target), money(stop)];
  return {
    targetMoney,
    target: `${targetMoney}  ${prices[1]}`,
    middle: sized ? `${unitsText(sized.units)}  ${ratio}` : ratio,
    stopMoney,
    stop: `${stopMoney}  ${prices[2]}`,
  };
}

/** The position that a plan would open; null without a run, or where its stop is too far away for any. */
function sizedPlan(
  symbol: FeedSymbol,
  plan: Drawing,
  { entry, stop }: { entry: number; stop: number },
): PlannedPosition | null {
  const run = demoRun.value;
  const traded = tradedAs(symbol);
  if (!run || !traded || !isPlan(plan)) return null;
  const planned = { symbol: traded, side: sideOf(plan), entryPrice: entry, costsVersion: run.costsVersion };
  const units = unitsForRisk(planned, stop, riskCentsOf(plan, run));
  return units === null ? null : { ...planned, units };
}

/**
 * The order of a plan, for the ticket.
 * @returns null without a run or a price
 */
export function orderOfPlan(symbol: FeedSymbol, plan: Drawing): ChartOrder | null {
  const [run, quote] = [demoRun.peek(), quoteOf(symbol).peek()];
  const [priceSteps = 0, targetSteps = 0, stopSteps = 0] = stepsOfPlan(plan);
  if (!run || !quote || !isPlan(plan)) return null;
  const side = sideOf(plan);
  const type = typeForPrice(side, priceSteps, (quote.bid + quote.ask) / 2);
  return { type, side, priceSteps, plan: { stopSteps, targetSteps, riskCents: riskCentsOf(plan, run) } };
}

function sideOf({ kind }: Plan): DemoSide {
  return kind === "long" ? "buy" : "sell";
}

function stepsOfPlan({ anchors }: Drawing): number[] {
  return anchors.map(({ price }) => price);
}

function riskCentsOf({ riskBasisPoints }: Plan, { balanceCents }: DemoRun): number {
  return Math.floor((balanceCents * riskBasisPoints) / BASIS_POINTS);
}
