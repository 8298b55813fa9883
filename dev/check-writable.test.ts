import { expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOnlyLine } from "./check-writable.ts";

test("a folder that can be written to stays as it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "tonle-writable-"));
  expect(readOnlyLine(folder)).toBe(null);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("a folder that cannot is named in one line", () => {
  const own = mkdtempSync(join(tmpdir(), "tonle-read-only-"));
  chmodSync(own, 0o555);
  // Modes do not bind the super-user, whom the kernel's own folder refuses.
  const folder = process.getuid?.() === 0 ? "/sys" : own;
  expect(readOnlyLine(folder)).toBe(
    `${folder} is read-only: packages, builds and data are written into it. Copy it to a folder of your own.`,
  );
  rmSync(own, { recursive: true });
});

test("the product's start and the tests say so before they install anything", async () => {
  const { scripts } = await Bun.file(join(import.meta.dir, "../package.json")).json();
  expect(scripts.dev).toMatch(/^bun dev\/check-writable\.ts && bun install /);
  const runTests = await Bun.file(join(import.meta.dir, "run-tests.ts")).text();
  const [check = -1, write] = ["\nexitIfReadOnly();", "rmSync(LOGS"].map((text) => runTests.indexOf(text));
  expect(check).toBeGreaterThan(0);
  expect(check).toBeLessThan(write ?? 0);
});
