import { useEffect, useEffectEvent } from "react";
import { useQuery } from "../../state/use-query.ts";
import { adminKey } from "../core/admin-polling.ts";
import type { Found } from "../core/call-parts.ts";
import { useWhenBack } from "../core/when-back.ts";

/** The context; `failed` when it could not be fetched, null while it loads. */
export type Shown<Context> = Context | "failed" | null;

/** Whether the evidence for a decision is on the screen; `unseen` while the admin has not opened what they decide about. */
export type EvidenceState = "loading" | "unseen" | "failed" | "shown";

type ItemContextOptions<Row, Context> = {
  /** Returns the item and its context; memoize it. */
  find: (id: string, signal: AbortSignal) => Promise<Found<Row, Context> | null>;
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
  const stateKey = item === null ? undefined : stateOf(item);
  const { value, error, isLoading, refetch } = useQuery({
    key: item && adminKey("context", find, item._id),
    // What is known of an item that was open just before may be outdated.
    isLoadedAnew: true,
    revision: stateKey,
    fetch: async (signal) => ({ found: item && (await find(item._id, signal)) }),
  });
  const found = value?.found ?? null;
  const foundKey = found && stateOf(found.row);

  const onFound = useEffectEvent(() => {
    // The context belongs to the fetched state: no decision is possible until the screen shows that state.
    if (found && foundKey !== stateKey) onOtherState(found.row._id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => onFound(), [value]);

  const hasFailed = !isLoading && (error !== null || (value !== null && found === null));
  useWhenBack(hasFailed, () => void refetch());
  const context: Shown<Context> = hasFailed ? "failed" : (found?.context ?? null);
  const state: EvidenceState = hasFailed ? "failed" : foundKey === stateKey ? "shown" : "loading";
  return { context, state, refetch };
}
