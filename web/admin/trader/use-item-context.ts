import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useEffectEvent, useState } from "react";
import { sessionsResumed } from "../../state/session.ts";
import type { Found } from "../core/call-parts.ts";

/** The context; `failed` when it could not be fetched, null while it loads. */
export type Shown<Context> = Context | "failed" | null;

/** Whether the evidence for a decision is on the screen. */
export type EvidenceState = "loading" | "failed" | "shown";

type ItemContextOptions<Row, Context> = {
  /** Returns the item and its context; memoize it. */
  find: (id: string) => Promise<Found<Row, Context> | null>;
  /** Key of the item's state, for example its version. */
  stateOf: (row: Row) => string;
  /** Called when the fetched item has another state than the one on the screen. */
  onOtherState: (id: string) => void;
};

/**
 * The context of the open item, fetched for each item, each new state of it and each new session.
 * @returns `context` is null until there is a response for this item. The context of an older state stays until the
 * response for the new one arrives, and `state` is `loading` meanwhile. `refetch` fetches it again, after a failure or
 * after a note was written
 */
export function useItemContext<Row extends { _id: string }, Context>(
  item: Row | null,
  { find, stateOf, onOtherState }: ItemContextOptions<Row, Context>,
) {
  useSignals();
  const [answer, setAnswer] = useState<{ id: string; stateKey: string; context: Context | "failed" } | null>(null);
  const [refetches, setRefetches] = useState(0);
  const sessions = sessionsResumed.value;
  const id = item?._id;
  const stateKey = item && stateOf(item);

  const show = useEffectEvent((found: Found<Row, Context> | null, requested: { id: string; stateKey: string }) => {
    const foundKey = found ? stateOf(found.row) : requested.stateKey;
    setAnswer({ id: requested.id, stateKey: foundKey, context: found?.context ?? "failed" });
    // The context belongs to the fetched state: no decision is possible until the screen shows that state.
    if (foundKey !== requested.stateKey) onOtherState(requested.id);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed counter refetches
  useEffect(() => {
    if (id === undefined || stateKey === null) return;
    let isActive = true;
    find(id).then(
      (found) => isActive && show(found, { id, stateKey }),
      () => isActive && show(null, { id, stateKey }),
    );
    return () => {
      isActive = false;
    };
  }, [id, stateKey, find, refetches, sessions]);

  const isOfItem = answer !== null && answer.id === id;
  const isCurrent = isOfItem && answer.stateKey === stateKey;
  const context: Shown<Context> = isOfItem && (isCurrent || answer.context !== "failed") ? answer.context : null;
  const state: EvidenceState = !isCurrent ? "loading" : context === "failed" ? "failed" : "shown";
  return {
    context,
    state,
    refetch() {
      // Shown data stays until the response arrives; an error does not.
      setAnswer((before) => (before?.context === "failed" ? null : before));
      setRefetches((times) => times + 1);
    },
  };
}
