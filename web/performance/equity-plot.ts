import uPlot from "uplot";
import { dateOfDay } from "../../worker/contract/trade-calendar.ts";
import { type FigureOptions, figureColours } from "../chart/figure-plot.tsx";
import { withOpacity } from "../chart/plot/chart-colours.ts";
import { moneyTicks, roundStep } from "../ui/charts/money-axis.ts";
import type { MoneyUnit } from "../ui/format.ts";
import { type DayTick, dayTicks } from "./day-ticks.ts";
import type { CurveDay } from "./drawdown-figures.ts";
import { fadeToZero } from "./fade-to-zero.ts";
import { performanceText } from "./performance-text.ts";

/** The heights of the plots, their gap and their axes, in CSS px; `pad` keeps the crosshair's point from being clipped. */
export const EQUITY_PX = { curve: 240, gap: 28, drawdown: 72, axis: 28, gutter: 68, pad: 8 } as const;
/** The width of a time label including the gap to the next one. `RIGHT_PX` is the right padding: half of the last label. */
const LABEL_ROOM_PX = 84;
const RIGHT_PX = { today: 24, date: 44 } as const;
const MONEY_ROOM_PX = 44;
const MONEY_HEADROOM = 0.06;

/** Options and data of the two plots on a shared time axis, and operations on both together. */
export type EquityPlots = {
  curve: { options: FigureOptions; data: uPlot.AlignedData };
  drawdown: { options: FigureOptions; data: uPlot.AlignedData };
  /** Moves the crosshair to a day, in both plots. @param index the day's index in the series */
  point(index: number): void;
  /** The position of a day, CSS px from the left end of both plots; null while they are not drawn. */
  leftOf(index: number): number | null;
  /** The vertical extent of the curve over a part of its width, in CSS px from the plots' upper left corner. */
  curveIn(along: { from: number; to: number }): { from: number; to: number };
};

/**
 * Creates the options of the plots.
 * @param given.onHover called with the index of the day under the pointer, or null when the pointer leaves
 * @param given.onPick  called with the index of a clicked day
 * @param given.onReady called when both plots are drawn, the first time or again
 */
export function equityPlots(given: {
  days: readonly CurveDay[];
  today: number;
  unit: MoneyUnit;
  onHover: (index: number | null) => void;
  onPick: (index: number) => void;
  onReady: () => void;
}): EquityPlots {
  const { days, today, unit, onHover, onPick, onReady } = given;
  let isPointed = false;
  const x = days.map(({ day }) => day);
  const [first = 0, last = 1] = [x[0], x.at(-1)];
  const largest = Math.max(0, ...days.map(({ drawdown }) => drawdown));
  const axis: Axes = { first, last, today, unit, syncKey: uPlot.sync(crypto.randomUUID()).key };
  const drawn: { curve: uPlot | null; drawdown: uPlot | null } = { curve: null, drawdown: null };

  /** Keeps the current plot instance: a new size or new days may create another. */
  const keep = (name: keyof typeof drawn) => ({
    init: [
      (plot: uPlot) => {
        drawn[name] = plot;
      },
    ],
    destroy: [
      (plot: uPlot) => {
        if (drawn[name] === plot) drawn[name] = null;
      },
    ],
  });
  const curve = curveOptions(axis, {
    ...keep("curve"),
    setCursor: [(plot) => !isPointed && onHover(plot.cursor.idx ?? null)],
    ready: [
      (plot) =>
        plot.over.addEventListener("click", () => typeof plot.cursor.idx === "number" && onPick(plot.cursor.idx)),
    ],
  });
  // The drawdown is created after the curve, so both exist when it is ready.
  const drawdown = drawdownOptions(axis, largest === 0 ? 0 : roundStep(largest, "up"), {
    ...keep("drawdown"),
    ready: [onReady],
  });

  return {
    curve: { options: curve, data: [x, days.map(({ total }) => total)] },
    drawdown: { options: drawdown, data: [x, days.map((day) => -day.drawdown)] },
    point(index) {
      // Suppresses `onHover`: the plots synchronise their cursors, which would report this move back to the caller.
      isPointed = true;
      for (const plot of [drawn.curve, drawn.drawdown]) {
        plot?.setCursor({ left: plot.valToPos(x[index] ?? first, "x"), top: 0 }, false);
      }
      isPointed = false;
    },
    curveIn({ from, to }) {
      const plot = drawn.curve;
      if (!plot) return { from: 0, to: 0 };
      const [start, end] = [from, to].map((px) => plot.posToIdx(px - EQUITY_PX.gutter));
      const heights = days.slice(start, (end ?? 0) + 1).map(({ total }) => EQUITY_PX.pad + plot.valToPos(total, "y"));
      return { from: Math.min(...heights), to: Math.max(...heights) };
    },
    leftOf: (index) => drawn.curve && EQUITY_PX.gutter + drawn.curve.valToPos(x[index] ?? first, "x"),
  };
}

