import { dirname, join, normalize, resolve } from "node:path";
import { codeOf } from "./literals.ts";
import { isTranslation, TEXT_MODULES } from "./translations.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
const SOURCES = new Bun.Glob("{web,worker,dev}/**/*.{ts,tsx}");
/** Developer pages and programs read texts; tests and translations do not count. */
const NO_READERS = /\.test\.|\/(?:test|journeys|golden)\//;

const NAME = "[A-Za-z_$][\\w$]*";
/** A key behind a name, in plain or optional access. */
const KEY = `\\s*\\??\\.\\s*(${NAME})`;
const IMPORT = /(?:import|export)\s*\{([^}]*)\}\s*from\s*"([^"]+)";?/g;
/** An object with the texts of every language. Its keys are those of the English texts. */
const JOINED = new RegExp(`const\\s+(${NAME})\\s*=\\s*joinLanguages\\(\\{\\s*en: (${NAME})\\b[^}]*\\}\\);`, "g");

/** The exports of a module, down to the texts, which are null. */
type Tree = { [key: string]: Tree | null };
/** A place in a text module: its export and the keys in it. */
type Place = { module: string; keys: readonly string[] };
/** The places that the names of a source, or the exports of all, stand for. One name may have several meanings in one file. */
type Names = Map<string, Place[]>;

/** The places of the text modules that the sources read. */
type TextReads = {
  /** The texts that no source reads. */
  unread: string[];
  /** The exports that a source reads other than by a name after a dot, and so may read all of. */
  whole: string[];
};

/**
 * Finds what the sources read of the text modules, by their code alone: a name that is imported, or that a variable gives
 * to a part of it, and the keys behind it. Variables of one name in one file count as each other, and an object that is
 * passed on or has a computed key is read as a whole: so a text may seem to be read that is not, but not the other way round.
 */
export async function findTextReads(): Promise<TextReads> {
  const files = [...SOURCES.scanSync(REPOSITORY)].filter((file) => !NO_READERS.test(file) && !isTranslation(file));
  const sources = new Map(await Promise.all(files.map(async (file) => [file, await sourceOf(file)] as const)));
  const texts = await readTextModules(sources);
  const read = new Set<string>();
  const whole = new Set<string>();
  for (const [file, source] of sources) {
    for (const place of placesIn(file, source, texts)) {
      const { name, node } = texts.at(place);
      for (const leaf of leavesOf(node, name)) read.add(leaf);
      if (node && place.keys.length === 1) whole.add(name);
    }
  }
  return { unread: texts.leaves.filter((leaf) => !read.has(leaf)), whole: [...whole].sort() };
}

/** The text modules, and where in them things are. */
type TextModules = {
  /** The exports with texts, by module and name; those that are another module's too. */
  exported: Names;
  /** The name of a place and what is there, as far as the keys lead: the last of them may be those of a string. */
  at(place: Place): { name: string; node: Tree | null };
  leaves: string[];
};

async function readTextModules(sources: ReadonlyMap<string, string>): Promise<TextModules> {
  const trees = new Map<string, Tree>();
  // A module's exports are an object.
  for (const path of TEXT_MODULES) trees.set(path, treeOf(await import(join(REPOSITORY, path))) as Tree);
  const exported: Names = new Map(
    [...trees].flatMap(([module, tree]) =>
      Object.keys(tree).map((name) => [`${module} ${name}`, [{ module, keys: [name] }]] as const),
    ),
  );
  for (const [file, source] of sources) {
    const { code, names } = readImports(file, source, exported);
    for (const [, name = "", english = ""] of code.matchAll(JOINED)) {
      exported.set(`${file} ${name}`, names.get(english) ?? []);
    }
  }
  /** Where the keys of one module are those of another, which it spreads into its own: by module and key. */
  const spread = new Map<string, Place>();
  for (const [module, tree] of trees) {
    const { code, names } = readImports(module, sources.get(module) ?? "", exported);
    for (const [, name = ""] of code.matchAll(new RegExp(`\\.\\.\\.(${NAME})`, "g"))) {
      for (const place of names.get(name) ?? []) {
        for (const key of Object.keys(trees.get(place.module)?.[place.keys[0] ?? ""] ?? {})) {
          spread.set(`${module} ${key}`, { ...place, keys: [...place.keys, key] });
          for (const own of Object.values(tree)) delete own?.[key];
        }
      }
    }
  }
  const at = ({ module, keys }: Place): { name: string; node: Tree | null } => {
    const shared = spread.get(`${module} ${keys[1]}`);
    if (shared) return at({ ...shared, keys: [...shared.keys, ...keys.slice(2)] });
    let node: Tree | null = trees.get(module) ?? {};
    const known: string[] = [];
    for (const key of keys) {
      const next: Tree | null | undefined = node?.[key];
      if (next === undefined) break;
      node = next;
      known.push(key);
    }
    return { name: `${module}: ${known.join(".")}`, node };
  };
  const leaves = [...trees].flatMap(([module, tree]) =>
    Object.entries(tree).flatMap(([name, node]) => leavesOf(node, `${module}: ${name}`)),
  );
  return { exported, at, leaves };
}

