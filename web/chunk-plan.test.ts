import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { APP_FEATURES, type Feature, LANDING_FEATURES, type ModuleGraph, planChunks } from "./chunk-plan.ts";
import { fc } from "./test/property.ts";

/** Modules with what each imports; each of them has 50,000 bytes, more than a file is worth. */
function graphOf(imports: Readonly<Record<string, readonly string[]>>, bytes = 50_000): ModuleGraph {
  return new Map(Object.entries(imports).map(([id, all]) => [id, { imports: all, bytes }]));
}

const feature = (name: string, visits: number, more: Partial<Feature> = {}): Feature => ({
  name,
  modules: [name],
  visits,
  ...more,
});

/** The files of a plan, as sets of modules. */
function filesOf(plan: ReadonlyMap<string, string>): string[][] {
  const files = Map.groupBy(plan.keys(), (id) => plan.get(id));
  return [...files.values()].map((ids) => ids.sort()).sort();
}

test("modules that the same features load are in one file", () => {
  const graph = graphOf({ a: ["shared", "own"], b: ["shared"], own: [], shared: ["deeper"], deeper: [] });
  const plan = planChunks(graph, [feature("a", 20), feature("b", 20)], { filesMax: 10 });
  expect(filesOf(plan)).toEqual([["a", "own"], ["b"], ["deeper", "shared"]]);
  expect(plan.get("a")).toBe("a");
});

test("a file of shared modules has a name that a deployment takes, whatever its package is called", () => {
  const graph = graphOf({ a: ["@scope/package"], b: ["@scope/package"], "@scope/package": [] });
  const plan = planChunks(graph, [feature("a", 20), feature("b", 20)], { filesMax: 10 });
  expect(plan.get("@scope/package")).toBe("lib.scope.package");
});

test("what is there before a feature is not loaded for it again, and stays out of its file", () => {
  const graph = graphOf({ app: ["shared"], page: ["shared"], shared: [] });
  const plan = planChunks(graph, [feature("app", 100), feature("page", 20, { after: ["app"] })], { filesMax: 10 });
  expect(filesOf(plan)).toEqual([["app", "shared"], ["page"]]);
});

test("a small file that nearly everybody loads is joined with what everybody loads", () => {
  const graph = new Map([...graphOf({ app: [], one: ["small"], two: ["small"] }), ...graphOf({ small: [] }, 500)]);
  const after = ["app"];
  const features = [feature("app", 100), feature("one", 80, { after }), feature("two", 80, { after })];
  expect(filesOf(planChunks(graph, features, { filesMax: 10 }))).toEqual([["app", "small"], ["one"], ["two"]]);
});

test("files are joined until there are few enough, the seldom ones first", () => {
  const graph = graphOf({ often: [], seldom: [], never: [] });
  const features = [feature("often", 90), feature("seldom", 2), feature("never", 1)];
  expect(filesOf(planChunks(graph, features, { filesMax: 2 }))).toEqual([["never", "seldom"], ["often"]]);
});

test("what runs before the rest has arrived stays in a file of its own", () => {
  const graph = graphOf({ early: ["core"], core: [], app: ["core"] }, 100);
  const features = [feature("early", 100, { isApart: true }), feature("app", 100, { after: ["early"] })];
  expect(filesOf(planChunks(graph, features, { filesMax: 1 }))).toEqual([["app"], ["core", "early"]]);
});

test("no file imports one that imports it, whatever is joined", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { minLength: 2, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 30_000 }),
      (given, roots, filesMax, bytes) => {
        // A module imports later ones alone, so that the modules themselves have no circle.
        const imports = Object.fromEntries(
          given.map((all, id) => [
            String(id),
            all.map((step) => String(id + 1 + step)).filter((to) => Number(to) < given.length),
          ]),
        );
        const graph = graphOf(imports, bytes);
        const features = roots.map(([root, visits], place) =>
          feature(`f${place}`, visits, { modules: [String(root % given.length)] }),
        );
        const plan = planChunks(graph, features, { filesMax });
        const edges = new Map<string, Set<string>>();
        for (const [id, file] of plan) {
          const next = (imports[id] ?? []).map((to) => plan.get(to) ?? "none").filter((to) => to !== file);
          edges.set(file, (edges.get(file) ?? new Set()).union(new Set(next)));
        }
        for (const [file, first] of edges) {
          const reached = new Set(first);
          for (const to of reached) for (const next of edges.get(to) ?? []) reached.add(next);
          expect(reached.has(file)).toBe(false);
        }
      },
    ),
  );
});

test("each feature names modules that exist, and features that are there", () => {
  for (const features of [APP_FEATURES, LANDING_FEATURES]) {
    const names = features.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, modules, after = [] } of features) {
      for (const module of modules)
        expect([name, module, existsSync(join(import.meta.dir, module))]).toEqual([name, module, true]);
      for (const before of after) expect(names.indexOf(before)).toBeWithin(0, names.indexOf(name));
    }
  }
});
