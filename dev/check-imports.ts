import { dirname, join, relative } from "node:path";
import { TRANSLATED_LANGUAGES } from "../worker/contract/languages.ts";
import { EXPORTS, FLOORS } from "./floors.ts";
import { type Imports, readImports } from "./read-imports.ts";

/**
 * Refuses an import of a higher floor, of another feature's internal file or of another part of the repository, and any
 * import cycle of files or folders. `floors.ts` declares what is allowed. Tests and their support files may import
 * anything. Type imports count as well: a file cannot be understood without the types it depends on.
 */
const ROOT = join(import.meta.dir, "..");
/** A module of a language beside its English one: `x-text.km.ts`. */
const TRANSLATION = new RegExp(`\\.(?:${TRANSLATED_LANGUAGES.join("|")})\\.ts$`);
const TEST_FILES = /\.test\.tsx?$|^web\/(test|journeys)\//;

/** The files that each part may import from the other parts of the repository. */
const FROM_OTHER_PARTS: Record<string, RegExp> = {
  db: /^$/,
  worker: /^db\//,
  web: /^worker\/(contract\/|app\.ts$)/,
};

/** The part of the repository, the floor and the folder of a file. Level -1 means that its folder is on no floor. */
function placeOf(path: string) {
  const part = path.split("/")[0] ?? "";
  const floors = part === "worker" || part === "web" ? FLOORS[part] : [];
  const level = floors.findIndex(({ folders }) => folders.some((folder) => path.startsWith(`${part}/${folder}`)));
  const floor = floors[level];
  const folder = floor?.folders.find((name) => path.startsWith(`${part}/${name}`)) ?? "";
  return { part, level, floor, folder: `${part}/${folder}`, hasFloors: floors.length > 0 };
}

/**
 * The reason why one file may not import another, or null when it may.
 * @param imported a translation may be imported where its English module may
 */
function importFault(path: string, imported: string): string | null {
  const target = imported.replace(TRANSLATION, ".ts");
  const [from, to] = [placeOf(path), placeOf(target)];
  if (from.part !== to.part)
    return FROM_OTHER_PARTS[from.part]?.test(target) ? null : `${from.part}/ takes nothing from there`;
  if (!from.hasFloors || from.folder === to.folder) return null;
  if (!from.floor) return `${path} stands on no floor: name its folder in dev/floors.ts`;
  if (!to.floor) return `${target} stands on no floor: name its folder in dev/floors.ts`;
  if (from.level < to.level) return `${from.floor.name} must not know ${to.floor.name}`;
  if (from.level === to.level && from.floor.name !== "features" && from.floor.name !== "app")
    return `${from.folder} and ${to.folder} stand beside each other`;
  const exported = EXPORTS[to.folder];
  if (to.floor.name === "features" && !exported?.includes(target.slice(to.folder.length)))
    return `it is not among what ${to.folder} exports; see dev/floors.ts`;
  return null;
}

/** All cycles of a graph, each listed once as its nodes in import order. */
function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string) => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node]);
    if (done.has(node) || path.includes(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return found;
}

/** Merges the imports of files into a graph of the nodes that `nodeOf` assigns them to, such as their folders. */
function graphOf(imports: Imports, nodeOf: (path: string) => string) {
  const graph = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    const node = nodeOf(path);
    const next = graph.get(node) ?? new Set();
    for (const target of targets) if (imports.has(target) && nodeOf(target) !== node) next.add(nodeOf(target));
    graph.set(node, next);
  }
  return graph;
}

const imports = await readImports(ROOT, "{db,worker,web}/**/*.{ts,tsx}", (path) => !TEST_FILES.test(path));
const faults: string[] = [];
for (const [path, targets] of imports) {
  for (const target of targets) {
    const fault = importFault(path, target);
    if (fault) faults.push(`${path} imports ${target}: ${fault}`);
  }
}
for (const circle of findCycles(graphOf(imports, (path) => path)))
  faults.push(`circle of files: ${circle.join(" -> ")}`);
// A file at the top of a part is its own node: it connects folders and belongs to none.
const folderOf = (path: string) => (path.split("/").length === 2 ? path : dirname(path));
for (const circle of findCycles(graphOf(imports, folderOf))) faults.push(`circle of folders: ${circle.join(" -> ")}`);
for (const [folder, files] of Object.entries(EXPORTS)) {
  const used = new Set([...imports].flatMap(([path, targets]) => (path.startsWith(folder) ? [] : targets)));
  for (const file of files)
    if (!used.has(folder + file)) faults.push(`${folder}${file} is exported and nobody imports it`);
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.info(`checked the imports of ${imports.size} files in ${relative(process.cwd(), ROOT) || "."}`);
