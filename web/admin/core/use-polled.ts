import { useCallback, useEffect, useState } from "react";
import { useAdminPolling } from "./admin-polling.ts";

type Polled<Value> = { value: Value | null; atMs: number; hasFailed: boolean };

/**
 * The result of a call, fetched again at each poll of the admin screens. The last value stays while the call fails.
 * @param fetch a module-level function: a new function on each render would refetch at once
 * @returns `value`, null before the first response, and when it arrived, epoch ms
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
