import { type FSWatcher, watch as watchFolder } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { documentFolder, manifestPath, SERVICE_WORKER_PATH } from "../worker/contract/addresses.ts";
import { LANGUAGE_DEFAULT, LANGUAGES, type Language } from "../worker/contract/languages.ts";
import { type Bundle, type BundleOptions, bundleAlone, bundleFeatures, WEB } from "./bundle.ts";
import { APP_FEATURES, type Feature, LANDING_FEATURES } from "./chunk-plan.ts";
import type { OfflinePage } from "./install/offline-page.tsx";
import { filesOf, RELEASES_FILE, writeReleases } from "./release-files.ts";
import { documentFonts, otherLetters } from "./ui/language-fonts.ts";

const REPOSITORY = resolve(WEB, "..");

/** The most files that the application has in one language, with that of admins and those of later features (decisions 121 and 134): each is a request, and is compressed by itself. */
const FILES_MAX = 71;

/** The documents that others are made of, and the files that they name beside their script. */
const ICON = "./ui/favicon.svg";
const FONT = "./ui/inter.woff2";

/** Changes come in bursts (a save writes twice, a checkout hundreds of files): one build covers a burst. */
const WATCH_PAUSE_MS = 50;

/** Options of a web build. */
export type WebBuildOptions = {
  /** The output folder; stale files under its `assets/` are removed. */
  outdir: string;
  /** Production is minified, without source maps and without developer pages. */
  production: boolean;
  /**
   * Rebuilds when a source changes, until `close` is called; a failed build logs its error and keeps the last good one.
   */
  watch?: boolean;
};

/** A finished web build. */
export type WebBuild = {
  /** The written files, relative to `outdir`. */
  files: string[];
  /** Stops watching, and waits for a build that is under way. */
  close(): Promise<void>;
};

/**
 * Bundles the web client, once for each language: documents at the root of `outdir` and those of other languages in a
 * folder of their own, everything they load under `assets/` with a content hash in its name.
 * @throws Error with the bundler's messages when a source does not build
 */
export async function buildWeb({ outdir, production, watch = false }: WebBuildOptions): Promise<WebBuild> {
  const files = await buildOnce({ outdir, production });
  // Last, because the platform's dev server watches the folder and exits when a file disappears while it scans.
  await removeStaleAssets(outdir, files);
  return { files, close: watch ? rebuildOnChange({ outdir, production }) : async () => {} };
}

async function buildOnce(options: Omit<WebBuildOptions, "watch">): Promise<string[]> {
  const { outdir } = options;
  const pictures = await copyPictures(outdir);
  const shared: BundleOptions = { language: LANGUAGE_DEFAULT, production: options.production };
  const threads = {
    fileReader: await buildAlone(FILE_READER, THREADS.fileReader, shared, outdir),
    findings: await buildAlone(FINDINGS, THREADS.findings, shared, outdir),
  };
  const builds: LanguageBuild[] = [];
  // One after another: both write the files that are the same in all languages.
  for (const language of LANGUAGES) {
    builds.push(await buildLanguage(language, { pictures, threads }, options));
  }
  const worker = await buildServiceWorker(builds, pictures, options);
  await Bun.write(join(outdir, "_headers"), ASSET_HEADERS);
  const files = [
    ...new Set([
      ...Object.values(pictures),
      ...builds.flatMap((build) => build.files),
      ...Object.values(threads),
      worker,
    ]),
  ];
  // What a deployment of the next release reads: `dev/earlier-files.ts`.
  if (options.production) await writeReleases(outdir, [await filesOf(outdir, files)]);
  return files;
}

/** What the build of a language gives to the service worker. */
type LanguageBuild = { files: string[]; language: Language; appScript: string; offlinePage: OfflinePage };

async function buildLanguage(
  language: Language,
  { pictures, threads }: { pictures: Readonly<Record<string, string>>; threads: Threads },
  { outdir, production }: Omit<WebBuildOptions, "watch">,
): Promise<LanguageBuild> {
  const options = { language, production };
  const fontFiles: string[] = [];
  const copyFont = async (name: string) => {
    const [path = ""] = await copyFiles([name], outdir);
    fontFiles.push(path);
    return `/${path}`;
  };
  const [app, landing, assets, fonts, offlineScript] = await Promise.all([
    bundleApp(options, threads),
    bundleLanding(options),
    copyFiles([ICON, FONT], outdir),
    documentFonts(language, copyFont),
    buildAlone(OFFLINE, "assets/offline.js", options, outdir),
  ]);
  const bundled = [...app.files, ...landing.files];
  await Promise.all(bundled.map(({ path, content }) => Bun.write(join(outdir, path), content)));
  const [icon = "", inter = ""] = assets;
  const names = { [ICON]: icon, [FONT]: inter };
  const appScript = await writeTemplate("app.html", APP_ENTRY, app, { outdir, language, names });
  await writeTemplate("index.html", LANDING_ENTRY, landing, { outdir, language, names });
  const files = {
    ...filesByModule(app, APP_FEATURES),
    ...filesByModule(landing, LANDING_FEATURES),
    [OFFLINE]: [offlineScript],
  };
  const parts = [files, fonts, withSlashes(pictures)].map((part) => JSON.stringify(part));
  const given = [resolve(outdir), ...parts, language];
  const [pages, documents, [offline = ""]] = await Promise.all([
    prerender("landing/prerender.tsx", given),
    prerender("documents/prerender-app.tsx", given),
    prerender("documents/prerender-install.tsx", given),
  ]);
  // The program of the line before prints one.
  const offlinePage = JSON.parse(offline) as OfflinePage;
  return {
    files: [
      ...bundled.map(({ path }) => path),
      ...assets,
      ...fontFiles,
      ...pages,
      ...documents,
      ...[manifestPath(language), ...offlinePage.files].map(withoutSlash),
    ],
    language,
    appScript: `/${appScript}`,
    offlinePage,
  };
}

