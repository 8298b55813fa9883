import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { requestIdOf } from "../state/api.ts";
import { pauseBeforeRetry } from "../state/connection.ts";

/** The last response and the key that it belongs to. */
export type Answer<T> = {
  /** Null before the first response. */
  value: T | null;
  /** The key of the value; while another key loads, it differs from the requested one. */
  key: string | null;
  /**
   * Set when the query of the current key failed and the value is of another key; `requestId` identifies it for
   * support.
   */
  failure: { requestId: string | null } | null;
  refetch: () => void;
};

/**
 * Runs the query whenever its key or revision changes. If calls overlap, the response of the last one is kept. A
 * failure is logged; an older value of the same key stays without an error message, and the query is retried until it
 * succeeds.
 * @param given.revision changes when the data behind the key changes
 * @param given.fetch    runs the query
 */
export function useQuery<T>(given: { key: string; revision: string; fetch: () => Promise<T> }): Answer<T> {
  const { key, revision } = given;
  const [answered, setAnswered] = useState<{ value: T | null; key: string | null }>({ value: null, key: null });
  const [failed, setFailed] = useState<{ key: string; requestId: string | null } | null>(null);
  const [tries, setTries] = useState(0);
  const answeredKey = useRef<string | null>(null);
  const fetchNow = useEffectEvent(given.fetch);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision or try runs the same query again
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
            setAnswered({ value, key });
            setFailed(null);
          });
          return;
        } catch (error) {
          console.warn("not loaded", key, error);
          if (!isCurrent) return;
          if (answeredKey.current !== key) return setFailed({ key, requestId: requestIdOf(error) });
          await pauseBeforeRetry(failures);
        }
      }
    };
    void fetchUntilAnswered();
    return () => {
      isCurrent = false;
    };
  }, [key, revision, tries]);

  const refetch = useCallback(() => setTries((before) => before + 1), []);
  return { ...answered, failure: failed?.key === key ? failed : null, refetch };
}
