import { expect, test } from "bun:test";
import { blockStorage } from "../../test/block-storage.ts";
import { localStore, sessionStore } from "./browser-storage.ts";

test("what is stored is in the browser, and what another tab has stored is read", () => {
  localStore.set("a", "1");
  expect(localStorage.getItem("a")).toBe("1");
  localStorage.setItem("b", "2");
  expect([localStore.get("b"), localStore.get("c")]).toEqual(["2", null]);
  expect(localStore.keys().toSorted()).toEqual(["a", "b"]);
  localStore.remove("a");
  expect(localStorage.getItem("a")).toBeNull();
});

test.each([
  ["localStorage", localStore],
  ["sessionStorage", sessionStore],
] as const)("where %s is blocked the page has what it has set, until it is removed", (name, store) => {
  store.set("before", "0");
  const unblock = blockStorage(name);
  expect(store.get("before")).toBeNull();
  expect(store.store("a", "1")).toBe(false);
  expect(store.get("a")).toBeNull();
  store.set("a", "1");
  store.set("b", "2");
  expect([store.get("a"), store.keys()]).toEqual(["1", ["a", "b"]]);
  store.remove("a");
  expect(store.get("a")).toBeNull();
  store.clear();
  expect(store.keys()).toEqual([]);
  unblock();
  expect(store.get("before")).toBe("0");
});

test("a storage that is full keeps what it has, and the page goes on with the newer text", () => {
  localStorage.setItem("a", "old");
  const storage = localStorage;
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = { getItem: (key: string) => storage.getItem(key), setItem };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: full });
  localStore.set("a", "new");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
  expect([localStore.get("a"), localStorage.getItem("a")]).toEqual(["new", "old"]);
  localStore.set("a", "newest");
  expect([localStore.get("a"), localStorage.getItem("a")]).toEqual(["newest", "newest"]);
});
