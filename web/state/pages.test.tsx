import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { loadPages, usePages } from "./pages.ts";
import { invalidate } from "./query.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);

/** A list of which a page has two rows, and the cursors that were requested. */
function list(...ids: string[]) {
  const requests: (string | null)[] = [];
  const source = { ids, requests };
  const fetchPage = async (cursor: string | null) => {
    requests.push(cursor);
    const from = Number(cursor ?? 0);
    const rows = source.ids.slice(from, from + 2).map((_id) => ({ _id }));
    return { rows, nextCursor: from + 2 < source.ids.length ? String(from + 2) : null, count: source.ids.length };
  };
  return { source, fetchPage };
}

test("all pages of a list are loaded, or the first ones", async () => {
  const { fetchPage } = list("a", "b", "c", "d", "e");
  expect((await loadPages(fetchPage, Number.POSITIVE_INFINITY)).rows.map(({ _id }) => _id).join("")).toBe("abcde");
  expect(await loadPages(fetchPage, 2)).toMatchObject({ rows: { length: 4 }, nextCursor: "4", pageCount: 2, count: 5 });
});

test("more is appended without rows that are there already, and a refresh fetches as many pages as are shown", async () => {
  const { source, fetchPage } = list("a", "b", "c", "d", "e");
  const { result } = renderHook(() => usePages({ key: ["pages", fetchPage], fetchPage }));
  const ids = () => result.current.value?.rows.map(({ _id }) => _id).join("");
  await waitFor(() => expect(ids()).toBe("ab"));
  source.ids = ["new", ...source.ids];
  act(() => result.current.loadMore());
  act(() => result.current.loadMore());
  expect(result.current.isLoading).toBe(true);
  await waitFor(() => expect(ids()).toBe("abc"));
  expect(source.requests).toEqual([null, "2"]);
  await act(() => invalidate("pages"));
  await waitFor(() => expect(ids()).toBe("newabc"));
  expect([source.requests.slice(2), result.current.hasMore]).toEqual([[null, "2"], true]);
});

test("a poll is merged into what is shown, and a reload is not", async () => {
  const { source, fetchPage } = list("a", "b");
  const merge = <Loaded,>(_: Loaded, before: Loaded) => before;
  const { result } = renderHook(() => usePages({ key: ["pages", fetchPage], fetchPage, merge }));
  const ids = () => result.current.value?.rows.map(({ _id }) => _id).join("");
  await waitFor(() => expect(ids()).toBe("ab"));
  source.ids = ["c"];
  await act(() => invalidate("pages"));
  expect(ids()).toBe("ab");
  act(() => result.current.reload());
  await waitFor(() => expect(ids()).toBe("c"));
});
