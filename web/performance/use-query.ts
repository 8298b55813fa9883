import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { requestIdOf } from "../state/api.ts";
import { pauseBeforeRetry } from "../state/connection.ts";

/** What was answered last, and what it is the answer to. */
export type Answer<T> = {
  /** Null before the first one. */
  value: T | null;
  /** Of which key the value is; another than was asked for while that one loads. */
  key: string | null;
  /** What is asked for now did not come, and what stands is of another key; `requestId` is what support finds it by. */
  failure: { requestId: string | null } | null;
  refetch: () => void;
};

/**
 * Asks whenever the key changes, or what it names has become another. Of calls that cross, the last one's answer stays. A
 * failure is logged; an older answer to the same key stays, without a word, and is asked for again until it comes.
 * @param given.revision changes with what the key names
 * @param given.ask      asks for what the key names
 */
export function useQuery<T>(given: { key: string; revision: string; ask: () => Promise<T> }): Answer<T> {
  const { key, revision } = given;
  const [answered, setAnswered] = useState<{ value: T | null; key: string | null }>({ value: null, key: null });
  const [failed, setFailed] = useState<{ key: string; requestId: string | null } | null>(null);
  const [tries, setTries] = useState(0);
  const answeredKey = useRef<string | null>(null);
  const askNow = useEffectEvent(given.ask);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision or try asks the same again
  useEffect(() => {
    let isCurrent = true;
    const askUntilAnswered = async () => {
      for (let failures = 0; isCurrent; failures += 1) {
        try {
          const value = await askNow();
          // What is answered may change half of a page: drawing it waits for whoever types or scrolls.
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
    void askUntilAnswered();
    return () => {
      isCurrent = false;
    };
  }, [key, revision, tries]);

  const refetch = useCallback(() => setTries((before) => before + 1), []);
  return { ...answered, failure: failed?.key === key ? failed : null, refetch };
}
