import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { DEMO_DIGESTS } from "../../../dev/test/compare-demo-engines.ts";
import { demoDigests } from "../../../dev/test/demo-digests.ts";
import { inChromium, inWorkerd } from "../../../dev/test/other-runtimes.ts";
import { lacksBrowser } from "../../../web/test/browser.ts";

setDefaultTimeout(600_000);

const PROGRAMS = { firstSeed: 0, count: 100 };

test("the engine says the same of random programs in workerd as in Bun", async () => {
  const workerd = await inWorkerd(DEMO_DIGESTS);
  try {
    expect(await workerd.call(PROGRAMS)).toBe(demoDigests(PROGRAMS));
  } finally {
    await workerd.stop();
  }
});

describe.skipIf(lacksBrowser())("in a browser", () => {
  test("the engine says the same of random programs in Chromium as in Bun", async () => {
    const chromium = await inChromium(DEMO_DIGESTS);
    try {
      expect(await chromium.call(PROGRAMS)).toBe(demoDigests(PROGRAMS));
    } finally {
      await chromium.stop();
    }
  });
});
