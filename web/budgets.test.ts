import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { testBuild } from "../dev/test/test-build.ts";
import { documentFolder } from "../worker/contract/addresses.ts";
import { LANGUAGES, type Language } from "../worker/contract/languages.ts";
import { preloadedScripts } from "./test/preloaded-scripts.ts";

setDefaultTimeout(600_000);

/**
 * The most that something may weigh, in KB of 1,024 bytes after brotli. A limit above the aim is what has been reached so far: it
 * goes down with the code, to the aim at last. `bun run weight` shows what weighs what.
 */
type Budget = { aim: number; limits: Readonly<Record<Language, number>> };

/** The limits that only a decision may raise. */
const MORE_NEEDS =
  "To weigh more is a decision: a file in docs/decisions says what it is for, what was taken away instead and what it " +
  "costs on each page, and this limit names it. See docs/decisions/114";

const ENTRY_AND_DASHBOARD: Budget = { aim: 100, limits: { en: 118.3, km: 119.6 } };
const PRODUCT: Budget = { aim: 300, limits: { en: 380.2, km: 392.2 } };

/** What came after that aim, with the decision that says what it is for, and the files that it has beside {@link FILES_MAX}. */
const LATER: readonly { name: string; decision: number; files: number; kb: Readonly<Record<Language, number>> }[] = [
  { name: "broker accounts and their import", decision: 120, files: 3, kb: { en: 30, km: 32 } },
  { name: "first candles", decision: 128, files: 1, kb: { en: 0, km: 0 } },
  { name: "notifications", decision: 123, files: 4, kb: { en: 10.6, km: 11.3 } },
  { name: "money statements", decision: 121, files: 1, kb: { en: 3, km: 4 } },
  { name: "the account's channel", decision: 127, files: 0, kb: { en: 1.6, km: 1.6 } },
  { name: "insights", decision: 138, files: 1, kb: { en: 7.5, km: 8.2 } },
  { name: "the journal", decision: 141, files: 2, kb: { en: 14.6, km: 16 } },
  { name: "price alerts", decision: 129, files: 4, kb: { en: 25.5, km: 26.5 } },
  { name: "channels", decision: 134, files: 5, kb: { en: 12.6, km: 13.6 } },
  { name: "plans of orders", decision: 140, files: 0, kb: { en: 5.8, km: 6.3 } },
  { name: "replay", decision: 142, files: 2, kb: { en: 15.8, km: 16.5 } },
  { name: "skeletons outside the entry", decision: 144, files: 1, kb: { en: 0, km: 0 } },
  { name: "figures by group", decision: 143, files: 2, kb: { en: 11.8, km: 12.6 } },
  { name: "reminders and charts of notes", decision: 145, files: 0, kb: { en: 5.8, km: 5.9 } },
  { name: "questions to the client", decision: 148, files: 2, kb: { en: 3.8, km: 4.2 } },
  { name: "what came back, and what is asked", decision: 155, files: 0, kb: { en: 0.3, km: 0.3 } },
  { name: "the chart's file after the ticket's", decision: 156, files: 1, kb: { en: 3.1, km: 3.1 } },
  { name: "what is owed, and pictures of questions", decision: 159, files: 0, kb: { en: 0.4, km: 0.4 } },
  { name: "holders of payment methods", decision: 150, files: 1, kb: { en: 13.7, km: 13.9 } },
];
const later = (amountOf: (one: (typeof LATER)[number]) => number) => LATER.reduce((sum, one) => sum + amountOf(one), 0);