const APP_ENTRY = "main.tsx";
const LANDING_ENTRY = "landing/landing-entry.ts";

/** Bundles the application. @param threads the paths of the scripts of its threads; any, where nothing is run */
export async function bundleApp(options: BundleOptions, threads: Threads = THREADS): Promise<Bundle> {
  const entries = {
    app: APP_ENTRY,
    early: "documents/early-balance.ts",
    "early-candles": "documents/early-candles.ts",
  };
  // The build in that language copies these files.
  const letters = await otherLetters(options.language, async (name) => `/${(await assetOf(name)).path}`);
  const define = {
    OTHER_LETTERS: JSON.stringify(letters),
    FILE_READER_SCRIPT: JSON.stringify(`/${threads.fileReader}`),
    FINDINGS_SCRIPT: JSON.stringify(`/${threads.findings}`),
  };
  return await bundleFeatures(entries, APP_FEATURES, { ...options, define, filesMax: FILES_MAX });
}

/** Bundles the landing page apart from the application, so that what it loads follows from what it does alone. */
export function bundleLanding(options: BundleOptions): Promise<Bundle> {
  return bundleFeatures({ index: LANDING_ENTRY }, LANDING_FEATURES, { ...options, filesMax: FILES_MAX });
}

/** Writes a document with the names of the build. @returns the path of its script */
async function writeTemplate(
  document: string,
  entry: string,
  { scripts }: Bundle,
  { outdir, language, names }: { outdir: string; language: Language; names: Readonly<Record<string, string>> },
): Promise<string> {
  const script = scripts.get(entry)?.path;
  if (!script) throw new Error(`no script of ${document}`);
  let html = await Bun.file(join(WEB, document)).text();
  for (const [source, path] of Object.entries({ ...names, [`./${entry}`]: script })) {
    if (!html.includes(`"${source}"`)) throw new Error(`no ${source} in ${document}`);
    html = html.replaceAll(`"${source}"`, `"/${path}"`);
  }
  html = html.replaceAll('<script type="module"', '<script type="module" crossorigin');
  await Bun.write(join(outdir, `${documentFolder(language)}${document}`), html);
  return script;
}

/** The script of the page that is shown without a connection. */
const OFFLINE = "install/offline.ts";

/** The script that reads files of trades in a thread of its own. It has no texts, so all languages share it. */
const FILE_READER = "imports/file-reader.ts";
/** The script that looks for findings, also in a thread and without texts. */
const FINDINGS = "insights/findings-thread.ts";

/** The paths of the scripts of threads, before their content is in their names. */
const THREADS = { fileReader: "assets/file-reader.js", findings: "assets/findings.js" };
type Threads = typeof THREADS;

/** The entry of the service worker, which is one for all languages. */
const SERVICE_WORKER = "service-worker/service-worker.ts";

/** Its name is fixed, as a browser finds the next version by it. */
async function buildServiceWorker(
  builds: readonly LanguageBuild[],
  pictures: Readonly<Record<string, string>>,
  { outdir, production }: Omit<WebBuildOptions, "watch">,
): Promise<string> {
  const pages = Object.fromEntries(builds.map(({ language, offlinePage }) => [language, offlinePage]));
  const define = {
    OFFLINE_PAGES: JSON.stringify(pages),
    APP_SCRIPTS: JSON.stringify(builds.map(({ appScript }) => appScript)),
    PUSH_ICON: JSON.stringify(`/${pictures["icon-192"]}`),
  };
  const options: BundleOptions = { language: LANGUAGE_DEFAULT, production, define };
  return await buildAlone(SERVICE_WORKER, SERVICE_WORKER_PATH.slice(1), options, outdir);
}

/**
 * @param file where it is written; among the assets with a content hash in its name
 * @returns its path in the output folder
 */
async function buildAlone(source: string, file: string, options: BundleOptions, outdir: string): Promise<string> {
  const code = await bundleAlone(source, options);
  const path = file.startsWith("assets/") ? file.replace(/(?=\.js$)/, `-${hashOf(code)}`) : file;
  await Bun.write(join(outdir, path), code);
  return path;
}

