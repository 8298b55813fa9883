import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { refuse } from "../test/api-server.ts";
import { ApiError } from "./api.ts";
import { poll } from "./network/poll.ts";
import { setOwner } from "./owner.ts";
import {
  invalidate,
  loadQuery,
  peekQuery,
  type QueryOptions,
  queryState,
  resumeQueries,
  setQueryValue,
  suspendQueries,
  watchQuery,
} from "./query.ts";
import { afterPaint } from "./timing/after-paint.ts";

setDefaultTimeout(600_000);
beforeEach(() => setOwner("trader-1"));
const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  setOwner(null);
  await Promise.resolve();
});

type Request = PromiseWithResolvers<string> & { signal: AbortSignal; before: string | null };

/** A query whose answers the test gives, one after another. */
function source(options: Partial<QueryOptions<string>> = {}) {
  const requests: Request[] = [];
  const query: QueryOptions<string> = {
    key: ["list", "of one"],
    fetch(signal, before) {
      const request = { ...Promise.withResolvers<string>(), signal, before };
      requests.push(request);
      return request.promise;
    },
    ...options,
  };
  const settle = async (index: number, outcome: string | Error) => {
    const request = requests[index];
    if (!request) throw new Error(`there are ${requests.length} requests`);
    if (outcome instanceof Error) request.reject(outcome);
    else request.resolve(outcome);
    // The answer is stored after the promises between.
    await new Promise((nextTask) => setTimeout(nextTask));
  };
  return { query, requests, settle, state: () => peekQuery(query) };
}

