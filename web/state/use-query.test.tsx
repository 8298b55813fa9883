import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { type Query, useQuery } from "./use-query.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);

/** Renders a query whose responses the test gives, one after another. */
function openQuery(first: { key: string; revision?: string }) {
  const requests: PromiseWithResolvers<string>[] = [];
  const fetch = () => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  const { result, rerender } = renderHook(
    (given: { key: string; revision?: string }) => useQuery({ ...given, fetch }),
    {
      initialProps: first,
    },
  );
  const settle = async (index: number, outcome: string | Error) => {
    const request = requests[index];
    if (!request) throw new Error(`there are ${requests.length} requests`);
    await act(async () => (outcome instanceof Error ? request.reject(outcome) : request.resolve(outcome)));
  };
  return { query: (): Query<string> => result.current, rerender, requests, settle };
}

test("the response of the last request is kept, and the value before stays until it arrives", async () => {
  const { query, rerender, settle } = openQuery({ key: "a" });
  expect(query()).toMatchObject({ value: null, key: null, error: null, isFetching: true });
  await settle(0, "of a");
  expect(query()).toMatchObject({ value: "of a", key: "a", isFetching: false });
  rerender({ key: "b" });
  rerender({ key: "c" });
  expect(query()).toMatchObject({ value: "of a", key: "a", error: null, isFetching: true });
  await settle(2, "of c");
  await settle(1, "of b");
  expect(query()).toMatchObject({ value: "of c", key: "c", isFetching: false });
});

test("a key without a response has the error of its request, until a repeated one succeeds", async () => {
  const { query, settle } = openQuery({ key: "a" });
  const error = new Error("down");
  await settle(0, error);
  expect(query()).toMatchObject({ value: null, error, isFetching: false });
  act(() => query().refetch());
  expect(query()).toMatchObject({ error, isFetching: true });
  await settle(1, "of a");
  expect(query()).toMatchObject({ value: "of a", key: "a", error: null, isFetching: false });
});

test("a value stays without an error while its newer revision fails, and is retried until it is there", async () => {
  const { query, rerender, requests, settle } = openQuery({ key: "a", revision: "1" });
  await settle(0, "first");
  rerender({ key: "a", revision: "2" });
  await settle(1, new Error("down"));
  expect(query()).toMatchObject({ value: "first", error: null, isFetching: true });
  await waitFor(() => expect(requests).toHaveLength(3), { timeout: 100_000 });
  await settle(2, "second");
  expect(query()).toMatchObject({ value: "second", isFetching: false });
});
