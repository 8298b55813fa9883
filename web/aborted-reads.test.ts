import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

/** Reads that nobody aborts: each has its reason. */
const NEVER_ABORTED: Readonly<Record<string, string>> = {
  "auth/auth-calls.ts": "the check of a reset link, which has no query",
  "chart/fetch-candles.ts": "a chart keeps the candles that come late",
  "demo/demo-account.ts": "the follower of the demo account, which serves all pages and ignores what comes too late",
  "terminal/drawings-and-settings.ts": "what is kept of the terminal belongs to the page, and not to a component",
  "landing/script/arrival.ts": "the session check of the landing page",
  "prices/tab-socket.ts": "a poll in place of the socket, which stops by itself",
  "trading/use-tab-title.ts": "one price of a hidden tab, twice a minute",
  "state/session.ts": "the session check, which is repeated until it is answered",
};

test("each read of the API takes the signal of its query", async () => {
  const missing: string[] = [];
  for await (const file of new Glob("**/*.{ts,tsx}").scan(import.meta.dir)) {
    if (file.includes(".test.") || file.startsWith("test/") || file.startsWith("journeys/")) continue;
    const code = await Bun.file(join(import.meta.dir, file)).text();
    for (const { index } of code.matchAll(/\$get\(/g)) {
      const call = code.slice(index, code.indexOf(";", index));
      if (!/signal|, options\)/.test(call)) missing.push(file);
    }
  }
  expect([...new Set(missing)].sort()).toEqual(Object.keys(NEVER_ABORTED).sort());
});
