import { expect, test } from "bun:test";
import { databaseTimesByPart, timesByPart } from "./profile-parts.ts";

const SOURCE = [
  "// node_modules/drizzle-orm/sql/sql.js",
  "function build() {}",
  "// worker/trades/trade-view.ts",
  "view()",
].join("\n");

const frame = (functionName: string, lineNumber: number, url = "worker") => ({ functionName, lineNumber, url });

test("a sample counts to the innermost function that belongs to a part, and idle time to none", () => {
  const nodes = [
    { id: 1, callFrame: frame("(root)", -1, ""), children: [2, 5] },
    { id: 2, callFrame: frame("view", 3), children: [3] },
    { id: 3, callFrame: frame("build", 1), children: [4] },
    { id: 4, callFrame: frame("stringify", -1, ""), children: [] },
    { id: 5, callFrame: frame("(idle)", -1, "") },
  ];
  const profile = { nodes, samples: [2, 4, 3, 5], startTime: 0, timeDeltas: [100, 200, 300, 900] };
  expect(timesByPart(profile, SOURCE, 10)).toEqual({ rules: 10, statements: 50, all: 60 });
});

test("the database's CPU time is divided by samples, without those from before the measurement", () => {
  const nodes = [
    { id: 1, callFrame: frame("libsql_js::statement::Rows::js_next", -1, "") },
    { id: 2, callFrame: frame("stringify", -1, "") },
    { id: 3, callFrame: frame("run", 5, "dev/libsql/connection.ts") },
  ];
  // Half a second passes before the second sample.
  const profile = { nodes, samples: [3, 1, 1, 2, 3], startTime: 1_000_000, timeDeltas: [200, 500_000, 200, 200, 200] };
  const times = databaseTimesByPart(profile, { sinceMs: 1_400, cpuUs: 100 });
  expect(times).toEqual({ "statements run": 50, JSON: 25, rest: 25 });
});
