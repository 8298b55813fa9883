import { useCallback, useEffect, useState } from "react";
import { useAdminPolling } from "./admin-polling.ts";

type Polled<Value> = { value: Value | null; atMs: number; hasFailed: boolean };

/**
 * What a call answers, made again at each poll of the admin's screens. What was there stays while the call fails.
 * @param fetch a function of a module: another one would be called at once
 * @returns `value` null before the first answer, and when it came, epoch ms
 */
export function usePolled<Value>(fetch: () => Promise<Value>): Polled<Value> & { refresh: () => Promise<void> } {
  const [state, setState] = useState<Polled<Value>>({ value: null, atMs: Date.now(), hasFailed: false });
  const refresh = useCallback(async () => {
    try {
      const value = await fetch();
      setState({ value, atMs: Date.now(), hasFailed: false });
    } catch {
      setState((before) => ({ ...before, hasFailed: true }));
    }
  }, [fetch]);
  useEffect(() => {
    void refresh();
  }, [refresh]);
  useAdminPolling(refresh);
  return { ...state, refresh };
}
