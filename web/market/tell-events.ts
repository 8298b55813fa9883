import type { DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { tellFill } from "../demo/tell-fill.tsx";
import { toast } from "../ui/toast.ts";
import { type Known, toldOf } from "./demo-event-words.ts";

/** Tells of events that this page has not caused, with a toast each. @param events of one row of the account's log */
export function tellEvents(events: readonly DemoEvent[], known: Known): void {
  for (const { text, tone, fillId } of toldOf(events, known)) {
    if (fillId !== undefined) tellFill(tone, text, fillId);
    else if (tone === "alarm") toast.error(text);
    else toast(text);
  }
}
