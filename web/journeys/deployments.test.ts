import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addEarlierFiles } from "../../dev/earlier-files.ts";
import { testBuild } from "../../dev/test/test-build.ts";
import { filesOf, readReleases, writeReleases } from "../release-files.ts";
import { collectComplaints, lacksBrowser, launchBrowser } from "../test/browser.ts";
import { serveDocument } from "../test/serve-document.ts";

setDefaultTimeout(600_000);

const TEXT = /\.(?:js|css|html|svg|webmanifest)$/;
const HASHED = /-(?<hash>[a-z0-9]{8})(?=\.\w+$)/;

describe.skipIf(lacksBrowser())("deployments under an open page", () => {
  let dir: string;
  let server: Awaited<ReturnType<typeof serveDocument>>;
  /** The folder that is served: that of the release that is deployed. A deployment replaces it as a whole. */
  const live = () => join(dir, "live");

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "tonle-deployments-"));
    const { web } = await testBuild();
    cpSync(web, join(dir, "first"), { recursive: true });
    symlinkSync(join(dir, "first"), live());
    server = await serveDocument(live());
  }, 600_000);
  afterAll(() => {
    server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** A release in which every file of the one before has another name, as after a change that all of them have a part in. */
  async function nextRelease(before: string, name: string): Promise<string> {
    const outdir = join(dir, name);
    const [known = {}] = await readReleases(join(dir, before));
    cpSync(join(dir, before), outdir, { recursive: true, filter: (path) => !path.endsWith("releases.json") });
    const own = new Set(Object.keys(known).map((path) => path.replace(/^assets\//, "")));
    const renamed = (file: string) => file.replace(HASHED, (_, hash: string) => `-${hash.slice(1)}${hash[0]}`);
    for (const file of readdirSync(join(outdir, "assets"))) {
      if (own.has(file)) renameSync(join(outdir, "assets", file), join(outdir, "assets", renamed(file)));
      else rmSync(join(outdir, "assets", file));
    }
    for (const path of readdirSync(outdir, { recursive: true, encoding: "utf8" }).filter((one) => TEXT.test(one))) {
      const text = readFileSync(join(outdir, path), "utf8");
      const changed = text.replaceAll(/[\w.-]+-[a-z0-9]{8}\.\w+/g, (file) => (own.has(file) ? renamed(file) : file));
      writeFileSync(join(outdir, path), changed);
    }
    const paths = readdirSync(join(outdir, "assets")).map((file) => `assets/${file}`);
    await writeReleases(outdir, [await filesOf(outdir, paths)]);
    return outdir;
  }

  /** Does with the files of a build as `bun run deploy` does. */
  async function deploy(before: string, name: string): Promise<void> {
    const outdir = await nextRelease(before, name);
    await addEarlierFiles(outdir, server.url, 0);
    symlinkSync(outdir, join(dir, "next"));
    renameSync(join(dir, "next"), live());
  }

  test("a page of two releases before opens screens that it has not loaded yet", async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.route("**/api/**", (route) => route.fulfill({ status: 401, json: { error: "unauthenticated" } }));
    const complaints = collectComplaints(page, /status of 401|the ways to log in are not known/);
    await page.goto(`${server.url}/login`);
    const link = page.getByRole("link", { name: "Sign up" });
    await link.waitFor();
    await deploy("first", "second");
    await deploy("second", "third");

    const [first = {}] = await readReleases(join(dir, "first"));
    const [third = {}] = await readReleases(live());
    expect(Object.keys(third).filter((path) => Object.hasOwn(first, path))).toEqual([]);
    const loaded: [path: string, status: number][] = [];
    page.on("response", (reply) => loaded.push([new URL(reply.url()).pathname.slice(1), reply.status()]));
    await link.click();
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    const late = loaded.filter(([path]) => path.endsWith(".js"));
    expect(late.length).toBeGreaterThan(0);
    for (const [path, status] of late) expect([path, Object.hasOwn(first, path), status]).toEqual([path, true, 200]);
    expect(complaints).toEqual([]);

    // A page that is opened now is of the newest release alone.
    const document = await (await fetch(`${server.url}/login`)).text();
    const named = [...document.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !Object.hasOwn(third, path))).toEqual([]);
    await browser.close();
  });
});
