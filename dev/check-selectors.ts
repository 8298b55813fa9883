import { join } from "node:path";
import { readImports } from "./read-imports.ts";

/**
 * Refuses a selector in the styles of a screen that reaches into a part: one for an element that neither its file nor a
 * file of a feature beside it renders, or for an attribute that its feature does not set. A part looks different by its
 * props, or by the custom properties that it documents. The element of a layout part, of a heading and of a link is the
 * screen's own.
 */
const ROOT = join(import.meta.dir, "..");

/** The elements of parts that a screen chooses with the part. */
const CHOSEN: Readonly<Record<string, string>> = {
  Text: "p",
  Box: "div",
  Stack: "div",
  Row: "div",
  Grid: "div",
  Card: "section",
  Link: "a",
  ViewLink: "a",
};
const ELEMENT = /<([a-z]\w*)[\s/>]|\bstyled\("(\w+)"|\bas="(\w+)"|\bcreateElement\("(\w+)"/g;
const PART = new RegExp(`<(${Object.keys(CHOSEN).join("|")})[\\s>]`, "g");
const TEMPLATE = /`[^`]*`/g;
const STYLE = /[\w-]+:[^;{}]+;\s*\n/;

/** The elements that a file renders, and its text without styles, in which its attributes are named. */
export type Markup = { elements: ReadonlySet<string>; text: string };

export function markupOf(source: string): Markup {
  const text = source.replaceAll(TEMPLATE, (template) => (STYLE.test(template) ? "``" : template));
  const named = [...source.matchAll(/\bstyled\("(\w+)"/g), ...text.matchAll(ELEMENT)];
  const elements = named.flatMap((groups) => groups.slice(1).filter(Boolean));
  const chosen = [...text.matchAll(PART)].map(([, part = ""]) => CHOSEN[part] ?? "");
  return { elements: new Set([...elements, ...chosen]), text };
}

/**
 * The selectors of a source's styles that reach other elements than the styled one.
 * @returns compounds those after the first: `li` and `b[data-x]` of `& > li > b[data-x]`
 */
export function selectorsOf(source: string): { selector: string; compounds: string[] }[] {
  return [...source.matchAll(TEMPLATE)].flatMap(([style]) => {
    if (!STYLE.test(style)) return [];
    const css = style
      .slice(1, -1)
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/\$\{media[^}]*\}/g, "@media")
      .replaceAll(/\$\{[^}]*\}/g, "");
    return [...css.matchAll(/(?<=^|[{};])([^{};]+)\{/g)]
      .map(([, head = ""]) => head.trim())
      .filter((head) => !head.startsWith("@"))
      .flatMap((head) => head.split(/,(?![^(]*\))/))
      .map((selector) => selector.trim())
      .map((selector) => ({ selector, compounds: selector.split(/[\s>+~]+(?![^(]*\))/).slice(1) }))
      .filter(({ compounds }) => compounds.length > 0 && !compounds.some((compound) => compound.startsWith("&")));
  });
}

/**
 * Whether a screen's own files render the elements that a compound selects.
 * @param near    the files whose elements count
 * @param feature the files whose attributes count
 */
export function isOwn(compound: string, near: readonly Markup[], feature: readonly Markup[]): boolean {
  const plain = compound.replaceAll(/:[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/g, "");
  const [tag] = plain.match(/^[a-z]\w*/) ?? [];
  const attributes = [...plain.matchAll(/\[([\w-]+)/g)].map(([, name = ""]) => name);
  return (
    (tag === undefined || near.some(({ elements }) => elements.has(tag))) &&
    attributes.every((name) => {
      const set = new RegExp(`(?<![\\w[-])${name}\\b|${name.replace(/^data-/, "dataset\\.")}\\b`, "i");
      return feature.some(({ text }) => set.test(text));
    })
  );
}

const featureOf = (path: string) => path.split("/")[1];

/** The selectors of screens that reach into parts, by file. */
async function foreignSelectors(): Promise<ReadonlyMap<string, string[]>> {
  const isStyled = (path: string) => !/^web\/(?:ui|test|journeys)\/|\.(?:test|km)\./.test(path);
  const imports = await readImports(ROOT, "web/**/*.{ts,tsx}", isStyled);
  const sources = new Map<string, string>();
  for (const path of imports.keys()) sources.set(path, await Bun.file(join(ROOT, path)).text());
  const markups = new Map([...sources].map(([path, source]) => [path, markupOf(source)]));
  const found = new Map<string, string[]>();
  for (const [path, source] of sources) {
    const feature = [...markups].flatMap(([other, markup]) => (featureOf(other) === featureOf(path) ? markup : []));
    const importers = [...imports].flatMap(([from, targets]) => (targets.includes(path) ? from : []));
    // Styles in a file of their own are for whatever the feature renders with them.
    const near = path.endsWith(".ts")
      ? feature
      : [path, ...(imports.get(path) ?? []), ...importers].flatMap((one) => markups.get(one) ?? []);
    const foreign = selectorsOf(source).filter(({ compounds }) => !compounds.every((one) => isOwn(one, near, feature)));
    if (foreign.length > 0)
      found.set(
        path,
        foreign.map(({ selector }) => selector),
      );
  }
  return found;
}

if (import.meta.main) {
  const found = await foreignSelectors();
  for (const [path, selectors] of found) console.error(`${path} reaches into a part: ${selectors.join(", ")}`);
  if (found.size > 0) {
    console.error("Give the part a prop or a custom property for it.");
    process.exit(1);
  }
  console.info("checked the selectors of screens: none reaches into a part");
}