/** The files of each page beside the entry, up to the thing that its visitor came for. */
const PAGES: Readonly<Record<string, Budget>> = {
  // With candles that are drawn early, the private socket that tabs share, and the places of alerts: docs/decisions/127 to 129, 134, 138, 140 to 145.
  trading: { aim: 75, limits: { en: 120.9, km: 124.2 } },
  // docs/decisions/156.
  tradingOrders: { aim: 75, limits: { en: 86.1, km: 88.3 } },
  performance: { aim: 45, limits: { en: 47.5, km: 50.4 } },
  // What follows, by a plan of files that admins do not move: docs/decisions/163.
  performanceJournal: { aim: 20, limits: { en: 69.8, km: 74.4 } },
  performanceBreakdown: { aim: 20, limits: { en: 62, km: 65.8 } },
  performanceInsights: { aim: 20, limits: { en: 62, km: 65.8 } },
  performanceImport: { aim: 20, limits: { en: 88, km: 94.3 } },
  // docs/decisions/155.
  account: { aim: 20, limits: { en: 35.3, km: 38.5 } },
  // And 159.
  accountDeposit: { aim: 20, limits: { en: 48.3, km: 51.3 } },
  accountWithdraw: { aim: 20, limits: { en: 41.1, km: 45.4 } },
  accountHistory: { aim: 20, limits: { en: 35.3, km: 38.5 } },
  accountStatement: { aim: 20, limits: { en: 34.6, km: 35.1 } },
  profile: { aim: 20, limits: { en: 33.3, km: 36.6 } },
  settings: { aim: 20, limits: { en: 31, km: 32.9 } },
  depositReceipt: { aim: 20, limits: { en: 20, km: 20 } },
  notifications: { aim: 20, limits: { en: 22, km: 22.6 } },
  login: { aim: 20, limits: { en: 20, km: 20 } },
  // Heavier beside an entry that is lighter by 8: docs/decisions/117, 121, 123, 134 and 148.
  signUp: { aim: 20, limits: { en: 23.8, km: 21.7 } },
  verifyEmail: { aim: 20, limits: { en: 23.8, km: 21.7 } },
  forgotPassword: { aim: 20, limits: { en: 23.8, km: 21.7 } },
  resetPassword: { aim: 20, limits: { en: 23.8, km: 21.7 } },
};

/** Files in a language, of everything that a trader may load and of the entry. */
const FILES_MAX = 40;
const ENTRY_FILES_MAX = 2;

/** The code of admins, and what reads their files. */
const ADMIN_FILE = /\/admin[\w-]*-[a-z0-9]{8}\.js$/;

let outdir: string;
beforeAll(async () => {
  outdir = (await testBuild()).web;
});

const read = (path: string) => Bun.file(join(outdir, path)).text();

/** The size of each file of the build after brotli, bytes: most are of several pages. */
const sizes = new Map<string, number>();

async function kbOf(paths: Iterable<string>): Promise<number> {
  let sum = 0;
  for (const path of paths) {
    const size = sizes.get(path) ?? brotliCompressSync(await Bun.file(join(outdir, path)).bytes()).length;
    sizes.set(path, size);
    sum += size;
  }
  return sum / 1_024;
}

async function preloadsOf(document: string): Promise<Set<string>> {
  const html = await read(document);
  return new Set(preloadedScripts(html));
}

/** All that a trader may ever load, with what is loaded on demand. */
async function productOf(entry: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set(entry);
  // A set that grows while it is walked is walked to its end.
  for (const path of found) {
    for (const [, name] of (await read(path)).matchAll(/["`]\.\/([\w.-]+\.js)["`]/g)) {
      if (!ADMIN_FILE.test(`/${name}`)) found.add(`assets/${name}`);
    }
  }
  return found;
}

function expectWithin(name: string, kb: number, limit: number): void {
  const weight = `${name} weighs ${kb.toFixed(2)} KB, and may weigh ${limit}.`;
  expect(kb, `${weight} ${MORE_NEEDS}`).toBeLessThanOrEqual(limit);
}

describe.each([...LANGUAGES])("in %s", (language) => {
  const document = (name: string) => `${documentFolder(language)}${name}.html`;
  const appFiles = () => preloadsOf(document("app"));

  test("the entry is in two files, and within its budget with the dashboard", async () => {
    expect((await appFiles()).size).toBeWithin(1, ENTRY_FILES_MAX + 1);
    const kb = await kbOf(await preloadsOf(document("app/dashboard")));
    expect(kb).toBeGreaterThan(50);
    expectWithin("the entry with the dashboard", kb, ENTRY_AND_DASHBOARD.limits[language]);
  });

  test.each(Object.entries(PAGES))("the page %s is within its budget", async (page, { limits }) => {
    const all = await preloadsOf(document(`app/${page}`));
    const kb = await kbOf(all.difference(await appFiles()));
    expect(kb).toBeGreaterThan(0.5);
    expectWithin(`the page ${page}`, kb, limits[language]);
  });

  test("all that a trader may load is in few files, and within its budget", async () => {
    const files = await productOf(await appFiles());
    expect(files.size, MORE_NEEDS).toBeWithin(10, FILES_MAX + later(({ files }) => files) + 1);
    expectWithin("a trader's product", await kbOf(files), PRODUCT.limits[language] + later(({ kb }) => kb[language]));
  });
});

test("a limit is the aim, or above it", () => {
  for (const { aim, limits } of [ENTRY_AND_DASHBOARD, PRODUCT, ...Object.values(PAGES)]) {
    for (const limit of Object.values(limits)) expect(limit).toBeGreaterThanOrEqual(aim);
  }
});
