import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { alertDraft, alerts, changeDraft, openAlertEditor } from "../alerts/alerts.ts";
import { leaveFullScreen } from "../chart/full-screen.ts";
import type { KeptDrawing } from "../drawings/drawing-history.ts";
import { quoteOf, serverNow } from "../state/prices.ts";
import { toast } from "../ui/toast/toast.ts";
import { alertLineText as text } from "./alert-line-text.ts";
import { conditionOf, isUnderWay } from "./alert-rules.ts";

/** Opens the editor of alerts, which stands beside or over the chart. */
export function openEditor(given: Parameters<typeof openAlertEditor>[0]): void {
  leaveFullScreen();
  openAlertEditor(given);
}

/** Opens the editor for an alert at a drawing: the one that it has, else a new one. */
export function openAtDrawing(symbol: FeedSymbol, { id, drawing }: KeptDrawing): void {
  const alert = alerts.peek()?.find((one) => one.drawing === id && isUnderWay(one));
  const condition = conditionOf(drawing, { atMs: serverNow(), sides: quoteOf(symbol).peek() });
  if (alert) openEditor({ symbol, alert });
  else if (condition?.type === "line") openEditor({ symbol, drawing: { id, a: condition.a, b: condition.b } });
  else if (!condition) toast.error(text.notOnUpright);
  else {
    openEditor({ symbol, price: condition.price });
    const draft = alertDraft.peek();
    if (draft) changeDraft({ ...draft.terms, drawing: id });
  }
}
