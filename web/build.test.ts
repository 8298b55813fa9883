import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "./build.ts";

/** A sentence that only the developer page contains. */
const DESIGN_WORDS = "Every part in every state";
const DEADLINE_MS = 60_000;

let outdir: string;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), "web-build-"));
});
afterAll(async () => {
  await rm(outdir, { recursive: true });
});

async function scripts(files: readonly string[]): Promise<string> {
  const texts = files.filter((file) => file.endsWith(".js")).map((file) => Bun.file(join(outdir, file)).text());
  return (await Promise.all(texts)).join("\n");
}

describe("a production build", () => {
  let files: string[];
  beforeAll(async () => {
    ({ files } = await buildWeb({ outdir, production: true }));
  });

  test("puts documents at the root and everything else under assets with a hash", () => {
    expect(files).toContain("app.html");
    const others = files.filter((file) => !file.endsWith(".html"));
    expect(others.length).toBeGreaterThan(2);
    for (const file of others) expect(file).toMatch(/^assets\/[\w.-]+-[a-z0-9]{8}\.\w+$/);
  });

  test("contains no developer pages, no source maps and no development React", async () => {
    const code = await scripts(files);
    expect(code.length).toBeGreaterThan(100_000);
    expect(code.includes(DESIGN_WORDS)).toBe(false);
    expect(code.includes("jsxDEV")).toBe(false);
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  });

  test("serves the font as a separate file, with Latin glyphs only", async () => {
    const fonts = files.filter((file) => file.endsWith(".woff2"));
    expect(fonts.length).toBe(1);
    expect(await scripts(files)).toContain(`/${fonts[0]}`);
  });

  test("writes a document that complies with a strict content security policy", async () => {
    const html = await Bun.file(join(outdir, "app.html")).text();
    expect(html).toContain('<style id="_goober"></style>');
    expect(html).not.toMatch(/ style=| on\w+=/);
    for (const script of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect(script[1]).toContain(' src="/assets/');
      expect(script[2]).toBe("");
    }
  });
});

test("a development build has a separate developer page, and removes the assets of the last build", async () => {
  const before = await readdir(join(outdir, "assets"));
  const { files } = await buildWeb({ outdir, production: false });
  const code = await scripts(files);
  expect(code.includes(DESIGN_WORDS)).toBe(true);
  const after = (await readdir(join(outdir, "assets"))).map((name) => `assets/${name}`);
  expect(after.sort()).toEqual(files.filter((file) => file.startsWith("assets/")).sort());
  expect(before.some((name) => !after.includes(`assets/${name}`))).toBe(true);
});

test(
  "a watching build rebuilds when a source changes",
  async () => {
    spyOn(console, "info").mockImplementation(() => {});
    const build = await buildWeb({ outdir, production: false, watch: true });
    try {
      await rm(join(outdir, "app.html"));
      const now = new Date();
      await utimes(join(import.meta.dir, "app.html"), now, now);
      const deadline = Date.now() + DEADLINE_MS;
      while (!(await Bun.file(join(outdir, "app.html")).exists()) && Date.now() < deadline) await Bun.sleep(20);
      expect(await Bun.file(join(outdir, "app.html")).exists()).toBe(true);
    } finally {
      await build.close();
    }
  },
  DEADLINE_MS + 10_000,
);
