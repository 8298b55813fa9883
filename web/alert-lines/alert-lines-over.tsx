import { computed, effect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import type { AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import * as store from "../alerts/alerts.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { quoteOf } from "../state/prices.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { drawingsOf } from "../terminal/drawings-and-settings.ts";
import { stepsAt } from "../trade-lines/place-of-chart.ts";
import { BUTTON_PX, GRIP_PX, type LineGuests, textRoom, type WantedLine } from "../trade-lines/places.ts";
import { afterPaint } from "../ui/after-paint.ts";
import { AlertBoard, type AlertStore } from "./alert-board.ts";
import { Line } from "./alert-line.tsx";
import { alertLineText as text } from "./alert-line-text.ts";
import { isSilent, lineWords } from "./alert-line-words.ts";
import { DrawingBells, FiredMarks } from "./alert-marks.tsx";
import { AlertPlus } from "./alert-plus.tsx";
import { alertRequest } from "./alert-request.ts";
import { conditionOf, isSamePlace } from "./alert-rules.ts";
import { movedDrawings, useDrawingAlerts } from "./drawing-alerts.ts";
import { openAtDrawing, openEditor } from "./open-editor.ts";

const STORE: AlertStore = { ...store, openAlertEditor: openEditor };
/** Of the bell beside the grip. */
const BELL_PX = 20;
/** An age whose words are about as long as those of others. */
const AGE_MS = 59_000;

type OverProps = { chart: ChartController; symbol: FeedSymbol; timeZone: string; guests: LineGuests };

/** The alerts of a symbol over its chart, and the plus that sets one. */
export function AlertLinesOver({ chart, symbol, timeZone, guests }: OverProps) {
  useSignals();
  store.useAlerts();
  useDrawingAlerts(symbol);
  useRequests(symbol);
  useShortcuts({
    alert() {
      const topPx = chart.crosshair.peek()?.topPx;
      const isOverPlot = topPx !== undefined && topPx <= chart.plotPx.height;
      openEditor({ symbol, ...(isOverPlot && { price: stepsAt(chart, topPx) }) });
    },
  });
  const board = useMemo(() => new AlertBoard(symbol, STORE, isOnDrawing), [symbol]);
  const isMoving = useMemo(() => computed(() => board.held.value !== null), [board]);
  useEffect(() => board.follow(), [board]);
  useEffect(() => {
    guests.wanted.value = stableComputed(() => wantedBy(board, symbol, timeZone));
    return () => {
      guests.wanted.value = null;
    };
  }, [guests.wanted, board, symbol, timeZone]);
  return (
    <>
      {!isMoving.value && <AlertPlus chart={chart} symbol={symbol} />}
      <DrawingBells chart={chart} symbol={symbol} />
      <FiredMarks chart={chart} symbol={symbol} timeZone={timeZone} />
      {board.lines.value.map((line) => (
        <Line key={line.key} {...{ line, board, chart, symbol, timeZone }} places={guests.places} />
      ))}
    </>
  );
}

/** Whether an alert stands where its drawing does, which then has its bell. Reads signals. */
function isOnDrawing({ symbol, drawing, condition }: AlertTerms): boolean {
  if (drawing !== null && movedDrawings.value.includes(drawing)) return true;
  const kept = drawing !== null && drawingsOf(symbol).value.find(({ id }) => id === drawing);
  const own = kept ? conditionOf(kept.drawing, { atMs: 0, sides: null }) : null;
  return own !== null && isSamePlace(own, condition);
}

/** The newest pill of the editor keeps its place before the others. */
function wantedBy(board: AlertBoard, symbol: FeedSymbol, timeZone: string): WantedLine[] {
  const ageMs = isSilent(symbol) ? AGE_MS : null;
  return board.lines.value
    .map((line) => {
      const held = board.held.value?.line.key === line.key ? board.held.value : null;
      const words = held?.isAtPrice ? text.atPrice : lineWords(line, { timeZone, ageMs });
      return {
        key: line.key,
        steps: board.stepsOf(line),
        isHeld: held !== null,
        pillPx: GRIP_PX + BELL_PX + textRoom(words) + BUTTON_PX,
        foldedPx: GRIP_PX,
      };
    })
    .toSorted((one, other) => Number(other.key === "alert new") - Number(one.key === "alert new"));
}

/** Opens the editor for what the rest of the page has asked for, once this is the symbol's chart and it has a price. */
function useRequests(symbol: FeedSymbol): void {
  useEffect(
    () =>
      effect(() => {
        const request = alertRequest.value;
        if (request?.symbol !== symbol || quoteOf(symbol).value === null) return;
        const { drawing } = request;
        // A change of the address, as of who asks from another page, closes an editor that was open before.
        afterPaint(() => (drawing ? openAtDrawing(symbol, drawing) : openEditor({ symbol })));
        alertRequest.value = null;
      }),
    [symbol],
  );
}
