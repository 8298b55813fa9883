import { useQuery } from "../../state/use-query.ts";
import { ADMIN_POLL_MS, adminKey } from "./admin-polling.ts";

type Polled<Value> = { value: Value | null; atMs: number; hasFailed: boolean; refresh: () => Promise<void> };

/**
 * The result of a call, fetched again at each poll of the admin screens. The last value stays while the call fails.
 * @param fetch a module-level function, which identifies the call
 * @returns `value`, null before the first response, and when it arrived, epoch ms
 */
export function usePolled<Value>(fetch: (signal: AbortSignal) => Promise<Value>): Polled<Value> {
  const { value, atMs, error, refetch } = useQuery({ key: adminKey(fetch), fetch, everyMs: ADMIN_POLL_MS });
  return { value, atMs, hasFailed: error !== null, refresh: refetch };
}