/** The first and last day of both plots, their unit, and the name under which uPlot moves their crosshairs together. */
type Axes = { first: number; last: number; today: number; unit: MoneyUnit; syncKey: string };

function curveOptions(axis: Axes, hooks: uPlot.Hooks.Arrays): FigureOptions {
  const accent = () => figureColours().accent;
  return {
    ...commonOptions(axis, accent),
    padding: [EQUITY_PX.pad, rightPx(axis), EQUITY_PX.pad, 0],
    scales: { x: timeScale(axis), y: { range: (_, min, max) => moneyRange(min, max) } },
    series: [{}, { stroke: accent, width: 1.75, points: { show: false }, fill: (plot) => fadeToZero(plot, accent()) }],
    axes: [
      { show: false, size: 0, grid: { show: false } },
      { ...moneyAxis(axis.unit), space: MONEY_ROOM_PX },
    ],
    hooks: { ...hooks, drawAxes: [drawZeroLine] },
  };
}

/** @param deepest the lower end of the axis below zero, in dollars */
function drawdownOptions(axis: Axes, deepest: number, hooks: uPlot.Hooks.Arrays): FigureOptions {
  const down = () => figureColours().down;
  return {
    ...commonOptions(axis, down),
    padding: [EQUITY_PX.pad, rightPx(axis), 0, 0],
    scales: { x: timeScale(axis), y: { range: [-deepest || -1, 0] } },
    series: [
      {},
      { stroke: down, width: 1.25, points: { show: false }, fill: () => withOpacity(down(), 0.16), fillTo: 0 },
    ],
    axes: [timeAxis(axis), { ...moneyAxis(axis.unit), splits: () => (deepest === 0 ? [0] : [-deepest, 0]) }],
    hooks: { ...hooks, drawAxes: [drawZeroLine] },
  };
}

function commonOptions({ syncKey }: Axes, colour: () => string): Pick<FigureOptions, "legend" | "cursor"> {
  return {
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      sync: { key: syncKey, setSeries: false },
      bind: { click: () => () => null, dblclick: () => () => null },
      points: { size: 9, width: 2, stroke: () => figureColours().surface, fill: colour },
    },
  };
}

function timeScale({ first, last }: Axes): uPlot.Scale {
  return { time: false, range: [first, last] };
}

function rightPx({ last, today }: Axes): number {
  return last === today ? RIGHT_PX.today : RIGHT_PX.date;
}

function labels(): Pick<uPlot.Axis, "font" | "stroke" | "ticks"> {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return { font, stroke: () => figureColours().muted, ticks: { show: false } };
}

function moneyAxis(unit: MoneyUnit): uPlot.Axis {
  return {
    ...labels(),
    size: EQUITY_PX.gutter,
    gap: 10,
    grid: { stroke: () => figureColours().line, width: 1, dash: [2, 4] },
    values: (_, sums) => moneyTicks(sums, unit),
  };
}

function timeAxis(axis: Axes): uPlot.Axis {
  return {
    ...labels(),
    size: EQUITY_PX.axis,
    gap: 8,
    grid: { show: false },
    splits: (plot) => ticksIn(plot, axis).map(({ day }) => day),
    values: (plot, shown) => {
      const ticks = ticksIn(plot, axis);
      return shown.map((day) => ticks.find((tick) => tick.day === day)?.label ?? "");
    },
  };
}

/** The range with headroom above and below the curve; it includes zero. */
function moneyRange(min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  const room = (high - low || 100) * MONEY_HEADROOM;
  return [low < 0 ? low - room : 0, high > 0 ? high + room : room];
}

/** The first and the last day, and as many labels between them as fit. */
function ticksIn(plot: uPlot, { first, last, today }: Axes): DayTick[] {
  const widthPx = Math.max(1, plot.bbox.width / devicePixelRatio);
  const room = ((last - first) * LABEL_ROOM_PX) / widthPx;
  const between = dayTicks(first, last, Math.max(2, Math.floor(widthPx / LABEL_ROOM_PX)));
  const end = last === today ? performanceText.equity.today : dateLabel(last, today);
  return [
    { day: first, label: dateLabel(first, today) },
    ...between.filter(({ day }) => day >= first + room && day <= last - room),
    { day: last, label: end },
  ];
}

/** `Oct 21`, with the year when it is not the current one. */
function dateLabel(day: number, today: number): string {
  return dateOfDay(day).year === dateOfDay(today).year ? performanceText.shortDate(day) : performanceText.date(day);
}

function drawZeroLine(plot: uPlot): void {
  const y = Math.round(plot.valToPos(0, "y", true)) + 0.5;
  const { left, width } = plot.bbox;
  plot.ctx.save();
  plot.ctx.strokeStyle = figureColours().line;
  plot.ctx.lineWidth = devicePixelRatio;
  plot.ctx.beginPath();
  plot.ctx.moveTo(left, y);
  plot.ctx.lineTo(left + width, y);
  plot.ctx.stroke();
  plot.ctx.restore();
}