function watch(query: QueryOptions<string>): () => void {
  const stop = watchQuery(query);
  stops.push(stop);
  return stop;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const painted = () => new Promise<void>((resolve) => afterPaint(resolve));

test("all readers of a key share one request and one value", async () => {
  const { query, requests, settle, state } = source();
  watch(query);
  watch({ ...query });
  expect([requests.length, state().isLoading]).toEqual([1, true]);
  await settle(0, "a");
  watch({ ...query });
  expect([requests.length, state().value, state().isLoading]).toEqual([1, "a", false]);
});

test("the first reader fetches again unless the value is fresh", async () => {
  const stale = source({ isKept: true });
  const fresh = source({ key: "fresh", isKept: true, staleMs: 3_600_000 });
  for (const { query, requests, settle } of [stale, fresh]) {
    const leave = watch(query);
    await settle(0, "a");
    leave();
    await nextTask();
    watch(query);
    // What there is to show is painted first.
    expect(requests.length).toBe(1);
    await painted();
    expect(requests.length).toBe(query === stale.query ? 2 : 1);
  }
  expect([stale.state().value, stale.state().isLoading]).toEqual(["a", false]);
});

test("an entry that is not kept is dropped when its last reader leaves, and its request is aborted", async () => {
  const { query, requests, settle, state } = source();
  const [leave, leaveToo] = [watch(query), watch({ ...query })];
  leave();
  await nextTask();
  expect(requests[0]?.signal.aborted).toBe(false);
  leaveToo();
  await nextTask();
  expect(requests[0]?.signal.aborted).toBe(true);
  await settle(0, "late");
  expect(state().value).toBeNull();
  const leaveAgain = watch(query);
  await settle(1, "a");
  leaveAgain();
  await nextTask();
  expect(state().value).toBeNull();
});

test("a reader that leaves before a newer value is requested requests nothing", async () => {
  const { query, requests, settle } = source({ isKept: true });
  const leave = watch(query);
  await settle(0, "a");
  leave();
  await nextTask();
  watch(query)();
  await nextTask();
  expect(requests).toHaveLength(1);
});

test("a reader that is replaced before a newer value is requested leaves the request to the next one", async () => {
  const { query, requests, settle } = source({ isKept: true });
  const leave = watch(query);
  await settle(0, "a");
  leave();
  await nextTask();
  watch(query)();
  watch({ ...query });
  await painted();
  expect(requests).toHaveLength(2);
});

test("a reader that is there twice leaves once", async () => {
  const { query, requests } = source();
  watch(query);
  watch(query)();
  await nextTask();
  expect(requests[0]?.signal.aborted).toBe(false);
});

test("a reader that is replaced at once does not leave", async () => {
  const { query, requests } = source();
  watch(query)();
  watch({ ...query });
  await nextTask();
  expect([requests.length, requests[0]?.signal.aborted]).toEqual([1, false]);
});

test("the answer to an older request is ignored, whenever it comes", async () => {
  const { query, requests, settle, state } = source();
  watch(query);
  void loadQuery(query);
  expect(requests[0]?.signal.aborted).toBe(true);
  await settle(1, "new");
  await settle(0, "old");
  expect(state().value).toBe("new");
});

test("a value that is set replaces that of a request in flight, and is fresh", async () => {
  const { query, requests, settle, state } = source({ isKept: true, staleMs: 3_600_000 });
  watch(query);
  setQueryValue(query, "paid");
  await settle(0, "unpaid");
  expect(state()).toMatchObject({ value: "paid", isLoading: false });
  expect(queryState(query).value.value).toBe("paid");
  expect(requests).toHaveLength(1);
});

test("the next user finds nothing of the one before, and an answer to that one is ignored", async () => {
  const { query, requests, settle, state } = source({ isKept: true });
  watch(query);
  await settle(0, "of trader-1");
  void loadQuery(query);
  setOwner("trader-2");
  expect(state()).toMatchObject({ value: null, isLoading: true });
  await settle(1, "of trader-1 again");
  expect(state().value).toBeNull();
  await settle(2, "of trader-2");
  expect(state()).toMatchObject({ value: "of trader-2", ownerId: "trader-2" });
  void loadQuery(query);
  setOwner(null);
  expect(state()).toMatchObject({ value: null, isLoading: false });
  expect([requests.length, requests[3]?.signal.aborted]).toEqual([4, true]);
});

test("nothing is requested while the session is over, and what is on the screen is once it continues", async () => {
  const { query, requests, settle, state } = source();
  watch(query);
  await settle(0, "a");
  void invalidate();
  suspendQueries();
  expect(requests[1]?.signal.aborted).toBe(true);
  await loadQuery(query);
  expect(requests).toHaveLength(2);
  resumeQueries();
  expect([requests.length, state().value]).toEqual([3, "a"]);
});

test("a first failure is an error, and is not repeated", async () => {
  const { query, requests, settle, state } = source();
  watch(query);
  const error = new Error("down");
  await settle(0, error);
  expect(state()).toMatchObject({ value: null, error, isLoading: false });
  // The end of every pause before a retry.
  window.dispatchEvent(new Event("online"));
  await nextTask();
  void loadQuery(query);
  expect(state()).toMatchObject({ error, isLoading: true });
  await settle(1, "a");
  expect(state()).toMatchObject({ value: "a", error: null });
  expect(requests).toHaveLength(2);
});

test("an older value stays while its request fails, which is repeated until it succeeds", async () => {
  const { query, requests, settle, state } = source();
  watch(query);
  await settle(0, "first");
  void invalidate("list");
  const error = new Error("down");
  await settle(1, error);
  expect(state()).toMatchObject({ value: "first", error, isLoading: false });
  await waitFor(() => expect(requests).toHaveLength(3), { timeout: 100_000 });
  await settle(2, "second");
  expect(state()).toMatchObject({ value: "second", error: null });
});

test("a refusal is not repeated", async () => {
  const { query, requests, settle } = source();
  watch(query);
  await settle(0, "first");
  void loadQuery(query);
  const { code, message, requestId } = await refuse("not_found", "Not found").json();
  await settle(1, new ApiError(404, { code, message, requestId }));
  window.dispatchEvent(new Event("online"));
  await nextTask();
  expect(requests).toHaveLength(2);
});

test("invalidating the beginning of a key fetches what is read of it, and the rest with its next reader", async () => {
  const read = source();
  const unread = source({ key: ["list", "of another"], isKept: true, staleMs: 3_600_000 });
  const other = source({ key: "other" });
  for (const { query, settle } of [read, unread, other]) {
    watch(query);
    await settle(0, "a");
  }
  stops.splice(1, 1)[0]?.();
  await nextTask();
  const done = invalidate("list");
  expect([read, unread, other].map(({ requests }) => requests.length)).toEqual([2, 1, 1]);
  await read.settle(1, "b");
  await done;
  watch(unread.query);
  await painted();
  expect(unread.requests).toHaveLength(2);
});

test("a value of another revision is stale, and stays until the answer", async () => {
  const { query, requests, settle, state } = source({ revision: "1" });
  const leave = watch(query);
  await settle(0, "a");
  leave();
  watch({ ...query, revision: "2" });
  watch({ ...query, revision: undefined });
  expect([requests.length, requests[1]?.before, state().value]).toEqual([2, "a", "a"]);
});

test("of several readers, the shortest interval is polled, and none once they have left", async () => {
  const { query, requests, settle } = source({ isKept: true, staleMs: 3_600_000 });
  setQueryValue(query, "a");
  watch({ ...query, everyMs: 3_600_000 });
  const leave = watch({ ...query, everyMs: () => 5 });
  await waitFor(() => expect(requests).toHaveLength(1));
  await settle(0, "b");
  await waitFor(() => expect(requests).toHaveLength(2));
  leave();
  await settle(1, "c");
  window.dispatchEvent(new Event("focus"));
  await nextTask();
  expect(requests).toHaveLength(2);
});

test("a hidden page does not poll, and polls at once when it becomes visible", async () => {
  const { query, requests, settle, state } = source({ everyMs: 1 });
  watch(query);
  Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  await settle(0, "a");
  window.dispatchEvent(new Event("focus"));
  let pauses = 0;
  const count = async () => {
    pauses += 1;
  };
  stops.push(poll(count, { everyMs: 1 }));
  await waitFor(() => expect(pauses).toBeGreaterThan(5));
  expect(requests).toHaveLength(1);
  Reflect.deleteProperty(document, "visibilityState");
  document.dispatchEvent(new Event("visibilitychange"));
  expect([requests.length, state().isLoading]).toEqual([2, false]);
});
