import { type FSWatcher, watch as watchFolder } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { BuildMetafile, BunPlugin } from "bun";
import { documentFolder, manifestPath, SERVICE_WORKER_PATH } from "../worker/contract/addresses.ts";
import { LANGUAGE_DEFAULT, LANGUAGES, type Language } from "../worker/contract/languages.ts";
import { languagePlugins } from "./build-language.ts";
import type { OfflinePage } from "./install/offline-page.tsx";
import { filesOf, RELEASES_FILE, writeReleases } from "./release-files.ts";
import { documentFonts } from "./ui/language-fonts.ts";

const WEB = import.meta.dir;
const REPOSITORY = resolve(WEB, "..");

/**
 * The application's document and the template of the prerendered pages; the bundler reaches everything else from them.
 */
const DOCUMENTS = ["app.html", "index.html"];

/** A script of documents that runs before their application: an entry of its own, so that its chunks have no React. */
const EARLY = "documents/early-balance";

/** Smaller chunks are joined where that makes nothing load earlier. In bytes of source. */
const CHUNK_BYTES_MIN = 4_096;

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
 * @throws AggregateError with the bundler's messages when a source does not build
 */
export async function buildWeb({ outdir, production, watch = false }: WebBuildOptions): Promise<WebBuild> {
  const files = await buildOnce({ outdir, production });
  // Last, because the platform's dev server watches the folder and exits when a file disappears while it scans.
  await removeStaleAssets(outdir, files);
  return { files, close: watch ? rebuildOnChange({ outdir, production }) : async () => {} };
}

const SIGNALS = Bun.resolveSync("@preact/signals-core", join(REPOSITORY, "node_modules", "@preact", "signals-react"));

/**
 * A module without components (`.ts`) takes its signals from the core, so that the landing page's script has no React in
 * it; hooks come from `@preact/signals-react/runtime`. Both names must mean the same file: two copies of the core would
 * not notice each other's changes.
 */
const signalsWithoutReact: BunPlugin = {
  name: "signals-core-alone",
  setup(build) {
    build.onResolve({ filter: /^@preact\/signals-(react|core)$/ }, ({ path, importer }) =>
      path.endsWith("core") || importer.endsWith(".ts") ? { path: SIGNALS } : undefined,
    );
  },
};

/** React has had this hook since version 18; the signals library imports it from a package for older ones. */
const hookOfReact: BunPlugin = {
  name: "hook-of-react",
  setup(build) {
    build.onResolve({ filter: /^use-sync-external-store\/shim/ }, () => ({ path: Bun.resolveSync("react", WEB) }));
  },
};

async function buildOnce(options: Omit<WebBuildOptions, "watch">): Promise<string[]> {
  const { outdir } = options;
  const pictures = await copyPictures(outdir);
  const fileReader = await buildAlone(FILE_READER, "assets/file-reader.js", LANGUAGE_DEFAULT, options);
  const builds: LanguageBuild[] = [];
  // One after another: both write the files that are the same in all languages.
  for (const language of LANGUAGES) {
    builds.push(await buildLanguage(language, { pictures, fileReader }, options));
  }
  const worker = await buildServiceWorker(builds, options);
  await Bun.write(join(outdir, "_headers"), ASSET_HEADERS);
  const files = [
    ...new Set([...Object.values(pictures), ...builds.flatMap((build) => build.files), fileReader, worker]),
  ];
  // What a deployment of the next release reads: `dev/earlier-files.ts`.
  if (options.production) await writeReleases(outdir, [await filesOf(outdir, files)]);
  return files;
}

/** What the build of a language gives to the service worker. */
type LanguageBuild = { files: string[]; language: Language; appScript: string; offlinePage: OfflinePage };

async function buildLanguage(
  language: Language,
  { pictures, fileReader }: { pictures: Readonly<Record<string, string>>; fileReader: string },
  { outdir, production }: Omit<WebBuildOptions, "watch">,
): Promise<LanguageBuild> {
  const folder = documentFolder(language);
  const result = await Bun.build({
    entrypoints: [...DOCUMENTS, `${EARLY}.ts`].map((name) => join(WEB, name)),
    root: WEB,
    outdir,
    target: "browser",
    publicPath: "/",
    splitting: true,
    minChunkSize: CHUNK_BYTES_MIN,
    metafile: true,
    minify: production,
    sourcemap: production ? "none" : "linked",
    // Without this, React's development build is bundled.
    plugins: [signalsWithoutReact, hookOfReact, ...languagePlugins(language)],
    define: {
      "process.env.NODE_ENV": JSON.stringify(production ? "production" : "development"),
      FILE_READER_SCRIPT: JSON.stringify(`/${fileReader}`),
    },
    naming: {
      entry: `${folder}[dir]/[name].[ext]`,
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]",
    },
  });
  const outputs = result.outputs.map((output) => relative(resolve(outdir), output.path));
  // The bundler gives only chunks a hash in their names, and an entry keeps its own.
  const written = `${folder}${EARLY}.js`;
  const { hash } = result.outputs.find(({ path }) => path.endsWith(written)) ?? {};
  const early = `assets/early-balance-${hash}.js`;
  await rename(join(outdir, written), join(outdir, early));
  const bundled = outputs.map((path) => (path === written ? early : path));
  const fontFiles: string[] = [];
  const fonts = await documentFonts(language, async (name) => {
    const path = await copyFont(name, outdir);
    fontFiles.push(path);
    return `/${path}`;
  });
  const offlineScript = await buildAlone(OFFLINE, "assets/offline.js", language, { outdir, production });
  const chunks: Record<string, string[]> = {
    ...chunksOf(result.metafile),
    [`${EARLY}.ts`]: [early],
    [OFFLINE]: [offlineScript],
  };
  const [appScript] = chunks["app.html"] ?? [];
  if (!appScript) throw new Error("the application has no script");
  const parts = [chunks, fonts, withSlashes(pictures)].map((part) => JSON.stringify(part));
  const given = [resolve(outdir), ...parts, language];
  const [landing, app, [offline = ""]] = await Promise.all([
    prerender("landing/prerender.tsx", given),
    prerender("documents/prerender-app.tsx", given),
    prerender("documents/prerender-install.tsx", given),
  ]);
  // The program of the line before prints one.
  const offlinePage = JSON.parse(offline) as OfflinePage;
  return {
    files: [
      ...bundled,
      ...fontFiles,
      ...landing,
      ...app,
      ...[manifestPath(language), ...offlinePage.files].map(withoutSlash),
    ],
    language,
    appScript: `/${appScript}`,
    offlinePage,
  };
}

