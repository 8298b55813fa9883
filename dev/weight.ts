/**
 * What the web client weighs, in KB of 1,024 bytes after brotli: what each feature of `web/chunk-plan.ts` loads beside what is there
 * before it, each file, and in them each folder of sources and each package. `bun run weight [en|km]`
 */
import { brotliCompressSync } from "node:zlib";
import { bundleApp, bundleLanding } from "../web/build.ts";
import type { Bundle, BundledScript } from "../web/bundle.ts";
import { APP_FEATURES, type Feature, LANDING_FEATURES } from "../web/chunk-plan.ts";
import { LANGUAGES, languageOf } from "../worker/contract/languages.ts";

/** A row of the report. @property bytes after brotli */
export type Weight = { name: string; bytes: number };

/** The weights of a bundle, each list from the heaviest down. */
export type Weights = Readonly<Record<"features" | "files" | "folders" | "packages", readonly Weight[]>>;

/** A module's share of its file is that of its code before it is minified. */
export function weigh({ scripts }: Pick<Bundle, "scripts">, features: readonly Feature[]): Weights {
  const files = [...new Set(scripts.values())];
  const weights = new Map(files.map((file) => [file.path, brotliCompressSync(file.content).length]));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const sumOf = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + (weights.get(path) ?? 0), 0);

  const loadedBy = ({ modules, after = [] }: Feature): Set<string> => {
    const before = features.filter(({ name }) => after.includes(name)).map(loadedBy);
    const first = modules.flatMap((module) => scripts.get(module)?.path ?? []);
    return before.reduce((all, one) => all.union(one), closureOf(first, byPath));
  };
  const addedBy = (feature: Feature) => {
    const before = features.filter(({ name }) => feature.after?.includes(name)).map(loadedBy);
    return loadedBy(feature).difference(before.reduce((all, one) => all.union(one), new Set<string>()));
  };

  const [folders, packages] = [new Map<string, number>(), new Map<string, number>()];
  for (const { path, modules } of files) {
    const size = Object.values(modules).reduce((sum, bytes) => sum + bytes, 0);
    for (const [module, bytes] of Object.entries(modules)) {
      const name = packageOf(module);
      const [list, key] = name ? [packages, name] : [folders, module.split("/").slice(0, -1).join("/")];
      list.set(key, (list.get(key) ?? 0) + ((weights.get(path) ?? 0) * bytes) / size);
    }
  }
  return {
    features: sorted(features.map((feature) => [feature.name, sumOf(addedBy(feature))])),
    files: sorted(weights),
    folders: sorted(folders),
    packages: sorted(packages),
  };
}

/** Files and all that they import at once. */
function closureOf(first: readonly string[], byPath: ReadonlyMap<string, BundledScript>): Set<string> {
  const found = new Set(first);
  // A set that grows while it is walked is walked to its end.
  for (const path of found) for (const next of byPath.get(path)?.imports ?? []) found.add(next);
  return found;
}

function packageOf(module: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
}

function sorted(weights: Iterable<readonly [name: string, bytes: number]>): Weight[] {
  return [...weights].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

function print(title: string, weights: readonly Weight[]): void {
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  console.info(`\n${title}: ${weights.length}, ${kb(total)} KB`);
  for (const { name, bytes } of weights) console.info(`${kb(bytes).padStart(8)}  ${name}`);
}

const kb = (bytes: number) => (bytes / 1_024).toFixed(1);

if (import.meta.main) {
  const given = process.argv[2];
  for (const language of given ? [languageOf(given)] : LANGUAGES) {
    const options = { language, production: true };
    for (const [name, bundle, features] of [
      ["application", await bundleApp(options), APP_FEATURES],
      ["landing page", await bundleLanding(options), LANDING_FEATURES],
    ] as const) {
      const { features: loads, files, folders, packages } = weigh(bundle, features);
      console.info(`\n# ${name}, ${language}`);
      // They share files: their sum is more than there is.
      print("What each feature loads beside what is there before it", loads);
      print("Files", files);
      print("Folders of sources", folders);
      print("Packages", packages);
    }
  }
}
