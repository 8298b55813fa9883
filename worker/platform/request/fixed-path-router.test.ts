import { expect, test } from "bun:test";
import { FixedPathRouter } from "./fixed-path-router.ts";

function router() {
  const made = new FixedPathRouter<string>();
  made.add("ALL", "/*", "middleware");
  made.add("GET", "/transfers/export", "export");
  made.add("GET", "/transfers/:id", "item");
  return made;
}

/** The handlers that are found, each with its parameters. */
function found(made: FixedPathRouter<string>, method: string, path: string) {
  return made.match(method, path)[0].map(([handler, params]) => [handler, { ...params }]);
}

test("a path is matched the second time as the first time", () => {
  const made = router();
  for (let time = 0; time < 2; time++) {
    expect(found(made, "GET", "/transfers/export")).toEqual([
      ["middleware", {}],
      ["export", {}],
      ["item", { id: "export" }],
    ]);
    expect(found(made, "GET", "/transfers/a")).toEqual([
      ["middleware", {}],
      ["item", { id: "a" }],
    ]);
    expect(found(made, "POST", "/transfers/export")).toEqual([["middleware", {}]]);
  }
  expect(found(made, "GET", "/transfers/b")).toEqual([
    ["middleware", {}],
    ["item", { id: "b" }],
  ]);
});

test("a route that is added later is found at a path that was matched before", () => {
  const made = router();
  made.match("GET", "/transfers/export");
  made.add("GET", "/transfers/export", "second");
  expect(found(made, "GET", "/transfers/export").map(([handler]) => handler)).toContain("second");
});
