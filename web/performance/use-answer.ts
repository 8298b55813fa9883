import { startTransition, useCallback, useEffect, useEffectEvent, useState } from "react";

/** What was answered last, and what it is the answer to. */
export type Answer<T> = {
  /** Null before the first one. */
  value: T | null;
  /** Of which key the value is; another than was asked for while that one loads. */
  key: string | null;
  /** The newest call failed, and what stands is older. */
  hasFailed: boolean;
  askAgain: () => void;
};

/**
 * Asks whenever the key changes. Of calls that cross, the last one's answer stays; a failure is logged and leaves what
 * stands.
 * @param ask asks for what the key names
 */
export function useAnswer<T>(key: string, ask: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, "askAgain">>({ value: null, key: null, hasFailed: false });
  const [tries, setTries] = useState(0);
  const askNow = useEffectEvent(ask);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    let isCurrent = true;
    askNow().then(
      // What is answered may change half of a page: drawing it waits for whoever types or scrolls.
      (value) =>
        startTransition(() => {
          if (isCurrent) setState({ value, key, hasFailed: false });
        }),
      (error: unknown) => {
        console.warn("not loaded", key, error);
        if (isCurrent) setState((before) => ({ ...before, hasFailed: true }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, tries]);

  const askAgain = useCallback(() => setTries((before) => before + 1), []);
  return { ...state, askAgain };
}
