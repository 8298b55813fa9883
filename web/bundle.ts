import { join, relative, resolve } from "node:path";
import { type InputOptions, type Plugin, type RolldownOutput, rolldown } from "rolldown";
import type { Language } from "../worker/contract/languages.ts";
import { translationsOf } from "./build-language.ts";
import { type Feature, planChunks } from "./chunk-plan.ts";
import { lateFormats, shortIcons, shortStyles } from "./short-sources.ts";

/** The folder of the sources. */
export const WEB = import.meta.dir;
const REPOSITORY = resolve(WEB, "..");

const SIGNALS = Bun.resolveSync("@preact/signals-core", join(REPOSITORY, "node_modules", "@preact", "signals-react"));
const REACT = Bun.resolveSync("react", WEB);

/**
 * A module without components (`.ts`) takes its signals from the core, so that the landing page's script has no React in
 * it; hooks come from `@preact/signals-react/runtime`. Both names must mean the same file: two copies of the core would
 * not notice each other's changes.
 */
const signalsWithoutReact: Plugin = {
  name: "signals-core-alone",
  resolveId: {
    filter: { id: /^@preact\/signals-(react|core)$/ },
    handler: (source, importer) => (source.endsWith("core") || importer?.endsWith(".ts") ? SIGNALS : null),
  },
};

/** React has had this hook since version 18; the signals library imports it from a package for older ones. */
const hookOfReact: Plugin = {
  name: "hook-of-react",
  resolveId: { filter: { id: /^use-sync-external-store\/shim/ }, handler: () => REACT },
};

/** The modules of a language in the place of the English ones. */
function pluginsOf({ language, production }: BundleOptions): Plugin[] {
  const plugins = [signalsWithoutReact, hookOfReact, ...(production ? [shortStyles, shortIcons, lateFormats] : [])];
  const translations = translationsOf(language);
  if (!translations) return plugins;
  const { filter, load } = translations;
  const handler = async (path: string) => ({ code: await load(path), moduleType: "ts" });
  return [...plugins, { name: "language", load: { filter: { id: filter }, handler } }];
}

/**
 * V8 compiles all functions of such a file while it comes, beside the page's thread. Otherwise each is compiled there when it is first
 * called, which is most of a slow phone's first render. Source: v8.dev/blog/explicit-compile-hints.
 */
const COMPILE_AT_ONCE = "//# allFunctionsCalledOnLoad";

/** Options that all bundles have in common. */
export type BundleOptions = {
  language: Language;
  /** Production is minified, without source maps and without developer pages. */
  production: boolean;
  /** Values for names that sources declare. */
  define?: Readonly<Record<string, string>>;
};

/** A file of a bundle, as it is written. @property path in the output folder */
export type BundledFile = { path: string; content: string | Uint8Array };

/** A script of a bundle. */
export type BundledScript = BundledFile & {
  /** The scripts that it imports at once, by their paths. */
  imports: readonly string[];
  /** Its modules, by their paths in the repository, with the size of their code in it before it is minified. */
  modules: Readonly<Record<string, number>>;
};

/** @property files all of it, with source maps; @property scripts by the paths in `web` of the modules that they contain */
export type Bundle = { files: BundledFile[]; scripts: ReadonlyMap<string, BundledScript> };

/**
 * Bundles what the features load, in as few files as their plan allows. Each module is in one file, so that what two features
 * share is there once and has one state.
 * @param entries the modules that documents load, by the names of their files
 * @throws Error with the bundler's messages for a source that does not build, or a module that no feature loads
 */
