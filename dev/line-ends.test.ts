import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

setDefaultTimeout(600_000);

const ROOT = join(import.meta.dir, "..");
/** Text, pictures, and the files of brokers, two of which have CRLF. */
const FILES = [
  ".gitattributes",
  "biome.json",
  "dev/start.ts",
  "web/install/pictures",
  "web/admin/imports/golden",
  "web/imports/golden",
];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tonle-line-ends-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...command], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

test("a clone has the repository's bytes, also where Git is set to write CRLF", () => {
  const original = join(folder, "original");
  for (const file of FILES) cpSync(join(ROOT, file), join(original, file), { recursive: true });
  const inOriginal = [
    "-C",
    original,
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@example.com",
    "-c",
    "core.autocrlf=false",
  ];
  git("init", "--quiet", original);
  git(...inOriginal, "add", "--all");
  git(...inOriginal, "commit", "--quiet", "--message", "files");
  git("-c", "core.autocrlf=true", "clone", "--quiet", original, "clone");

  const files = git("-C", original, "ls-files").trim().split("\n");
  expect(files.length).toBeGreaterThan(10);
  const differ = files.filter(
    (file) => !readFileSync(join(folder, "clone", file)).equals(readFileSync(join(original, file))),
  );
  expect(differ).toEqual([]);
});
