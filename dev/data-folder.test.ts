import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeDataFolder } from "./data-folder.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tonle-data-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const take = (isFresh = false) => takeDataFolder(dir, { port: 8787, isFresh });
const heldBy = (pid: number) => writeFileSync(join(dir, "in-use.json"), JSON.stringify({ pid, port: 8787 }));
const files = (name: string) => existsSync(join(dir, name));

test("a folder that another process uses is refused with the way out, and nothing in it is deleted", () => {
  writeFileSync(join(dir, "dev.db"), "");
  heldBy(process.ppid);
  for (const isFresh of [false, true]) {
    expect(() => take(isFresh)).toThrow(`in use by process ${process.ppid} (http://localhost:8787)`);
    expect(() => take(isFresh)).toThrow("--data ANOTHER_FOLDER --port 8887");
  }
  expect([files("dev.db"), files("in-use.json")]).toEqual([true, true]);
});

test("a folder that was given back, or whose process ended without a word, is taken", async () => {
  take()();
  expect(files("in-use.json")).toBe(false);
  const ended = Bun.spawn([process.execPath, "--version"], { stdout: "ignore" });
  await ended.exited;
  heldBy(ended.pid);
  take()();
});

test("a fresh start deletes what a stack has left, and nothing else", () => {
  writeFileSync(join(dir, "letters.txt"), "");
  expect(() => take(true)).toThrow("no stack's folder");
  expect(files("letters.txt")).toBe(true);
  writeFileSync(join(dir, "dev.db"), "");
  take(true);
  expect([files("letters.txt"), files("dev.db"), files("in-use.json")]).toEqual([false, false, true]);
});
