import { startTransition } from "react";
import type { DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { TOAST_OF, tellFill } from "../demo/tell-fill.tsx";
import { type Known, type Told, toldOf, toldOfOwn } from "../positions/event-words.ts";

/** Tells of events that this page has not caused, with a toast each. @param events of one row of the account's log */
export function tellEvents(events: readonly DemoEvent[], known: Known): void {
  tell(toldOf(events, known));
}

/** Tells what a command of this page has closed. @param events of one row of the account's log */
export function tellOwnEvents(events: readonly DemoEvent[]): void {
  // A toast measures itself, which causes a layout; the lists update in the frame before it.
  startTransition(() => tell(toldOfOwn(events)));
}

function tell(all: readonly Told[]): void {
  for (const { text, tone, fillId } of all) {
    if (fillId === undefined) TOAST_OF[tone](text);
    else tellFill(tone, text, fillId);
  }
}
