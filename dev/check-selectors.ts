import { join } from "node:path";
import { readImports } from "./read-imports.ts";

/**
 * Refuses a selector in the styles of a screen that reaches into a part: one for an element that neither its file nor a
 * file of a feature beside it renders, or for an attribute that its feature does not set. A part looks different by its
 * props, or by the custom properties that it documents. The element of a layout part, of a heading and of a link is the
 * screen's own.
 */
const ROOT = join(import.meta.dir, "..");

/** Selectors that are left, by file. A number only goes down. */
const LEFT: Readonly<Record<string, number>> = {
  "web/auth/verified-strip.tsx": 3,
  "web/chart/price-line.tsx": 6,
  "web/dashboard/first-ticket-strip.tsx": 3,
  "web/landing/mini-terminal.tsx": 3,
  "web/profile/identity-card.tsx": 1,
  "web/runs/account-figures.tsx": 2,
  // Its own options; which of them is reached is an attribute of the hook.
  "web/shell/palette.tsx": 2,
  "web/ticket/fields.tsx": 2,
  "web/trading/terminal-frame.ts": 1,
  "web/watchlist/parts.ts": 2,
};

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
  const paths = [...new Set([...found.keys(), ...Object.keys(LEFT)])];
  const faults = paths.filter((path) => (found.get(path)?.length ?? 0) !== (LEFT[path] ?? 0));
  for (const path of faults)
    console.error(
      `${path}: ${LEFT[path] ?? 0} selectors may reach into a part, and these do: ${found.get(path) ?? "none"}`,
    );
  if (faults.length > 0) {
    console.error("Give the part a prop for it; where there are fewer than before, lower the number in LEFT.");
    process.exit(1);
  }
  const count = [...found.values()].flat().length;
  console.info(`checked the selectors of screens; ${count} that reach into parts are left`);
}
