import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentFile, ROUTE, ROUTE_PATTERN, type RouteName } from "../worker/contract/addresses.ts";
import { buildWeb } from "./build.ts";
import { bundleFeatures } from "./bundle.ts";
import { preloadedScripts } from "./test/preloaded-scripts.ts";

/** A sentence that only the developer page contains. */
const DESIGN_WORDS = "Every part in every state";

setDefaultTimeout(600_000);

let outdir: string;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), "web-build-"));
});
afterAll(async () => {
  await rm(outdir, { recursive: true });
});

/** What is found by its name. */
const AT_THE_ROOT = ["service-worker.js", "manifest.webmanifest", "km/manifest.webmanifest"];

async function scripts(files: readonly string[]): Promise<string> {
  const texts = files.filter((file) => file.endsWith(".js")).map((file) => Bun.file(join(outdir, file)).text());
  return (await Promise.all(texts)).join("\n");
}

describe("a production build", () => {
  let files: string[];
  beforeAll(async () => {
    ({ files } = await buildWeb({ outdir, production: true }));
  });

  test("puts documents, manifests and the service worker at the root and everything else under assets with a hash", () => {
    for (const file of ["app.html", ...AT_THE_ROOT]) expect(files).toContain(file);
    const others = files.filter((file) => !file.endsWith(".html") && !AT_THE_ROOT.includes(file));
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

  test("serves fonts as separate files: the Latin one everywhere, the Khmer ones in Khmer documents alone", async () => {
    const fonts = files.filter((file) => file.endsWith(".woff2"));
    const [khmer, latin, name] = ["noto-sans-khmer", "inter", "assets/khmer"].map((part) =>
      fonts.filter((file) => file.includes(part)),
    );
    if (!khmer || !latin || !name) throw new Error("three kinds of fonts");
    expect([khmer.length, latin.length, name.length, fonts.length]).toEqual([2, 1, 1, 4]);
    const named = (html: string, font: string) => html.split(`/${font}`).length - 1;
    for (const [document, html] of await appDocuments(files)) {
      expect([document, ...latin.map((font) => named(html, font))]).toEqual([document, 2]);
      const isKhmer = document.startsWith("km/");
      const times = isKhmer ? 2 : 0;
      expect([document, ...khmer.map((font) => named(html, font))]).toEqual([document, times, times]);
      // The letters of the word for Khmer are not preloaded: where the system has them, they are never loaded.
      expect([document, ...name.map((font) => named(html, font))]).toEqual([document, isKhmer ? 0 : 1]);
    }
  });

  test("writes each document in each language, with its texts and scripts in no other", async () => {
    const [english, khmer] = [await read("app/dashboard.html"), await read("km/app/dashboard.html")];
    expect(english).toContain('<html lang="en"');
    expect(english).toContain("Total Balance");
    expect(khmer).toContain('<html lang="km"');
    expect(khmer).toContain("សម\u2060តុល្យ\u200Bសរុប");
    expect(khmer).not.toContain("Total Balance");
    const loaded = async (html: string) => {
      return (await Promise.all(preloadedScripts(html).map(read))).join("\n");
    };
    expect(await loaded(english)).toContain("Logout");
    expect(/[\u1780-\u17DD]{8}/.test(await loaded(english))).toBe(false);
    expect(await loaded(khmer)).toContain("ចាក\u2060ចេញ");
    expect(await loaded(khmer)).not.toContain("Logout");
  });

  test("gives the service worker an offline page in each language, with all that it loads and nothing inline", async () => {
    const worker = await read("service-worker.js");
    const pages = [...worker.matchAll(/<!doctype html>.*?<\/html>/g)].map(([html]) => html);
    expect(pages.map((html) => /lang="(\w+)"/.exec(html)?.[1])).toEqual(["en", "km"]);
    for (const html of pages) {
      expect(/ style=| on\w+=|<style|nonce/.exec(html)).toBeNull();
      const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path = ""]) => path);
      const kinds = new Set(named.map((path) => path.replace(/.*\./, "")));
      expect([...kinds].sort()).toEqual(["css", "js", "svg", "woff2"]);
      const sheet = await read(named.find((path) => path.endsWith(".css")) ?? "");
      const fonts = [...sheet.matchAll(/url\(\/([^)]+)\)/g)].map(([, path = ""]) => path);
      for (const path of [...named, ...fonts]) {
        expect(files).toContain(path);
        expect(worker).toMatch(new RegExp(`["\`]/${RegExp.escape(path)}["\`]`));
      }
    }
    const script = /type="module"[^>]* src="([^"]+app-[^"]+)"/.exec(await read("app.html"))?.[1];
    expect(worker).toContain(script ?? "no script");
  });

  test("writes a document for each route, and one for all other addresses", () => {
    const documents = new Set([...Object.keys(ROUTE), ...Object.keys(ROUTE_PATTERN)].map(fileOf));
    expect(files).toContain("app.html");
    for (const document of documents) expect(files).toContain(document);
    for (const document of documents) expect(files).toContain(`km/${document}`);
    expect(files).toContain("km/app.html");
  });

  test("writes documents that comply with a strict content security policy", async () => {
    for (const [name, html] of await appDocuments(files)) {
      expect([name, html.includes('<style id="_goober"></style>')]).toEqual([name, true]);
      expect([name, / style=| on\w+=/.exec(html)]).toEqual([name, null]);
      const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)];
      expect(scripts.length).toBeGreaterThan(0);
      for (const [, attributes, text] of scripts) {
        expect(attributes).toContain(' src="/assets/');
        expect(text).toBe("");
      }
    }
  });

  test("a document preloads all that its script and its screen import, so that nothing is found later", async () => {
    for (const [name, html] of await appDocuments(files)) {
      const preloaded = preloadedScripts(html);
      expect([name, preloaded.length > 0]).toEqual([name, true]);
      for (const path of preloaded) {
        const code = await Bun.file(join(outdir, path)).text();
        for (const [, imported = ""] of code.matchAll(/(?:from|import)["`]\.\/([\w.-]+\.js)["`]/g)) {
          expect([name, path, preloaded.includes(`assets/${imported}`)]).toEqual([name, path, true]);
        }
      }
    }
  });

  test("the document of a screen has its title, its place in the navigation and a spinner before any script", async () => {
    const html = await Bun.file(join(outdir, "app/accountDeposit.html")).text();
    expect(html).toContain("<title>Account · Tonle</title>");
    expect(html).toMatch(/<a [^>]*aria-current="?page"?[^>]*>(?:(?!<\/a>).)*Account<\/a>/);
    expect(html).toMatch(/role="?status"?[^>]*>.*Loading/);
    expect(html).not.toMatch(/\$\d|Logout/);
  });
});

const fileOf = (route: string) => {
  // The keys of both tables are routes.
  return documentFile(route as RouteName).slice(1);
};

async function appDocuments(files: readonly string[]): Promise<[name: string, html: string][]> {
  const names = files.filter((file) => /^(?:km\/)?app(?:\.html|\/)/.test(file));
  return await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await read(name)]));
}

const read = (name: string) => Bun.file(join(outdir, name)).text();

test("a module that is loaded on demand and that no feature names does not build", async () => {
  const unplanned = bundleFeatures({ offline: "install/offline.ts" }, [], {
    language: "en",
    production: true,
    filesMax: 1,
  });
  await expect(unplanned).rejects.toThrow("no feature of web/chunk-plan.ts loads install/offline.ts");
});

test("a watching development build has a developer page, removes the last build's assets, and rebuilds on a change", async () => {
  spyOn(console, "info").mockImplementation(() => {});
  const before = await readdir(join(outdir, "assets"));
  const build = await buildWeb({ outdir, production: false, watch: true });
  try {
    const { files } = build;
    expect((await scripts(files)).includes(DESIGN_WORDS)).toBe(true);
    const after = (await readdir(join(outdir, "assets"))).map((name) => `assets/${name}`);
    expect(after.sort()).toEqual(files.filter((file) => file.startsWith("assets/")).sort());
    expect(before.some((name) => !after.includes(`assets/${name}`))).toBe(true);

    await rm(join(outdir, "app.html"));
    // A touch is a change, too, and its times stay: the test's clock is not that of files.
    const source = join(import.meta.dir, "app.html");
    const { atime, mtime } = await stat(source);
    await utimes(source, atime, mtime);
    // A build that never comes ends with the test's own time.
    while (!(await Bun.file(join(outdir, "app.html")).exists())) await Bun.sleep(20);
  } finally {
    await build.close();
  }
});
