import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  dropUnread,
  firstState,
  loadQuery,
  type QueryKey,
  type QueryOptions,
  type QueryState,
  textOf,
  watchQuery,
} from "./query.ts";

/** A query as a component reads it. */
export type Query<T> = Omit<QueryState<T>, "ownerId"> & {
  /** The value, or that of the key before until this one's first answer. */
  lastValue: T | null;
  /** Requests it now. Resolves when the request has ended. */
  refetch: () => Promise<void>;
};

type Shown<T> = { key: string; state: QueryState<T>; lastValue: T | null };

type UseQueryOptions<T> = Omit<QueryOptions<T>, "key"> & {
  /** Null for nothing. */
  key: QueryKey | null;
  /** Whether an answer changes so much of the page that rendering it must not block input or scrolling. */
  isLarge?: boolean;
};

/** Reads an entry of the cache while the component is mounted: see `query.ts`. */
export function useQuery<T>(options: UseQueryOptions<T>): Query<T> {
  const { everyMs, revision } = options;
  const given: QueryOptions<T> = { ...options, key: options.key ?? [] };
  const key = textOf(given.key);
  const [shown, setShown] = useState<Shown<T>>(() => {
    const state = firstState(given);
    return { key, state, lastValue: state.value };
  });
  // During render, so that the value of another key is never shown as this one's.
  const state = shown.key === key ? shown.state : firstState(given);

  /** The key that is read: after a change of anything else, the component is no new reader. */
  const watchedKey = useRef<string | null>(null);
  const watch = useEffectEvent((onState: (state: QueryState<T>) => void) => {
    const isNewReader = watchedKey.current !== key;
    watchedKey.current = key;
    if (options.key === null) {
      // Otherwise the value of the key before would appear for a moment when that key returns.
      if (shown.key !== key) setShown({ key, state: firstState(given), lastValue: null });
      return;
    }
    if (options.isLoadedAnew && isNewReader) dropUnread(given);
    return watchQuery({ ...given, fetch: fetchNow, everyMs: typeof everyMs === "function" ? pause : everyMs }, onState);
  });
  const fetchNow = useEffectEvent(given.fetch);
  const pause = useEffectEvent((value: T | null) => (typeof everyMs === "function" ? everyMs(value) : everyMs));
  const fixedEveryMs = typeof everyMs === "function" ? "by value" : everyMs;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, revision or interval is another reader
  useEffect(() => {
    let last: T | null = null;
    return watch((next) => {
      const show = () => setShown((before) => withState(before, key, next));
      if (options.isLarge && next.value !== null && next.value !== last) startTransition(show);
      else show();
      last = next.value;
    });
  }, [key, revision, fixedEveryMs]);

  const load = useEffectEvent(() => (options.key === null ? Promise.resolve() : loadQuery(given)));
  return {
    ...state,
    lastValue: state.value ?? (state.ownerId === shown.state.ownerId ? shown.lastValue : null),
    refetch: useCallback(() => load(), []),
  };
}

function withState<T>(before: Shown<T>, key: string, state: QueryState<T>): Shown<T> {
  if (before.key === key && before.state === state) return before;
  const isOfOwner = before.state.ownerId === state.ownerId;
  return { key, state, lastValue: state.value ?? (isOfOwner ? before.lastValue : null) };
}
