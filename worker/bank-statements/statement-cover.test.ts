import { expect, test } from "bun:test";
import { DAY_MS } from "../contract/time.ts";
import { missingStatements, type StatementHole } from "./statement-cover.ts";

const hole = (more: Partial<StatementHole>): StatementHole => ({
  ...{ accountId: "aba", name: "ABA Bank", currency: "USD", fromDay: 0, toDay: null, fromMs: null, restMs: null },
  ...more,
});
/** Days of a zone that is half a day ahead. */
const missing = (...holes: StatementHole[]) =>
  missingStatements(holes, { from: 100, to: 130 }, (atMs) => Math.floor((atMs + DAY_MS / 2) / DAY_MS)).map(
    ({ account, from, to }) => `${account?.id ?? "any"} ${from} to ${to}`,
  );

test("a statement is missing on the days between statements, and those that nobody needs are not", () => {
  expect(missing(hole({ fromDay: 104, toDay: 109 }), hole({ fromDay: 128 }))).toEqual([
    "aba 104 to 109",
    "aba 128 to 130",
  ]);
  // From the first entry on, and of a place at rest up to its last one.
  expect(missing(hole({ fromMs: 110.6 * DAY_MS }))).toEqual(["aba 111 to 130"]);
  expect(missing(hole({ fromMs: 130.6 * DAY_MS }))).toEqual([]);
  expect(missing(hole({ fromDay: 104, restMs: 110 * DAY_MS }))).toEqual(["aba 104 to 110"]);
  expect(missing(hole({ fromDay: 104, restMs: 0 }))).toEqual([]);
  // What no account has is said once.
  const any = hole({ accountId: null, fromDay: 90 });
  expect(missing(any)).toEqual(["any 100 to 130"]);
  expect(missing(any, hole({ fromDay: 104, toDay: 109 }), hole({ accountId: "wing", fromDay: 108 }))).toEqual([
    ...["aba 104 to 109", "wing 108 to 130"],
    "any 100 to 103",
  ]);
});