function treeOf(value: unknown): Tree | null {
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, next]) => [key, treeOf(next)]));
}

function leavesOf(node: Tree | null, name: string): string[] {
  return node ? Object.entries(node).flatMap(([key, next]) => leavesOf(next, `${name}.${key}`)) : [name];
}

/** A source as JavaScript, without types. */
async function sourceOf(file: string): Promise<string> {
  const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
  return transpiler.transformSync(await Bun.file(join(REPOSITORY, file)).text());
}

/** The code behind the imports, without strings, and what it calls the exports of text modules. */
function readImports(file: string, source: string, exported: Names): { code: string; names: Names } {
  const names: Names = new Map();
  for (const [, imported = "", from = ""] of source.matchAll(IMPORT)) {
    const module = from.startsWith(".") ? normalize(join(dirname(file), from)) : from;
    for (const part of partsOf(imported)) {
      const [name = "", own = name] = part.split(/\s+as\s+/);
      const places = exported.get(`${module} ${name}`);
      if (places) names.set(own, places);
    }
  }
  return { code: codeOf(source.replaceAll(IMPORT, "")), names };
}

/** The places that a source reads, each as far as its keys stand in the code. */
function placesIn(file: string, source: string, { exported }: TextModules): Place[] {
  const { code, names } = readImports(file, source, exported);
  const isTextModule = TEXT_MODULES.includes(file);
  for (const [name, places] of exported)
    if (name.startsWith(`${file} `)) names.set(name.slice(file.length + 1), places);
  const declarations = nameParts(code, names);
  return [...names].flatMap(([name, places]) => {
    // Not behind a dot, unless it is the last of three, and no key of an object.
    const use = new RegExp(`(?<![\\w$])(?<!(?<!\\.\\.)\\.\\s*)${RegExp.escape(name)}(?![\\w$]|:)((?:${KEY})*)`, "g");
    return [...code.matchAll(use)]
      .filter(({ index }) => !declarations.some(([start, end]) => start <= index && index < end))
      .filter(({ index }) => !(isTextModule && code.slice(0, index).endsWith("...")))
      .filter(({ index }) => !/(?:const|let|function) $/.test(code.slice(0, index)))
      .flatMap(([, keys = ""]) => places.map((place) => behind(place, keysOf(keys))));
  });
}

/**
 * Adds the variables that name parts of what has a name: `const words = text.dialog;`, `const { title } = text;`.
 * @returns where in the code they do, as pairs of start and end
 */
function nameParts(code: string, names: Names): (readonly [number, number])[] {
  const declarations = [...code.matchAll(JOINED)].map(({ 0: { length }, index }) => [index, index + length] as const);
  // A new name may have parts with names in turn: a Map is iterated to the end that it has then.
  for (const [name, places] of names) {
    const declared = new RegExp(
      `(?<!export )const\\s+(${NAME}|\\{[^{}[\\]]*\\})\\s*=\\s*${RegExp.escape(name)}((?:${KEY})*)\\s*;`,
      "g",
    );
    for (const { 0: declaration, 1: target = "", 2: keys = "", index } of code.matchAll(declared)) {
      declarations.push([index, index + declaration.length]);
      const name = (variable: string, key: string[]) => {
        const added = places.map((place) => behind(place, [...keysOf(keys), ...key]));
        names.set(variable, [...(names.get(variable) ?? []), ...added]);
      };
      if (!target.startsWith("{")) name(target, []);
      else
        for (const part of partsOf(target.slice(1, -1))) {
          const [key = "", variable = key] = part.split(/\s*:\s*/);
          name(variable, [key]);
        }
    }
  }
  return declarations;
}

const behind = ({ module, keys }: Place, more: readonly string[]): Place => ({ module, keys: [...keys, ...more] });
const partsOf = (list: string) => list.split(",").flatMap((part) => part.trim() || []);
const keysOf = (chain: string) => [...chain.matchAll(new RegExp(KEY, "g"))].map(([, key = ""]) => key);
