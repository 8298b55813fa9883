import { expect, test } from "bun:test";
import { readJunit } from "./junit.ts";
import { type Failure, ResultReader, withLines } from "./read-results.ts";

function read(lines: readonly string[], { hasPassed }: { hasPassed: boolean }) {
  const told: Failure[] = [];
  const reader = new ResultReader((failure) => told.push(failure));
  for (const line of lines) reader.read(line);
  reader.end(hasPassed);
  expect(told).toEqual(reader.results.failures);
  return reader.results;
}

test("results are counted, and only what was printed for a failed test is kept", () => {
  const results = read(
    [
      "bun test v1.4.5",
      "",
      "worker/ledger/post-transfer.test.ts:",
      '{"event":"request","status":200}',
      "(pass) a transfer > moves money [1.20ms]",
      "error: expect(received).toBe(expected)",
      "      at <anonymous> (/folder/worker/ledger/post-transfer.test.ts:12:3)",
      '{"event":"request","status":500}',
      "(fail) a transfer > is refused (twice) [3.00ms]",
      "(skip) with a browser",
      "",
      "web/trading/dock.test.tsx:",
      "(todo) later",
      "(pass) shows positions",
      "",
      "1 tests failed:",
      "(fail) a transfer > is refused (twice) [3.00ms]",
      "",
      " 2 pass",
    ],
    { hasPassed: false },
  );
  expect([results.passed, results.failed, results.skipped]).toEqual([2, 1, 2]);
  expect(results.failures).toEqual([
    {
      place: "worker/ledger/post-transfer.test.ts:12",
      name: "a transfer > is refused (twice)",
      text: 'error: expect(received).toBe(expected)\n      at <anonymous> (/folder/worker/ledger/post-transfer.test.ts:12:3)\n{"event":"request","status":500}',
    },
  ]);
  expect(Object.keys(results.seconds)).toEqual(["worker/ledger/post-transfer.test.ts", "web/trading/dock.test.tsx"]);
});

test("a process that ends with an error and without a failed test is a failure", () => {
  const results = read(["db/a.test.ts:", "(pass) one", "error: Cannot find module"], { hasPassed: false });
  expect([results.passed, results.failed]).toEqual([1, 1]);
  expect(results.failures[0]).toMatchObject({ place: "db/a.test.ts", text: "error: Cannot find module" });
  expect(read(["db/a.test.ts:", "(pass) one"], { hasPassed: true }).failed).toBe(0);
});

test("of a long assertion 40 lines are kept, its beginning and its end", () => {
  const assertion = Array.from({ length: 500 }, (_, index) => `line ${index}`);
  const log = Array.from({ length: 100 }, (_, index) => `{"event":"request","number":${index}}`);
  const [failure] = read(["db/a.test.ts:", ...log, ...assertion, "(fail) compares pages"], {
    hasPassed: false,
  }).failures;
  const lines = failure?.text.split("\n") ?? [];
  expect(lines.filter((line) => !line.startsWith("{"))).toHaveLength(40);
  expect(lines.slice(0, 2)).toEqual(["line 0", "line 1"]);
  expect(lines).toContain("... 461 lines ...");
  expect(lines).toContain("line 499");
  expect(lines.at(-1)).toBe('{"event":"request","number":99}');
});

test("a failure without a line of its own is at its test's declaration", () => {
  const xml = `<testsuites><testsuite name="web/a.test.tsx" file="web/a.test.tsx">
    <testsuite name="a &quot;list&quot;" line="3"><testcase name="shows &lt;b&gt; &amp; more&#10;" file="web/a.test.tsx" line="7" /></testsuite>
    <testsuite name="empty" line="4" />
    <testcase name="stands alone" file="web/a.test.tsx" line="9"><failure message="no" /></testcase>
  </testsuite></testsuites>`;
  const reported = readJunit(xml);
  expect(reported).toEqual([
    { file: "web/a.test.tsx", line: 7, names: ['a "list"', "shows <b> & more\n"] },
    { file: "web/a.test.tsx", line: 9, names: ["stands alone"] },
  ]);
  const results = read(["web/a.test.tsx:", "error: no", "(fail) stands alone"], { hasPassed: false });
  expect(withLines(results, reported).failures[0]?.place).toBe("web/a.test.tsx:9");
});
