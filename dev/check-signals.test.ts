import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StaleRead, staleReads } from "./check-signals.ts";

setDefaultTimeout(600_000);

const ROOT = join(import.meta.dir, "..");
const IMPORTS = `
import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { memo, useEffect, useMemo } from "react";
import { areSumsHidden, money, price, store, useLate, usePrice, useTracked } from "./state.ts";
`;
const STATE = `
import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
export const price = signal(1);
export const areSumsHidden = signal(false);
export const money = () => (areSumsHidden.value ? "" : "1");
export const store = { isOld: () => price.value > 1, load: async () => price.value };
export const usePrice = () => price.value;
export function useLate() {
  const now = price.value;
  useSignals();
  return now;
}
export function useTracked() {
  useSignals();
  return 1;
}
`;
const STALE = {
  own: "export function One() { return <b>{price.value}</b>; }",
  "before it is tracked": "export function One() { const now = price.value; useSignals(); return <b>{now}</b>; }",
  "a prop's, where there is one": "export const One = ({ of }: { of?: ReadonlySignal<number> }) => <b>{of?.value}</b>;",
  "a memo's": "export const One = memo(function Inner() { return <b>{price.value}</b>; });",
  "a function's": "export function One() { return <b>{String(store.isOld())}</b>; }",
  "a hook's": "export function One() { return <b>{usePrice()}</b>; }",
  "a function's inside": "export function One() { const now = () => price.value; return <b>{now()}</b>; }",
  "a callback's that runs at once": "export function One() { return <b>{useMemo(() => price.value, [])}</b>; }",
  "a named callback's":
    "const add = (n: number) => n + price.value;\nexport function One() { return <b>{[1].map(add)}</b>; }",
  "a computed signal's":
    "export function One() { const all = useMemo(() => computed(() => price.value), []); return <b>{all.value}</b>; }",
  "a getter's":
    "class Box { get now() { return price.value; } }\nconst box = new Box();\nexport const One = () => <b>{box.now}</b>;",
  "a render prop's":
    "const List = (props: { row: () => string }) => <b>{props.row()}</b>;\nexport function One() { useSignals(); return <List row={() => String(price.value)} />; }",
  "a hook's before it tracks": "export function One() { return <b>{useLate()}</b>; }",
  "the page's, in a memo": "export const One = memo(function Inner() { return <b>{money()}</b>; });",
  "the page's, in an element of a memo":
    "const Sum = () => <b>{money()}</b>;\nexport const One = memo(function Inner() { return <Sum />; });",
};
const GOOD = {
  tracked: "export function One() { useSignals(); return <b>{price.value}</b>; }",
  "tracked by a hook": "export function One() { useTracked(); return <b>{price.value}</b>; }",
  "tracked by a hook below":
    "export function One() { useBelow(); return <b>{price.value}</b>; }\nconst useBelow = () => useTracked();",
  peeked: "export function One() { return <b>{price.peek()}</b>; }",
  "of no signal": 'export function One() { return <b>{{ value: "a" }.value}</b>; }',
  "of an event": "export function One() { return <b onClick={() => { price.value = price.value + 1; }}>a</b>; }",
  "of an effect": "export function One() { useEffect(() => void price.value); return <b />; }",
  "of what is asynchronous": "export function One() { useEffect(() => void 0); void store.load(); return <b />; }",
  "the page's": "export function One() { return <b>{money()}</b>; }",
};

let root = "";
let faults: readonly StaleRead[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "signals-"));
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const compilerOptions = { jsx: "react-jsx", allowImportingTsExtensions: true, noEmit: true };
  const files = {
    "tsconfig.json": JSON.stringify({ extends: join(ROOT, "tsconfig.base.json"), compilerOptions }),
    "state.ts": STATE,
    ...sources("stale", STALE),
    ...sources("good", GOOD),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => Bun.write(join(root, name), text)));
  faults = await staleReads(join(root, "tsconfig.json"));
});

afterAll(() => rmSync(root, { recursive: true }));

const nameOf = (kind: string, what: string) => `${kind}-${what.replaceAll(/\W+/g, "-")}.tsx`;

const sources = (kind: string, cases: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(cases).map(([what, source]) => [nameOf(kind, what), `${IMPORTS}${source}`]));

const faultsOf = (kind: string, what: string) => faults.filter(({ path }) => path === nameOf(kind, what));

test.each(Object.keys(STALE))("a read without useSignals is found: %s", (what) => {
  expect(faultsOf("stale", what)).toHaveLength(1);
});

test.each(Object.keys(GOOD))("no other is: %s", (what) => {
  expect(faultsOf("good", what)).toEqual([]);
});

test("a fault says where, in which component, and what is read", () => {
  expect(faultsOf("stale", "a function's")).toEqual([
    { path: nameOf("stale", "a function's"), line: 6, component: "One", read: "isOld(), price" },
  ]);
});

test("it is a part of the lint", async () => {
  const { scripts } = await Bun.file(join(ROOT, "package.json")).json();
  expect(scripts.lint).toContain(" && bun dev/check-signals.ts");
});
