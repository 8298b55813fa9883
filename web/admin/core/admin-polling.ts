import { computed } from "@preact/signals-react";
import { type AdminRole, rolesText } from "../../../worker/contract/admin-roles.ts";
import { invalidate, type QueryKey, type QueryOptions, queryState, watchQuery } from "../../state/query.ts";
import { check, user } from "../../state/session.ts";
import { useQuery } from "../../state/use-query.ts";
import { fetchQueues, type Operation } from "./admin-calls.ts";
import { forgetStepUp, noteStepUpLeft } from "./step-up.ts";

/**
 * Everything on the admin screens is fetched again at this interval, ms, so changes by traders and other admins appear
 * at most this much later.
 */
export const ADMIN_POLL_MS = 10_000;

/** The key of a query of the admin screens: all of them begin the same. */
export function adminKey(...parts: readonly unknown[]): QueryKey {
  return ["admin", ...parts];
}

const QUEUES: QueryOptions<Awaited<ReturnType<typeof fetchQueues>>> = {
  key: adminKey("queues"),
  async fetch(signal) {
    const askedAtMs = Date.now();
    const reply = await fetchQueues(signal);
    noteStepUpLeft(reply.stepUpLeftS * 1_000, askedAtMs);
    followRoles(reply.roles);
    return reply;
  },
  everyMs: ADMIN_POLL_MS,
  isKept: true,
};

/** Reads the person again when their roles are other ones than the page knows. */
function followRoles(roles: readonly AdminRole[]): void {
  const known = user.peek();
  if (known && rolesText(known.roles) !== rolesText(roles)) void check();
}

/** Open items by queue; null until they were counted. */
export const queues = computed(() => queryState(QUEUES).value.value?.queues ?? null);

/** When the newest item of each queue arrived; null until it was fetched. */
export const arrivals = computed(() => queryState(QUEUES).value.value?.arrivals ?? null);

/** What the operation has set about queues and imports; null until it was fetched. */
export const operation = computed((): Operation | null => queryState(QUEUES).value.value);

/** Counts the open items now, as right after an action. */
export function countQueues(): Promise<void> {
  return invalidate(QUEUES.key);
}

/** Counts the open items while the admin screens are open. @returns stops it */
export function startAdminPolling(): () => void {
  const stop = watchQuery(QUEUES);
  return () => {
    stop();
    forgetStepUp();
  };
}

export function pollNow(): Promise<void> {
  return invalidate(adminKey());
}

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
