import { type Signal, signal } from "@preact/signals-react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { DrawingChange, KeptDrawing } from "../drawings/drawing-history.ts";

/** What the rest of the page asks of the alerts on the chart, whose code comes after the candles. */

/** An alert to set: beside the price of a symbol, or at a drawing. It waits until the symbol's chart is there. */
export const alertRequest: Signal<{ symbol: FeedSymbol; drawing?: KeptDrawing } | null> = signal(null);

export function askForAlert(symbol: FeedSymbol, drawing?: KeptDrawing): void {
  alertRequest.value = { symbol, ...(drawing && { drawing }) };
}

/** What this page has just done to drawings: their alerts follow. */
export const drawingActs: Signal<{ symbol: FeedSymbol; changes: readonly DrawingChange[] } | null> = signal(null);