/** The script of the page that is shown without a connection. */
const OFFLINE = "install/offline.ts";

/** What reads files of trades in a thread of its own; it has no text, and so no language. */
const FILE_READER = "imports/file-reader.ts";

/** The entry of the service worker, which is one for all languages. */
const SERVICE_WORKER = "service-worker/service-worker.ts";

/** Its name is fixed, as a browser finds the next version by it. */
async function buildServiceWorker(
  builds: readonly LanguageBuild[],
  options: Omit<WebBuildOptions, "watch">,
): Promise<string> {
  const pages = Object.fromEntries(builds.map(({ language, offlinePage }) => [language, offlinePage]));
  return await buildAlone(SERVICE_WORKER, SERVICE_WORKER_PATH.slice(1), LANGUAGE_DEFAULT, options, {
    OFFLINE_PAGES: JSON.stringify(pages),
    APP_SCRIPTS: JSON.stringify(builds.map(({ appScript }) => appScript)),
  });
}

/**
 * Bundles a script that shares no file with the application, so that it loads by itself.
 * @param file where it is written; among the assets with a content hash in its name
 * @returns its path in the output folder
 */
async function buildAlone(
  source: string,
  file: string,
  language: Language,
  { outdir, production }: Omit<WebBuildOptions, "watch">,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const result = await Bun.build({
    entrypoints: [join(WEB, source)],
    target: "browser",
    format: "iife",
    minify: production,
    plugins: [signalsWithoutReact, ...languagePlugins(language)],
    define: { "process.env.NODE_ENV": JSON.stringify(production ? "production" : "development"), ...define },
  });
  const code = (await result.outputs[0]?.text()) ?? "";
  const path = file.startsWith("assets/") ? file.replace(/(?=\.js$)/, `-${hashOf(code)}`) : file;
  await Bun.write(join(outdir, path), code);
  return path;
}

/** The icons and the picture of a link, which `web/test/draw-icons.tsx` draws. */
const PICTURES = ["icon-192", "icon-512", "icon-maskable-512", "touch-icon-180", "social-preview"];

/** Writes the pictures among the assets, with a content hash in their names. @returns their paths by their names */
async function copyPictures(outdir: string): Promise<Record<string, string>> {
  const copy = async (name: string) => {
    const picture = await Bun.file(join(WEB, "install/pictures", `${name}.png`)).bytes();
    const path = `assets/${name}-${hashOf(picture)}.png`;
    await Bun.write(join(outdir, path), picture);
    return [name, path] as const;
  };
  return Object.fromEntries(await Promise.all(PICTURES.map(copy)));
}

/** The path in the output folder of an address. */
function withoutSlash(address: string): string {
  return address.slice(1);
}

/** Paths in the output folder as addresses. */
function withSlashes(paths: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `/${path}`]));
}

/** Writes a font among the assets, with a content hash in its name. @returns its path in the output folder */
async function copyFont(name: string, outdir: string): Promise<string> {
  const font = await Bun.file(Bun.resolveSync(name, WEB)).bytes();
  const path = `assets/${basename(name, ".woff2")}-${hashOf(font)}.woff2`;
  await Bun.write(join(outdir, path), font);
  return path;
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

/**
 * The files that each entry and each module loaded on demand needs: its own chunk and those that it imports.
 * @returns by the path of the source in `web`
 */
function chunksOf(metafile: BuildMetafile | undefined): Record<string, string[]> {
  const outputs = metafile?.outputs ?? {};
  const collect = (path: string, found: Set<string>) => {
    if (found.has(path)) return found;
    found.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") collect(next, found);
    }
    return found;
  };
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint && path.endsWith(".js")
        ? [[entryPoint.replace(/^web\//, ""), [...collect(path, new Set())].map((one) => one.replace(/^\.\//, ""))]]
        : [],
    ),
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
