import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertObjectsBelong, takeBackupFolder } from "./backup-folder.ts";
import { folderStore } from "./object-store.ts";
import type { Places } from "./places.ts";

const dir = mkdtempSync(join(tmpdir(), "tonle-backup-folder-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The places of a product, with buckets in a folder. */
function placesOf(source: string): Places {
  return { source, database: { url: "" }, bucket: (bucket) => folderStore(join(dir, source, bucket)) };
}
const [production, staging] = [placesOf("production"), placesOf("staging")];

test("a folder of backups takes those of one product alone", () => {
  const folder = join(dir, "backups");
  // One from before folders said whose they are.
  mkdirSync(folder);
  writeFileSync(join(folder, "tonle-2026.sql"), "");
  takeBackupFolder(folder, production);
  takeBackupFolder(folder, production);
  expect(() => takeBackupFolder(folder, staging)).toThrow("has backups of production, and this one is of staging");
});

test("objects of another product's backup are put into empty buckets alone", async () => {
  const folder = join(dir, "copy");
  takeBackupFolder(folder, production);
  await assertObjectsBelong(folder, staging);
  await staging.bucket("TAPE").put("tape/1", new Uint8Array([1]));
  await production.bucket("TAPE").put("tape/1", new Uint8Array([1]));
  await assertObjectsBelong(folder, production);
  await expect(assertObjectsBelong(folder, staging)).rejects.toThrow("the bucket TAPE of staging has objects already");
});
