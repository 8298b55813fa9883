import { type ReadonlySignal, signal } from "@preact/signals-react";
import { sendBeforeLogOut } from "../state/before-log-out.ts";
import { forEachOwner, ownerId } from "../state/owner.ts";
import { sessionEnd } from "../state/session.ts";
import { Row } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { toast } from "../ui/toast/toast.ts";
import { UNDO_MS } from "../ui/undo-time.ts";
import { channelsText as text } from "./channels-text.ts";

/** A removal that waits for the end of its toast. */
type Removal = { run: () => Promise<void>; stop: () => void };

const state = signal<ReadonlyMap<string, Removal>>(new Map());
// It is of the person who chose it: in the session of another one it would remove something of theirs.
forEachOwner(() => {
  for (const { stop } of state.peek().values()) stop();
  state.value = new Map();
});

/** What is being removed, by its name: screens show it as gone. */
export const removals: ReadonlySignal<ReadonlyMap<string, unknown>> = state;

/**
 * Removes something once its toast with the way back has gone, or when the page is left or its person logs out: what comes from another
 * device could not be made again here. What could not be removed is shown again, and a toast says so.
 */
export function removeWithUndo(name: string, words: string, remove: () => Promise<void>): void {
  if (state.peek().has(name)) return;
  let running: Promise<void> | null = null;
  const timer = setTimeout(run, UNDO_MS);
  addEventListener("pagehide", run);
  const forget = sendBeforeLogOut(run);
  put(name, { run, stop });
  tellUndo(name, words, () => {
    if (running) return;
    stop();
    put(name, null);
  });

  function stop() {
    endWait();
    forget();
  }
  function endWait() {
    clearTimeout(timer);
    removeEventListener("pagehide", run);
  }
  function run(): Promise<void> {
    endWait();
    running ??= removed();
    return running;
  }
  async function removed() {
    try {
      // The cookie may be another person's by now.
      if (sessionEnd.peek() !== null) throw new Error("the session has ended");
      await remove();
    } catch (error) {
      console.warn("not removed", error);
      toast.error(text.notChanged);
    } finally {
      forget();
      put(name, null);
    }
  }
}

/** Removes at once what waits under a name: what its person does next is about what comes after it. */
export async function finishRemoval(name: string): Promise<void> {
  const removal = state.peek().get(name);
  if (!removal) return;
  toast.dismiss(name);
  await removal.run();
}

/** Says what was done, with the way back. */
export function tellUndo(id: string, words: string, undo: () => void): void {
  const owner = ownerId();
  const content = (
    <Row as="span" gap={12} align="baseline">
      <span>{words}</span>
      <TextButton
        onClick={() => {
          toast.dismiss(id);
          // The cookie may be another person's by now.
          if (ownerId() === owner && sessionEnd.peek() === null) undo();
        }}
      >
        {text.undo}
      </TextButton>
    </Row>
  );
  toast(content, { id, duration: UNDO_MS });
}

function put(name: string, removal: Removal | null): void {
  const next = new Map(state.peek());
  if (removal) next.set(name, removal);
  else next.delete(name);
  state.value = next;
}
