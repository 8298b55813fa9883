import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { isQuick, partsOf, shareOut } from "./test-parts.ts";

test("a file's part follows from what it reaches", () => {
  const imports = new Map([
    ["worker/ledger/rules.test.ts", ["worker/ledger/rules.ts"]],
    ["worker/deposits/api.test.ts", ["dev/test/test-stack.ts"]],
    ["dev/test/test-stack.ts", ["dev/stack.ts"]],
    ["web/ui/button.test.tsx", ["web/ui/button.tsx"]],
    ["web/journeys/trade.test.ts", ["web/journeys/set-up.ts"]],
    ["web/journeys/set-up.ts", ["web/test/browser.ts", "dev/test/test-stack.ts"]],
    ["worker/demo/kills.long.test.ts", ["dev/stack.ts"]],
    ["dev/setup/setup.test.ts", []],
  ]);
  expect(Object.fromEntries(partsOf(imports))).toEqual({
    "worker/ledger/rules.test.ts": "rules",
    "worker/deposits/api.test.ts": "API",
    "web/ui/button.test.tsx": "components",
    "web/journeys/trade.test.ts": "journeys",
    "worker/demo/kills.long.test.ts": "long",
    "dev/setup/setup.test.ts": "programs",
  });
  expect(isQuick("worker/deposits/api.test.ts", "API")).toBe(false);
  expect(isQuick("worker/access.test.ts", "API")).toBe(true);
  expect(isQuick("web/ui/button.test.tsx", "components")).toBe(true);
});

test("every file is in one share, whatever the seconds are", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/)),
      fc.integer({ min: 1, max: 8 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.integer({ min: 0, max: 100 })),
      (files, count, seconds) => {
        const shares = shareOut(files, count, seconds);
        expect(shares.flat().sort()).toEqual(files.toSorted());
        expect(shares.length).toBe(Math.min(count, files.length));
        // The order in which files are found is that of the disk.
        expect(shareOut(files.toReversed(), count, seconds)).toEqual(shares);
      },
    ),
  );
});

test("shares take about as long as each other", () => {
  expect(shareOut(["a", "b", "c", "d"], 2, { a: 9, b: 3, c: 3, d: 4 })).toEqual([["a"], ["b", "c", "d"]]);
});
