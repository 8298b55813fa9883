import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { pauseBeforeRetry } from "./connection.ts";

/** The state of a query. */
export type Query<T> = {
  /** The last response; null before the first one. While another key loads, it is that of the key before. */
  value: T | null;
  /** The key of the value; null before the first response. */
  key: string | null;
  /** Why there is no response for the current key; null while one is awaited for the first time, and with one. */
  error: unknown;
  /** Whether a request is in flight or waits for its retry. */
  isFetching: boolean;
  refetch: () => void;
};

/**
 * Runs a query whenever its key or revision changes, and on `refetch`. If requests overlap, the response of the last
 * one is kept. A failure is logged. An older value of the same key stays without an error, and the request is retried
 * until it succeeds.
 * @param given.key identifies what is fetched
 * @param given.revision changes when the data behind the key changes
 * @param given.fetch runs the request
 */
export function useQuery<T>(given: { key: string; revision?: string; fetch: () => Promise<T> }): Query<T> {
  const { key, revision = "" } = given;
  const [refetches, setRefetches] = useState(0);
  const request = JSON.stringify([key, revision, refetches]);
  const [answered, setAnswered] = useState<{ value: T; key: string; request: string } | null>(null);
  const [failed, setFailed] = useState<{ error: unknown; key: string; request: string } | null>(null);
  const answeredKey = useRef<string | null>(null);
  const fetchNow = useEffectEvent(given.fetch);

  useEffect(() => {
    let isCurrent = true;
    const fetchUntilAnswered = async () => {
      for (let failures = 0; isCurrent; failures += 1) {
        try {
          const value = await fetchNow();
          // A response may change half of the page: rendering it must not block input or scrolling.
          startTransition(() => {
            if (!isCurrent) return;
            answeredKey.current = key;
            setAnswered({ value, key, request });
            setFailed(null);
          });
          return;
        } catch (error) {
          console.warn("not loaded", key, error);
          if (!isCurrent) return;
          if (answeredKey.current !== key) return setFailed({ error, key, request });
          await pauseBeforeRetry(failures);
        }
      }
    };
    void fetchUntilAnswered();
    return () => {
      isCurrent = false;
    };
  }, [key, request]);

  const refetch = useCallback(() => setRefetches((before) => before + 1), []);
  return {
    value: answered?.value ?? null,
    key: answered?.key ?? null,
    error: failed?.key === key ? failed.error : null,
    isFetching: answered?.request !== request && failed?.request !== request,
    refetch,
  };
}
