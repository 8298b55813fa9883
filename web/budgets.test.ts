import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { testBuild } from "../dev/test/test-build.ts";

setDefaultTimeout(600_000);

/**
 * Script with the styles in it that a page loads before it can show anything of the account, brotli, KB of 1,024 bytes. A number
 * goes down with the code, and up only with a reason in the commit. `bench/README.md` has what each package weighs.
 *
 * The goal for the entry and the dashboard together is 85 KB. React with its DOM and scheduler takes 59 of them.
 */
const ENTRY_KB = 112.7;

/** KB that each screen adds to the entry, without what it loads after its first render: charts, dialogs, other tabs. */
const SCREEN_KB: Readonly<Record<string, number>> = {
  dashboard: 16.5,
  trading: 59.1,
  account: 21.6,
  accountDeposit: 23.5,
  accountWithdraw: 34.3,
  accountHistory: 32.0,
  performance: 33.6,
  profile: 28.0,
  settings: 25.8,
  depositReceipt: 8.9,
  notifications: 2,
  login: 12.7,
  signUp: 11.0,
  verifyEmail: 9.5,
  forgotPassword: 6.8,
  resetPassword: 8.5,
};

/**
 * Everything that a trader may ever load, with what is loaded on demand. It is about a hundred files; the same code in
 * one file would be 50 KB less, as each file is compressed by itself.
 */
const PRODUCT_KB = 435.6;

let outdir: string;
beforeAll(async () => {
  outdir = (await testBuild()).web;
});

const read = (path: string) => Bun.file(join(outdir, path)).text();

async function sizeOf(paths: Iterable<string>): Promise<number> {
  const files = await Promise.all([...paths].map((path) => Bun.file(join(outdir, path)).bytes()));
  return files.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0) / 1_024;
}

async function preloadsOf(document: string): Promise<Set<string>> {
  const html = await read(document);
  return new Set([...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path = ""]) => path));
}

test("the entry stays within its budget", async () => {
  const size = await sizeOf(await preloadsOf("app.html"));
  expect(size).toBeWithin(1, ENTRY_KB);
});

test.each(Object.entries(SCREEN_KB))("the screen %s adds at most %p KB", async (screen, budgetKb) => {
  const [entry, all] = [await preloadsOf("app.html"), await preloadsOf(`app/${screen}.html`)];
  const size = await sizeOf(all.difference(entry));
  expect(size).toBeWithin(0.5, budgetKb);
});

test("all that a trader may load stays within its budget", async () => {
  const found = await preloadsOf("app.html");
  // A set that grows while it is walked is walked to its end.
  for (const path of found) {
    for (const [, next = ""] of (await read(path)).matchAll(/(?:from|import|import\()"\/(assets\/[^"]+\.js)"/g)) {
      if (!/\/(?:admin-page|admin-log-in-page|parse-mt5)/.test(next)) found.add(next);
    }
  }
  const size = await sizeOf(found);
  expect(size).toBeWithin(100, PRODUCT_KB);
});
