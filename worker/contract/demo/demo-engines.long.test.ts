import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { compareDemoEngines, DEMO_DIGESTS, DemoCoverage } from "../../../dev/test/compare-demo-engines.ts";
import { compareFeeding } from "../../../dev/test/compare-demo-feeding.ts";
import { logDigest } from "../../../dev/test/demo-digests.ts";
import { inChromium, inWorkerd, type RemoteFunction } from "../../../dev/test/other-runtimes.ts";
import { lacksBrowser } from "../../../web/test/browser.ts";

setDefaultTimeout(3_600_000);

/**
 * `DEMO_PROGRAMS=10000 bun test worker/contract/demo/demo-engines.long.test.ts` compares over a million quotes, which takes
 * some minutes.
 */
const PROGRAMS = Number(process.env.DEMO_PROGRAMS ?? 2_500);
const QUOTES_PER_PROGRAM = 100;
const PROGRAMS_AT_ONCE = 250;

const runtimes: RemoteFunction[] = [];
beforeAll(async () => {
  runtimes.push(await inWorkerd(DEMO_DIGESTS));
  if (!lacksBrowser()) runtimes.push(await inChromium(DEMO_DIGESTS));
}, 600_000);
afterAll(() => Promise.all(runtimes.map((runtime) => runtime.stop())));

test(`${PROGRAMS} programs have the same log from Bun, workerd, Chromium and the naive engine`, async () => {
  const coverage = new DemoCoverage();
  for (let firstSeed = 0; firstSeed < PROGRAMS; firstSeed += PROGRAMS_AT_ONCE) {
    const seeds = Array.from({ length: PROGRAMS_AT_ONCE }, (_, i) => firstSeed + i);
    const remote = runtimes.map((runtime) => runtime.call({ firstSeed, count: PROGRAMS_AT_ONCE }));
    const digests = seeds.map((seed) => logDigest(compareDemoEngines(seed, { coverage }))).join("\n");
    for (const found of await Promise.all(remote)) expect(found).toBe(digests);
  }
  expect(coverage.quotes).toBeGreaterThanOrEqual(PROGRAMS * QUOTES_PER_PROGRAM);
  expect(coverage.missing).toEqual([]);
});

test(`fed only the quotes that reach a level, the engine says the same of ${PROGRAMS} programs as fed every quote`, () => {
  const totals = { quotes: 0, fed: 0 };
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const { quotes, fed } = compareFeeding(seed);
    totals.quotes += quotes;
    totals.fed += fed;
  }
  expect(totals.quotes).toBeGreaterThanOrEqual(PROGRAMS * QUOTES_PER_PROGRAM);
  expect(totals.fed).toBeLessThan(totals.quotes / 2);
});
