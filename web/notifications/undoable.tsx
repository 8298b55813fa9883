import { type ReadonlySignal, signal } from "@preact/signals-react";
import { sendBeforeLogOut } from "../state/before-log-out.ts";
import { forEachOwner } from "../state/owner.ts";
import { Row } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { toast } from "../ui/toast/toast.ts";
import { channelsText as text } from "./channels-text.ts";

/** How long what is removed can be brought back. */
const UNDO_MS = 8_000;

const state = signal<ReadonlyMap<string, () => void>>(new Map());
// What was not sent is not sent for the next person.
forEachOwner(() => {
  for (const stop of state.peek().values()) stop();
});

/** What is being removed, by its name: screens show it as gone. */
export const removals: ReadonlySignal<ReadonlyMap<string, unknown>> = state;

/**
 * Removes something once its toast with the way back has gone, or before a log-out, or when the page is left: what comes from another
 * device could not be made again here. What could not be removed is shown again, and a toast says so.
 */
export function removeWithUndo(name: string, words: string, remove: () => Promise<void>): void {
  if (state.peek().has(name)) return;
  let sent: Promise<void> | null = null;
  const run = () => {
    clearTimeout(timer);
    removeEventListener("pagehide", run);
    sent ??= remove()
      .catch((error: unknown) => {
        console.warn("not removed", error);
        toast.error(text.notChanged);
      })
      .finally(stop);
    return sent;
  };
  const timer = setTimeout(run, UNDO_MS);
  addEventListener("pagehide", run);
  const forget = sendBeforeLogOut(run);
  put(name, stop);
  tellUndo(name, words, stop);

  function stop() {
    clearTimeout(timer);
    removeEventListener("pagehide", run);
    forget();
    put(name, null);
  }
}

/** Says what was done, with the way back. */
export function tellUndo(id: string, words: string, undo: () => void): void {
  const content = (
    <Row as="span" gap={12} align="baseline">
      <span>{words}</span>
      <TextButton
        onClick={() => {
          toast.dismiss(id);
          undo();
        }}
      >
        {text.undo}
      </TextButton>
    </Row>
  );
  toast(content, { id, duration: UNDO_MS });
}

/** @param stop gives the removal up; null once it is over */
function put(name: string, stop: (() => void) | null): void {
  const next = new Map(state.peek());
  if (stop) next.set(name, stop);
  else next.delete(name);
  state.value = next;
}
