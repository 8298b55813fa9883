/** Markup and rules of a static document. Its content security policy does not allow inline styles. */
type StaticDocument = { body: string; css: string };

/** The attributes that the page's script or the Worker writes: a rule for any of their values may be used later. */
export const LIVE_ATTRIBUTES: readonly string[] = [
  "aria-pressed",
  "data-draw",
  "data-folded",
  "data-locked",
  "data-over-dialogs",
  "data-selected",
  "data-side",
  "data-stale",
  "data-tone",
  "data-unfolded",
  "disabled",
  "hidden",
  "href",
];

/**
 * Drops the rules that no element of a static document can use: a part of the product brings the styles of all its
 * variants and states, and the document has the elements of a few. Nobody hovers, presses or focuses an inert element,
 * and no script changes it.
 * @param css compact: rules, and rules in at-rules
 */
export async function usedCss(css: string, markup: string): Promise<string> {
  const elements = await elementsOf(markup);
  const isThere = (selector: string) =>
    selector
      .replaceAll(/:(not|has|is|where|nth-child)\([^)]*\)/g, "")
      .split(/[\s>+~]+/)
      .every((compound) => elements.some((element) => canMatch(element, compound)));
  const isUsed = (selector: string) =>
    isThere(selector) &&
    [...selector.matchAll(/:has\(([^()]*)\)/g)].every(([, inner = ""]) => inner.split(",").some(isThere));
  const usedRules = (sheet: string): string =>
    rulesOf(sheet)
      .map(({ prelude, body }) => {
        if (/^@(media|container|supports)/.test(prelude)) {
          const used = usedRules(body);
          return used && `${prelude}{${used}}`;
        }
        if (prelude.startsWith("@")) return `${prelude}{${body}}`;
        // Not at the commas in parentheses.
        const used = prelude
          .split(/,(?![^(]*\))/)
          .filter(isUsed)
          .join(",");
        return used && `${used}{${body}}`;
      })
      .join("");
  return usedRules(css);
}

type StaticElement = { classes: readonly string[]; attributes: ReadonlyMap<string, string>; isInert: boolean };

/** Whether an element has the classes and attributes of a selector without combinators, or may have them later. */
function canMatch({ classes, attributes, isInert }: StaticElement, compound: string): boolean {
  if (isInert && /:(hover|active|focus|disabled)/.test(compound)) return false;
  const tests = [...compound.matchAll(/\[([\w-]+)(?:="?([^"\]]*)"?)?\]/g)];
  const names = compound.replaceAll(/\[[^\]]*\]/g, "").matchAll(/\.([\w-]+)/g);
  return (
    [...names].every(([, name = ""]) => classes.includes(name)) &&
    tests.every(([, name = "", value]) => {
      if (!isInert && LIVE_ATTRIBUTES.includes(name)) return true;
      return value === undefined ? attributes.has(name) : attributes.get(name) === value;
    })
  );
}

async function elementsOf(markup: string): Promise<StaticElement[]> {
  const elements: StaticElement[] = [];
  await rewrite(markup, (reader) =>
    reader
      .on("*", {
        element(element) {
          const classes = element.getAttribute("class")?.split(" ") ?? [];
          const attributes = new Map([...element.attributes].map(([name = "", value = ""]) => [name, value]));
          elements.push({ classes, attributes, isInert: false });
        },
      })
      // The handlers of an element are called in this order.
      .on("[inert] *", {
        element() {
          const last = elements.at(-1);
          if (last) last.isInert = true;
        },
      }),
  );
  return elements;
}

/** The rules of a sheet from its first level: what is before the braces, and what is in them. */
function rulesOf(sheet: string): { prelude: string; body: string }[] {
  const rules: { prelude: string; body: string }[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (const { 0: brace, index } of sheet.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (brace === "{" && depth === 1) open = index;
    if (depth > 0) continue;
    rules.push({ prelude: sheet.slice(start, open).trim(), body: sheet.slice(open + 1, index) });
    start = index + 1;
  }
  return rules;
}

/** Names and roles, which nobody reads in an inert picture. `aria-pressed` stays, as styles depend on it. */
const NAMING = /^(role|id|for|type|placeholder|autocomplete|inputmode|aria-(?!pressed).*)$/i;

/**
 * Makes a rendered page and the styles of its parts a static document: style attributes become classes, and what the
 * document cannot use is left out.
 * @param root attributes of the document's own elements, as markup
 */
export async function staticDocument(page: StaticDocument, root: string): Promise<StaticDocument> {
  const styles = new Map<string, string>();
  const body = await rewrite(page.body, (markup) =>
    markup
      .on("[style]", {
        element(element) {
          const style = element.getAttribute("style") ?? "";
          const name = styles.get(style) ?? `s${styles.size}`;
          styles.set(style, name);
          element.setAttribute("class", [element.getAttribute("class"), name].filter(Boolean).join(" "));
          element.removeAttribute("style");
        },
      })
      .on("svg", { element: (element) => void element.removeAttribute("xmlns") })
      .on("[inert], [inert] *", {
        element(element) {
          const names = [...element.attributes].map(([name = ""]) => name);
          for (const name of names.filter((one) => NAMING.test(one))) element.removeAttribute(name);
        },
      }),
  );
  const rules = [...styles].map(([style, name]) => `.${name}{${style}}`).join("");
  const css = await usedCss(compact(page.css + rules), root + body);
  return shortNames({ body: compactMarkup(body), css });
}

/**
 * Removes what HTML does not need: quotes of attributes that are empty or have no spaces, end tags of empty shapes, and those
 * of items, terms and cells, which end where the next begins or what is around them ends.
 */
function compactMarkup(markup: string): string {
  const withoutEnds = markup.replaceAll(/<\/(?:li|dt|dd|td|th|tr|thead|tbody)>/g, "");
  return withoutEnds.replaceAll(/<[a-z][^<>]*>(?:<\/(?:path|circle|rect|line|stop)>)?/g, (tag) => {
    const isShape = tag.includes("></");
    const bare = tag
      .replace(/><\/.*/, ">")
      .replaceAll(/=""(?=[ >])/g, "")
      .replaceAll(/="([^\s"'=<>`]*[^\s"'=<>`/])"(?=[ >])/g, "=$1");
    if (!isShape) return bare;
    // A slash right behind a value without quotes would be a part of it.
    return bare.endsWith('">') ? bare.replace(/>$/, "/>") : bare.replace(/>$/, " />");
  });
}

/** Gives the generated classes and animations short names, in the order in which they appear. */
function shortNames({ body, css }: StaticDocument): StaticDocument {
  const names = new Map<string, string>();
  const rename = (text: string) =>
    text.replaceAll(/\bgo\d+\b/g, (name) => {
      names.set(name, names.get(name) ?? `g${names.size.toString(36)}`);
      return names.get(name) ?? name;
    });
  return { css: rename(css), body: rename(body) };
}

/** Removes comments and what else a style sheet does not need: spaces, zeros before a point, quotes of one word. */
function compact(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,>]) ?/g, "$1")
    .replaceAll(": ", ":")
    .replaceAll(";}", "}")
    .replaceAll(/(?<=[\s(,:])0(?=\.\d)/g, "")
    .replaceAll(/(?<=\[[\w-]+=)"([a-z][\w-]*)"(?=\])/g, "$1")
    .replaceAll(/#[\dA-F]{6}\b/g, (colour) => colour.toLowerCase());
}

async function rewrite(markup: string, handlers: (rewriter: HTMLRewriter) => HTMLRewriter): Promise<string> {
  return await handlers(new HTMLRewriter()).transform(new Response(markup)).text();
}
