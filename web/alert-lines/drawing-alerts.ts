import { batch, effect, type Signal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import {
  alertDraft,
  alerts,
  amendAlert,
  changeDraft,
  closeAlertEditor,
  removeAlert,
  termsOf,
} from "../alerts/alerts.ts";
import { quoteOf, serverNow } from "../state/prices.ts";
import { drawingActs } from "./alert-request.ts";
import { followedTerms, isUnderWay } from "./alert-rules.ts";

/** A drawing that keys move step by step is at its place once it has rested for so long. */
const REST_MS = 500;

/** The drawings that were moved and whose alerts follow in a moment. */
export const movedDrawings: Signal<readonly string[]> = signal([]);

/**
 * Lets the alerts of drawings follow what this page does to the drawings, while the component is mounted: one amendment
 * once a drawing has been moved, and the end of its alert with it. The page that changed the drawing does that alone.
 */
export function useDrawingAlerts(symbol: FeedSymbol): void {
  useEffect(() => {
    const moved = new Map<string, Drawing>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      clearTimeout(timer);
      batch(() => {
        for (const [id, drawing] of moved) follow(id, drawing, symbol);
        moved.clear();
        movedDrawings.value = [];
      });
    };
    const stop = effect(() => {
      const act = drawingActs.value;
      if (act?.symbol !== symbol) return;
      for (const { id, drawing } of act.changes) {
        followDraft(id, drawing, symbol);
        if (drawing) moved.set(id, drawing);
        else {
          moved.delete(id);
          for (const alert of alertsOf(id)) void removeAlert(alert);
        }
      }
      movedDrawings.value = [...moved.keys()];
      clearTimeout(timer);
      timer = setTimeout(send, REST_MS);
    });
    return () => {
      stop();
      send();
    };
  }, [symbol]);
}

const alertsOf = (drawing: string) =>
  (alerts.peek() ?? []).filter((alert) => alert.drawing === drawing && isUnderWay(alert));

const nowOf = (symbol: FeedSymbol) => ({ atMs: serverNow(), sides: quoteOf(symbol).peek() });

function follow(id: string, drawing: Drawing, symbol: FeedSymbol): void {
  for (const alert of alertsOf(id)) {
    const terms = followedTerms(termsOf(alert), drawing, nowOf(symbol));
    if (terms) void amendAlert(alert, terms);
  }
}

/** What the editor holds follows at once. */
function followDraft(id: string, drawing: Drawing | null, symbol: FeedSymbol): void {
  const draft = alertDraft.peek();
  if (draft?.terms.drawing !== id) return;
  const terms = drawing && followedTerms(draft.terms, drawing, nowOf(symbol));
  if (!drawing) closeAlertEditor();
  else if (terms) changeDraft(terms);
}
