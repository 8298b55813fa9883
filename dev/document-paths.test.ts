import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "..");
const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)];
const DOCUMENTS = [...scan("docs/**/*.md"), "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md"].sort();
const FOLDERS = ["worker", "web", "db", "dev", "bench", "docs"];
const FILES = [...FOLDERS.flatMap((folder) => scan(`${folder}/**/*`)), ...scan("*")];

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Stands for any name: `x-text.ts`, `db/guards/x.sql`, `*-store.ts`, `docs/decisions/NNN-title.md`. */
const ANY_NAME = /(?:^|[/-])x\b|[*<>{}]|[A-Z]{3}|^\.km\.ts$/;
const SOURCE = /^[\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|sql|md)$/;

/** Whether a path is that of a file or folder: a whole one, or the end of one, as a document of a part may leave out its folder. */
function isThere(path: string): boolean {
  const bare = path.replace(/\/$/, "");
  return existsSync(join(ROOT, bare)) || FILES.some((file) => file.endsWith(`/${bare}`));
}

/** The paths of the repository that a document names in backticks. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted = ""]) => quoted);
  return quoted.filter((one) => {
    if (ANY_NAME.test(one) && !existsSync(join(ROOT, one))) return false;
    const [top = ""] = one.split("/");
    return SOURCE.test(one) || (one.includes("/") && FOLDERS.includes(top) && /^[\w./-]+$/.test(one));
  });
}

describe.each(DOCUMENTS)("%s", (document) => {
  const text = read(document);

  test("names files and folders that are there", () => {
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([]);
  });

  test("has links to files that are there", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const local = links.filter((link) => !/^(?:https?:|mailto:|#)/.test(link));
    const dead = local.filter(
      (link) => !existsSync(join(ROOT, normalize(join(dirname(document), link.split("#")[0] ?? "")))),
    );
    expect(dead).toEqual([]);
  });

  test("names decisions that are there", () => {
    const numbers = [
      ...text.matchAll(/[Dd]ecisions? (\d{3})/g),
      ...text.matchAll(/uperseded (?:in part )?by (\d{3})/g),
    ];
    const dead = numbers.filter(([, number]) => !FILES.some((file) => file.startsWith(`docs/decisions/${number}-`)));
    expect(dead.map(([found]) => found)).toEqual([]);
  });
});

test("a decision that replaces a part of another says so there", () => {
  const replaced = scan("docs/decisions/*.md").flatMap((path) => {
    const [, own = ""] = /\/(\d{3})-/.exec(path) ?? [];
    return [...read(path).matchAll(/(?:supersedes|replaces) (?:decision )?(\d{3})/gi)].map(([, other = ""]) => ({
      own,
      other,
    }));
  });
  const silent = replaced.filter(({ own, other }) => {
    const path = FILES.find((file) => file.startsWith(`docs/decisions/${other}-`)) ?? "";
    return !read(path).includes(own);
  });
  expect(silent).toEqual([]);
});

test("names that the recipes give to places of a file are in it", () => {
  const recipes = read("docs/recipes.md").replaceAll(/\n +/g, " ");
  const given = [...recipes.matchAll(/`(\w+)`(?: and `(\w+)`)? (?:of|in) `([^`]+\.tsx?)`/g)].flatMap(
    ([, first = "", second, path = ""]) => [first, ...(second ? [second] : [])].map((name) => ({ name, path })),
  );
  expect(given.length).toBeGreaterThan(15);
  expect(given.filter(({ name, path }) => !new RegExp(`\\b${name}\\b`).test(read(path)))).toEqual([]);
});

test("the steps of the recipes name the test that finds them by a file that is there", () => {
  const named = [...read("docs/recipes.md").matchAll(/test:\s+`([^`]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !/\.test\.tsx?$/.test(path) || !existsSync(join(ROOT, path)))).toEqual([]);
});

describe("CHANGELOG.md", () => {
  const [, ...versions] = read("CHANGELOG.md").split(/^## /m);
  const titles = versions.map((version) => version.split("\n")[0] ?? "");

  test("has what is not released on top, then versions by their dates, newest first", () => {
    const [first, ...dates] = titles;
    expect(first).toBe("Unreleased");
    expect(dates.filter((date) => !/^\d{4}-\d{2}-\d{2}$/.test(date))).toEqual([]);
    expect(dates).toEqual([...new Set(dates)].sort().reverse());
  });

  test.each(versions.map((version) => [version.split("\n")[0], version]))(
    "%s has at most 60 lines",
    (_, version = "") => {
      expect(version.trimEnd().split("\n").length - 1).toBeLessThanOrEqual(60);
    },
  );
});
