import { expect, test } from "bun:test";
import { timesByPart } from "./profile-parts.ts";

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
  const profile = { nodes, samples: [2, 4, 3, 5], timeDeltas: [100, 200, 300, 900] };
  expect(timesByPart(profile, SOURCE, 10)).toEqual({ rules: 10, statements: 50, all: 60 });
});
