import { afterEach, expect, test } from "bun:test";
import { stripQuery } from "./strip-query.ts";

afterEach(() => history.replaceState(null, "", "/"));

test("the query is removed, including a redirect, and the fragment stays", () => {
  history.replaceState(null, "", "/?redirect=/dashboard&x=1#security");
  const entries = history.length;
  stripQuery();
  expect(location.pathname + location.search + location.hash).toBe("/#security");
  expect(history.length).toBe(entries);
});

test("an address without a query is unchanged", () => {
  history.replaceState({ kept: true }, "", "/#deposits");
  stripQuery();
  expect(location.pathname + location.hash).toBe("/#deposits");
  expect(history.state).toEqual({ kept: true });
});
