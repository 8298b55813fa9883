import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { bytesToHex } from "@noble/hashes/utils.js";
import { inChromium, inWorkerd } from "../../../dev/test/other-runtimes.ts";
import { tapeVectors } from "../../../dev/test/tape-vectors.ts";
import { lacksBrowser } from "../../../web/test/browser.ts";
import { recordLeaf, sealSegment } from "./seal-segment.ts";
import { encodeRecords } from "./tape-codec.ts";
import { proofOf } from "./tape-proof.ts";
import { readRecordLine } from "./tape-record.ts";
import { NO_PREVIOUS_SEAL } from "./tape-seal.ts";

setDefaultTimeout(600_000);

const VECTORS = { module: join(import.meta.dir, "../../../dev/test/tape-vectors.ts"), name: "tapeVectors" };

test("the documentation's example has the hashes and bytes that it says, which never change", async () => {
  const page = await Bun.file(join(import.meta.dir, "../../../docs/tape.md")).text();
  const lines = [...page.matchAll(/^ {4}(\d+ \d+ .+)$/gm)].map(([, line]) => line ?? "");
  const records = lines.map(readRecordLine);
  const seal = sealSegment(records, NO_PREVIOUS_SEAL);
  const [first] = records;
  expect(records.map(({ type }) => type)).toEqual(["quote", "gap", "switch", "disagreement", "quote"]);
  expect(seal.seal).toBe("01a5225b1b7d4042f8cf67b91651986f005b22cc8bcdf36420c4f58fb3a07aa5");

  const hashes = [seal.root, seal.seal, ...proofOf(records, 43).path, first ? bytesToHex(recordLeaf(first)) : ""];
  const texts = [...page.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);
  expect(texts).toEqual(expect.arrayContaining(hashes));
  const bytesText = /in hexadecimal:\n\n((?: {4}[0-9a-f]+\n)+)/.exec(page)?.[1]?.replaceAll(/\s/g, "");
  expect(bytesToHex(encodeRecords(records))).toBe(bytesText ?? "");
});

test("workerd computes the same of a fixed tape as Bun", async () => {
  const workerd = await inWorkerd(VECTORS);
  try {
    expect(await workerd.call()).toBe(await tapeVectors());
  } finally {
    await workerd.stop();
  }
});

describe.skipIf(lacksBrowser())("in a browser", () => {
  test("Chromium computes the same of a fixed tape as Bun", async () => {
    const chromium = await inChromium(VECTORS);
    try {
      expect(await chromium.call()).toBe(await tapeVectors());
    } finally {
      await chromium.stop();
    }
  });
});
