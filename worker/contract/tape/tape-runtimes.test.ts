import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@noble/hashes/utils.js";
import { claimPorts } from "../../../dev/test/port-block.ts";
import { tapeVectors } from "../../../dev/test/tape-vectors.ts";
import { workerdCommand } from "../../../dev/workerd-command.ts";
import { startWorkerdProcess } from "../../../dev/workerd-process.ts";
import { lacksBrowser, launchBrowser } from "../../../web/test/browser.ts";
import { recordLeaf, sealSegment } from "./seal-segment.ts";
import { encodeRecords } from "./tape-codec.ts";
import { proofOf } from "./tape-proof.ts";
import { readRecordLine } from "./tape-record.ts";
import { NO_PREVIOUS_SEAL } from "./tape-seal.ts";

setDefaultTimeout(600_000);

const VECTORS = join(import.meta.dir, "../../../dev/test/tape-vectors.ts");

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "tonle-tape-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Bundles a program that uses `tapeVectors`, and returns the bundle's path. */
async function build(name: string, program: string): Promise<string> {
  const entry = join(dir, `${name}.ts`);
  writeFileSync(entry, `import { tapeVectors } from ${JSON.stringify(VECTORS)};\n${program}`);
  const built = await Bun.build({ entrypoints: [entry], outdir: join(dir, "built"), target: "browser", format: "esm" });
  const [file] = built.outputs;
  if (!file) throw new Error(`${name} does not build`);
  return file.path;
}

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
  const file = await build("worker", "export default { fetch: async () => new Response(await tapeVectors()) };");
  const ports = await claimPorts();
  const url = `http://127.0.0.1:${ports.first}`;
  const command = workerdCommand({ port: ports.first, file, dir: join(dir, "workerd"), settings: {}, objects: {} });
  const isUp = async () => (await fetch(url).catch(() => null))?.ok === true;
  const { kill } = await startWorkerdProcess({ name: "the vectors", command, isUp });
  try {
    expect(await (await fetch(url)).text()).toBe(await tapeVectors());
  } finally {
    await kill();
    ports.release();
  }
});

describe.skipIf(lacksBrowser())("in a browser", () => {
  test("Chromium computes the same of a fixed tape as Bun", async () => {
    const file = await build("page", "Object.assign(window, { tapeVectors });");
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ type: "module", path: file });
      await page.waitForFunction(() => "tapeVectors" in window);
      expect(await page.evaluate("tapeVectors()")).toBe(await tapeVectors());
    } finally {
      await browser.close();
    }
  });
});
