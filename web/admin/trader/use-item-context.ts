import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useEffectEvent, useState } from "react";
import { sessionsResumed } from "../../state/session.ts";
import type { Found } from "../core/call-parts.ts";

/** `failed` when it could not be asked for. */
export type Shown<Context> = Context | "failed" | null;

/** Whether what an item is decided by is on the screen. */
export type EvidenceState = "loading" | "failed" | "shown";

type ItemContextOptions<Row, Context> = {
  /** Gives the item and its context; keep it. */
  find: (id: string) => Promise<Found<Row, Context> | null>;
  /** Names the state of an item that a decision is about: its version. */
  stateOf: (row: Row) => string;
  /** The item was found in another state than the one on the screen. */
  onOtherState: (id: string) => void;
};

/**
 * What is shown beside the open item, requested again for each item, each new state of it and each new session.
 * @returns `context` is null until there is an answer for this item. That of an older state stays until the answer for the
 *          new one arrives, and `state` is `loading` meanwhile. `refetch` requests it once more: after a failure, or for
 *          what was written about its trader
 */
export function useItemContext<Row extends { _id: string }, Context>(
  item: Row | null,
  { find, stateOf, onOtherState }: ItemContextOptions<Row, Context>,
) {
  useSignals();
  const [answer, setAnswer] = useState<{ id: string; of: string; context: Context | "failed" } | null>(null);
  const [asked, setAsked] = useState(0);
  const sessions = sessionsResumed.value;
  const id = item?._id;
  const of = item && stateOf(item);

  const show = useEffectEvent((found: Found<Row, Context> | null, askedFor: { id: string; of: string }) => {
    const foundOf = found ? stateOf(found.row) : askedFor.of;
    setAnswer({ id: askedFor.id, of: foundOf, context: found?.context ?? "failed" });
    // The context belongs to the state that it came with: nothing can be decided until the screen shows that state.
    if (foundOf !== askedFor.of) onOtherState(askedFor.id);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is asking the same
  useEffect(() => {
    if (id === undefined || of === null) return;
    let isWanted = true;
    find(id).then(
      (found) => isWanted && show(found, { id, of }),
      () => isWanted && show(null, { id, of }),
    );
    return () => {
      isWanted = false;
    };
  }, [id, of, find, asked, sessions]);

  const isOfItem = answer !== null && answer.id === id;
  const isCurrent = isOfItem && answer.of === of;
  const context: Shown<Context> = isOfItem && (isCurrent || answer.context !== "failed") ? answer.context : null;
  const state: EvidenceState = !isCurrent ? "loading" : context === "failed" ? "failed" : "shown";
  return {
    context,
    state,
    refetch() {
      // What is shown stays until the answer is here; that there is nothing to show does not.
      setAnswer((before) => (before?.context === "failed" ? null : before));
      setAsked((times) => times + 1);
    },
  };
}
