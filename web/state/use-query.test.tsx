import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { setOwner } from "./owner.ts";
import { type Query, useQuery } from "./use-query.ts";

setDefaultTimeout(600_000);
afterEach(() => {
  cleanup();
  setOwner(null);
});

type Given = { key: string | null; revision?: string; isLoadedAnew?: boolean };

/** Renders a query whose responses the test gives, one after another. */
function openQuery(first: Given) {
  const requests: PromiseWithResolvers<string>[] = [];
  const fetch = () => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  const values: (string | null)[] = [];
  const { result, rerender } = renderHook(
    (given: Given) => {
      const query = useQuery({ ...given, fetch });
      values.push(query.value);
      return query;
    },
    { initialProps: first },
  );
  const settle = async (index: number, outcome: string | Error) => {
    const request = requests[index];
    if (!request) throw new Error(`there are ${requests.length} requests`);
    await act(async () => (outcome instanceof Error ? request.reject(outcome) : request.resolve(outcome)));
  };
  return { query: (): Query<string> => result.current, rerender, requests, settle, values };
}

test("the value is that of the current key, and the one before stays beside it until it arrives", async () => {
  const { query, rerender, settle } = openQuery({ key: "a" });
  expect(query()).toMatchObject({ value: null, lastValue: null, error: null, isLoading: true });
  await settle(0, "of a");
  expect(query()).toMatchObject({ value: "of a", lastValue: "of a", isLoading: false });
  rerender({ key: "b" });
  rerender({ key: "c" });
  expect(query()).toMatchObject({ value: null, lastValue: "of a", error: null, isLoading: true });
  await settle(2, "of c");
  await settle(1, "of b");
  expect(query()).toMatchObject({ value: "of c", lastValue: "of c", isLoading: false });
});

test("nothing of another user is shown, not even while a key of the next one loads", async () => {
  const { query, settle, requests } = openQuery({ key: "a" });
  await settle(0, "of nobody");
  act(() => setOwner("trader-1"));
  expect(query()).toMatchObject({ value: null, lastValue: null, isLoading: true });
  expect(requests).toHaveLength(2);
});

test("without a key nothing is fetched, and nothing is fetched again", async () => {
  const { query, requests, rerender } = openQuery({ key: null });
  expect(query()).toMatchObject({ value: null, isLoading: false });
  act(() => void query().refetch());
  expect(requests).toHaveLength(0);
  rerender({ key: "a" });
  expect([requests.length, query().isLoading]).toEqual([1, true]);
  rerender({ key: null });
  expect(query()).toMatchObject({ value: null, isLoading: false });
});

test("a key that returns after nothing was read is loaded anew, and its old value does not appear", async () => {
  const { query, requests, rerender, settle, values } = openQuery({ key: "a" });
  await settle(0, "old");
  await act(async () => rerender({ key: null }));
  values.length = 0;
  rerender({ key: "a" });
  expect([requests.length, query().isLoading]).toEqual([2, true]);
  await settle(1, "new");
  expect(new Set(values)).toEqual(new Set([null, "new"]));
});

test("what is loaded anew shows nothing older, even when its key returns at once", async () => {
  const { query, requests, rerender, settle, values } = openQuery({ key: "a", revision: "1", isLoadedAnew: true });
  await settle(0, "old");
  rerender({ key: "a", revision: "2", isLoadedAnew: true });
  expect([requests.length, query().value]).toEqual([2, "old"]);
  await settle(1, "second");
  values.length = 0;
  rerender({ key: "b", isLoadedAnew: true });
  rerender({ key: "a", isLoadedAnew: true });
  expect([requests.length, query().isLoading]).toEqual([4, true]);
  await settle(3, "new");
  expect(new Set(values)).toEqual(new Set([null, "new"]));
});

test("a key without a response has the error of its request, until a repeated one succeeds", async () => {
  const { query, settle } = openQuery({ key: "a" });
  const error = new Error("down");
  await settle(0, error);
  expect(query()).toMatchObject({ value: null, error, isLoading: false });
  act(() => void query().refetch());
  expect(query()).toMatchObject({ error, isLoading: true });
  await settle(1, "of a");
  expect(query()).toMatchObject({ value: "of a", error: null, isLoading: false });
});

test("a value stays while its newer revision fails, which is retried until it is there", async () => {
  const { query, rerender, requests, settle } = openQuery({ key: "a", revision: "1" });
  await settle(0, "first");
  rerender({ key: "a", revision: "2" });
  const error = new Error("down");
  await settle(1, error);
  expect(query()).toMatchObject({ value: "first", error });
  await waitFor(() => expect(requests).toHaveLength(3), { timeout: 100_000 });
  await settle(2, "second");
  expect(query()).toMatchObject({ value: "second", error: null, isLoading: false });
});