export async function bundleFeatures(
  entries: Readonly<Record<string, string>>,
  features: readonly Feature[],
  { filesMax, ...options }: BundleOptions & { filesMax: number },
): Promise<Bundle> {
  const idsOf = (paths: readonly string[]) => paths.map((path) => join(WEB, path));
  const onDisk = features.map(({ modules, waitedFor, ...feature }) => ({
    ...feature,
    modules: idsOf(modules),
    ...(waitedFor && { waitedFor: idsOf(waitedFor) }),
  }));
  let plan = new Map<string, string>();
  const planned: Plugin = {
    name: "chunk-plan",
    renderStart() {
      const graph = new Map<string, { imports: readonly string[]; bytes: number }>();
      const iconsOf = iconsByName(this.getModuleInfo(ICON_LIST)?.code ?? "");
      const named = new Set(onDisk.flatMap(({ modules }) => modules));
      for (const id of this.getModuleIds()) {
        const module = this.getModuleInfo(id);
        const imports = module?.importedIds ?? [];
        // Only without what is not used are icons apart from their list: else the list would import files that import it.
        const isApart = options.production;
        const icons = isApart && imports.includes(ICONS) ? iconsOf(module?.code ?? "") : [];
        const rest = isApart && id === ICONS ? imports.filter((one) => one !== ICON_LIST) : imports;
        graph.set(id, { imports: [...rest, ...icons], bytes: sizeOf(module?.code ?? "") });
        const isOnDemand = module && (module.isEntry || module.dynamicImporters.length > 0);
        if (isOnDemand && !named.has(id)) throw new Error(`no feature of web/chunk-plan.ts loads ${relative(WEB, id)}`);
      }
      plan = planChunks(graph, onDisk, {
        filesMax,
        nameOf: (id) => relative(WEB, id).replaceAll(/^.*node_modules\/|^(?:\.\.\/)+|\.\w+$/g, ""),
      });
    },
  };
  const bundle = await rolldown({
    ...inputOf(entries, options),
    plugins: [...pluginsOf(options), planned],
    preserveEntrySignatures: "allow-extension",
  });
  const { output } = await bundle.generate({
    format: "es",
    minify: options.production,
    ...(options.production && { postBanner: COMPILE_AT_ONCE }),
    comments: !options.production,
    sourcemap: !options.production,
    entryFileNames: "assets/[name]-[hash].js",
    chunkFileNames: "assets/[name]-[hash].js",
    hashCharacters: "base36",
    // A file is what the plan says and nothing more, and the plan has no circles.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: "plan", name: (id) => plan.get(id) ?? null }],
    },
  });
  await bundle.close();
  return readOutput(output);
}

/**
 * Bundles a script that shares no file with the application, so that it loads by itself.
 */
export async function bundleAlone(source: string, options: BundleOptions): Promise<string> {
  const bundle = await rolldown({ ...inputOf({ alone: source }, options), plugins: pluginsOf(options) });
  const { output } = await bundle.generate({
    format: "iife",
    minify: options.production,
    comments: !options.production,
  });
  await bundle.close();
  return output[0].code;
}

/** The module that exports all icons, and that of the package it takes them from. */
const ICONS = join(WEB, "ui/icon.tsx");
const ICON_LIST = Bun.resolveSync("lucide-react/dist/esm/lucide-react.mjs", WEB);

/**
 * Who imports icons needs the modules of those alone, and not all that the list exports.
 * @param list the source of the package's list
 * @returns from the source of an importer to the modules of its icons
 */
function iconsByName(list: string): (importer: string) => string[] {
  const paths = new Map<string, string>();
  for (const [, names = "", path = ""] of list.matchAll(/export \{([^}]*)\} from '([^']+)'/g)) {
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) paths.set(name, resolve(ICON_LIST, "..", path));
  }
  return (importer) => {
    const [, names] = /import \{([^}]*)\} from "[^"]*icon\.tsx"/.exec(importer) ?? [];
    if (names === undefined) return [...paths.values()];
    return [...names.matchAll(/\w+/g)].flatMap(([name]) => paths.get(name) ?? []);
  };
}

/** About what is left of a source when it is minified. */
function sizeOf(code: string): number {
  return code.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "").replaceAll(/\s+/g, " ").length;
}

function inputOf(
  entries: Readonly<Record<string, string>>,
  { production, define }: BundleOptions,
): Pick<InputOptions, "input" | "platform" | "checks" | "transform" | "onLog"> {
  return {
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(WEB, path)])),
    platform: "browser",
    // What is imported at once somewhere is in its feature's file all the same.
    checks: { ineffectiveDynamicImport: false, pluginTimings: false },
    // Without this, React's development build is bundled.
    transform: {
      define: { "process.env.NODE_ENV": JSON.stringify(production ? "production" : "development"), ...define },
    },
    onLog(level, log, handle) {
      // "use client", which packages say to servers that render.
      if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
    },
  };
}

function readOutput(output: RolldownOutput["output"]): Bundle {
  const files: BundledFile[] = [];
  const scripts = new Map<string, BundledScript>();
  for (const file of output) {
    if (file.type === "asset") {
      files.push({ path: file.fileName, content: file.source });
      continue;
    }
    const sizes = Object.entries(file.modules).map(([id, { renderedLength }]) => [
      relative(REPOSITORY, id),
      renderedLength,
    ]);
    const { fileName: path, code: content, imports } = file;
    const script: BundledScript = { path, content, imports, modules: Object.fromEntries(sizes) };
    files.push(script);
    for (const id of file.moduleIds) scripts.set(relative(WEB, id), script);
  }
  return { files, scripts };
}