/** The icons and the picture of a link, which `web/test/draw-icons.tsx` draws. */
const PICTURES = ["icon-192", "icon-512", "icon-maskable-512", "touch-icon-180", "social-preview"];

/** Writes the pictures among the assets. @returns their paths by their names */
async function copyPictures(outdir: string): Promise<Record<string, string>> {
  const paths = await copyFiles(
    PICTURES.map((name) => `./install/pictures/${name}.png`),
    outdir,
  );
  return Object.fromEntries(PICTURES.map((name, place) => [name, paths[place] ?? ""]));
}

/** The path in the output folder of an address. */
function withoutSlash(address: string): string {
  return address.slice(1);
}

/** Paths in the output folder as addresses. */
function withSlashes(paths: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `/${path}`]));
}

/** Writes files among the assets, with a content hash in their names. @returns their paths in the output folder */
function copyFiles(names: readonly string[], outdir: string): Promise<string[]> {
  return Promise.all(
    names.map(async (name) => {
      const { path, content } = await assetOf(name);
      await Bun.write(join(outdir, path), content);
      return path;
    }),
  );
}

/** A file of a package or of `web`, and its path among the assets. */
async function assetOf(name: string): Promise<{ path: string; content: Uint8Array }> {
  const content = await Bun.file(Bun.resolveSync(name, WEB)).bytes();
  const ending = extname(name);
  return { path: `assets/${basename(name, ending)}-${hashOf(content)}${ending}`, content };
}

/** Eight characters, as the bundler has them in its names. */
function hashOf(bytes: Uint8Array | string): string {
  return Bun.hash(bytes).toString(36).padStart(8, "0").slice(-8);
}

/** For the platform, which serves these files without calling the Worker: a hashed name is immutable, the list of releases is not. */
const ASSET_HEADERS = `/assets/*
  Cache-Control: public, max-age=31536000, immutable
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin

/${RELEASES_FILE}
  Cache-Control: no-cache
  X-Content-Type-Options: nosniff
  Strict-Transport-Security: max-age=31536000; includeSubDomains
`;

/** The scripts that each module of a feature needs: its own file and those that it imports, by the path of the module in `web`. */
function filesByModule({ scripts }: Bundle, features: readonly Feature[]): Record<string, string[]> {
  const byPath = new Map([...scripts.values()].map((script) => [script.path, script]));
  const filesOf = (first: string) => {
    const found = new Set([first]);
    // A set that grows while it is walked is walked to its end.
    for (const path of found) for (const next of byPath.get(path)?.imports ?? []) found.add(next);
    return [...found];
  };
  const modules = features.flatMap((feature) => feature.modules);
  return Object.fromEntries(
    modules.flatMap((module) => {
      const path = scripts.get(module)?.path;
      return path ? [[module, filesOf(path)]] : [];
    }),
  );
}

/**
 * Prerenders documents into the output folder, in a separate process: this one may have a simulated DOM, into which
 * goober would write its styles, and it caches the sources that it has imported.
 * @param program its path in `web`
 * @returns the files, relative to the output folder
 * @throws Error with the process's output when a page does not render
 */
async function prerender(program: string, given: readonly string[]): Promise<string[]> {
  const preload = ["--preload", join(WEB, "documents/load-language.ts")];
  const child = Bun.spawn([process.execPath, ...preload, join(WEB, program), ...given], {
    env: { ...process.env, NODE_ENV: "production" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [names, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await child.exited) !== 0) throw new Error(`the prerendered pages do not render:\n${complaints}`);
  return names.trim().split("\n");
}

/** Removes the assets of earlier builds. */
async function removeStaleAssets(outdir: string, files: readonly string[]): Promise<void> {
  for (const name of await readdir(join(outdir, "assets"))) {
    const path = join("assets", name);
    if (!files.includes(path)) await rm(join(outdir, path));
  }
}

function rebuildOnChange(options: Omit<WebBuildOptions, "watch">): () => Promise<void> {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  function rebuild(): void {
    running = running.then(async () => {
      const startedAt = performance.now();
      try {
        await buildOnce(options);
        console.info(`web built in ${Math.round(performance.now() - startedAt)} ms`);
      } catch (error) {
        console.error("web not built:", error);
      }
    });
  }

  const sources = [WEB, join(REPOSITORY, "worker", "contract")];
  const watchers: FSWatcher[] = sources.map((folder) =>
    watchFolder(folder, { recursive: true }, () => {
      clearTimeout(pause);
      pause = setTimeout(rebuild, WATCH_PAUSE_MS);
    }),
  );
  return () => {
    clearTimeout(pause);
    for (const watcher of watchers) watcher.close();
    return running;
  };
}

if (import.meta.main) {
  const startedMs = performance.now();
  const { files } = await buildWeb({ outdir: join(REPOSITORY, "dist"), production: true });
  console.info(`web built in ${Math.round(performance.now() - startedMs)} ms: ${files.length} files in dist`);
}
