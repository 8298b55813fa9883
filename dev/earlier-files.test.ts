import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesOf, parseReleases, readReleases, writeReleases } from "../web/release-files.ts";
import { addEarlierFiles } from "./earlier-files.ts";

setDefaultTimeout(600_000);

const dir = mkdtempSync(join(tmpdir(), "tonle-releases-"));
/** The folder that the product serves; a deployment replaces it. */
const live = join(dir, "live");
/** The answer of the product for the next request, instead of a file. */
let faults: Response[] = [];
const product = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const file = Bun.file(join(live, new URL(request.url).pathname));
    return faults.shift() ?? ((await file.exists()) ? new Response(file) : new Response("", { status: 404 }));
  },
});
afterAll(async () => {
  await product.stop(true);
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(live, { recursive: true, force: true });
  mkdirSync(live);
  faults = [];
});

/** A build with a file of its own beside one that all of them have. */
async function build(name: string): Promise<string> {
  const outdir = join(dir, `build-${name}`);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(join(outdir, "assets"), { recursive: true });
  const files = { [`assets/page-${name}.js`]: `page of ${name}`, "assets/font.woff2": "font" };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(outdir, path), text);
  writeFileSync(join(outdir, "index.html"), name);
  writeFileSync(join(outdir, "service-worker.js"), name);
  await writeReleases(outdir, [await filesOf(outdir, Object.keys(files))]);
  return outdir;
}

const add = (outdir: string) => addEarlierFiles(outdir, product.url.origin, 0);

async function deploy(name: string) {
  const outdir = await build(name);
  const added = await add(outdir);
  rmSync(live, { recursive: true });
  cpSync(outdir, live, { recursive: true });
  return added;
}
const assets = () => readdirSync(join(live, "assets")).sort();

test("files of the last two releases are part of the next one, and no older ones; documents are the new ones alone", async () => {
  expect(await deploy("a")).toBeNull();
  expect(await deploy("b")).toEqual({ releases: 1, files: 1, bytes: "page of a".length });
  expect(await deploy("c")).toEqual({ releases: 2, files: 2, bytes: "page of a".length * 2 });
  expect(assets()).toEqual(["font.woff2", "page-a.js", "page-b.js", "page-c.js"]);
  await deploy("d");
  expect(assets()).toEqual(["font.woff2", "page-b.js", "page-c.js", "page-d.js"]);
  expect(readFileSync(join(live, "assets/page-b.js"), "utf8")).toBe("page of b");
  for (const name of ["index.html", "service-worker.js"]) expect(readFileSync(join(live, name), "utf8")).toBe("d");
  const releases = await readReleases(live);
  expect(releases.map((release) => Object.keys(release)[1])).toEqual(
    ["d", "c", "b"].map((name) => `assets/page-${name}.js`),
  );
});

test("the same build deployed again pushes out no release", async () => {
  for (const name of ["a", "b", "c"]) await deploy(name);
  await deploy("c");
  await deploy("c");
  expect(assets()).toEqual(["font.woff2", "page-a.js", "page-b.js", "page-c.js"]);
});

test("a product without a list has no earlier files, and one that does not answer stops the deployment", async () => {
  expect(await add(await build("a"))).toBeNull();
  await deploy("a");
  const next = await build("b");
  faults = [new Response("", { status: 503 }), new Response("", { status: 503 })];
  expect((await add(next))?.releases).toBe(1);
  faults = Array.from({ length: 3 }, () => new Response("", { status: 503 }));
  await expect(add(await build("b"))).rejects.toThrow("does not answer: status 503");
});

test("a file that is gone or is not the one that was deployed stops it", async () => {
  await deploy("a");
  writeFileSync(join(live, "assets/page-a.js"), "something else");
  await expect(add(await build("b"))).rejects.toThrow("is not the file that was deployed");
  rmSync(join(live, "assets/page-a.js"));
  await expect(add(await build("b"))).rejects.toThrow("is gone");
  expect(existsSync(join(dir, "build-b/assets/page-a.js"))).toBe(false);
});

test("a list cannot name a file outside of the assets", () => {
  const digest = "0".repeat(64);
  for (const path of ["index.html", "assets/../index.html", "assets/a/../../x.js", "/assets/a.js", "assets/.."]) {
    expect(() => parseReleases(JSON.stringify([{ [path]: digest }]))).toThrow();
  }
  expect(() => parseReleases(JSON.stringify([{ "assets/a.js": "short" }]))).toThrow();
});
