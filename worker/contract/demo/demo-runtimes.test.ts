import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { DEMO_DIGESTS } from "../../../dev/test/compare-demo-engines.ts";
import { demoDigests } from "../../../dev/test/demo-digests.ts";
import { receiptVerdicts } from "../../../dev/test/demo-receipts.ts";
import { inChromium, inWorkerd } from "../../../dev/test/other-runtimes.ts";
import { lacksBrowser } from "../../../web/test/browser.ts";

setDefaultTimeout(600_000);

const PROGRAMS = { firstSeed: 0, count: 100 };
const VERDICTS = { module: join(import.meta.dir, "../../../dev/test/demo-receipts.ts"), name: "receiptVerdicts" };
const CHECKED = { firstSeed: 0, count: 12 };

test("the engine says the same of random programs in workerd as in Bun", async () => {
  const workerd = await inWorkerd(DEMO_DIGESTS);
  try {
    expect(await workerd.call(PROGRAMS)).toBe(demoDigests(PROGRAMS));
  } finally {
    await workerd.stop();
  }
});

test("receipts and forgeries are judged in workerd as in Bun", async () => {
  const workerd = await inWorkerd(VERDICTS);
  try {
    const verdicts = receiptVerdicts(CHECKED);
    expect(await workerd.call(CHECKED)).toBe(verdicts);
    // A receipt as it is verifies, and its forgeries do not.
    const lines = verdicts.split("\n");
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) expect(line).toStartWith("true wrong_price wrong_quote ");
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

  test("receipts and forgeries are judged in Chromium as in Bun", async () => {
    const chromium = await inChromium(VERDICTS);
    try {
      expect(await chromium.call(CHECKED)).toBe(receiptVerdicts(CHECKED));
    } finally {
      await chromium.stop();
    }
  });
});
