/**
 * What goober treats as the text of a sheet: it checks whether a style is in it, and sets it with another style before
 * or after.
 */
type SheetText = { indexOf(css: string): number; toString(): string };

/** The part of a style sheet that rules are inserted into. */
type Rules = {
  readonly cssRules: { readonly length: number };
  insertRule(rule: string, place?: number): number;
  deleteRule(place: number): void;
};

/** Represents the current content of the sheet; no style contains it. */
const REST = "\0";

/**
 * Replaces the text node that goober writes into. goober would append each component's style to the text of one
 * element, so that the browser parses the whole sheet again and recomputes the style of every element, and each render
 * would search that text. Here the rules of a style are inserted one by one, and affect only the elements that they
 * match.
 * Source: goober 2.1, `core/get-sheet.js` and `core/update.js`; its global styles, which would replace text, are not
 * used
 */
export class RuleSheet {
  readonly #sheet: Rules;
  readonly #styles = new Set<string>();
  readonly #text: SheetText;
  /** Media queries nested in rules. An unreferenced query could be garbage-collected together with its listener. */
  readonly #conditions = new Map<string, MediaQueryList>();
  /** The styles that wait for {@link RuleSheet.release}; null where none has to. */
  #held: string[] | null = null;

  /** @param written the initial text of the sheet, as in a prerendered page */
  constructor(sheet: Rules, written: string) {
    this.#sheet = sheet;
    this.#text = {
      indexOf: (css) => (this.#styles.has(css) ? 0 : written.indexOf(css)),
      toString: () => REST,
    };
  }

  get data(): SheetText {
    return this.#text;
  }

  set data(text: string) {
    this.#styles.add(text.replace(REST, ""));
    if (this.#held) this.#held.push(text);
    else this.#insert(text);
  }

  /**
   * Inserts no style until they are released. React renders the first screen in slices, and the browser would recompute the
   * styles of what it shows between them, for rules that no element of it has.
   */
  hold(): void {
    this.#held = [];
  }

  /** Inserts what was held, and from here on each style at once. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const text of held) this.#insert(text);
  }

  #insert(text: string): void {
    const isFirst = text.endsWith(REST);
    const css = text.replace(REST, "");
    let place = isFirst ? 0 : this.#sheet.cssRules.length;
    for (const rule of rulesOf(css)) {
      this.#watchCondition(rule);
      try {
        this.#sheet.insertRule(`${rule.head}{${rule.body}}`, place);
        place += 1;
      } catch {
        // An unsupported rule is skipped, as a browser does when it parses a sheet.
      }
    }
  }

  /** Recomputes every element's style whenever the media condition inside of a rule changes. */
  #watchCondition({ body }: Rule): void {
    const condition = body.match(/^@media([^{]*)/)?.[1];
    if (condition === undefined || this.#conditions.has(condition)) return;
    const query = matchMedia(condition);
    query.addEventListener("change", () => this.#recomputeStyles());
    this.#conditions.set(condition, query);
  }

  /**
   * Makes the browser recompute every element's style: it does so when an `@media` rule is inserted, even if that rule is
   * deleted at once. Without this, Chromium 156 keeps the styles of the old width on existing elements when a rule is
   * inserted between a resize and the next frame.
   */
  #recomputeStyles(): void {
    const { length } = this.#sheet.cssRules;
    this.#sheet.insertRule("@media all{_{}}", length);
    this.#sheet.deleteRule(length);
  }
}

/** @property body the text between its braces */
type Rule = { head: string; body: string };

/**
 * The rules of a style, with media queries moved inside the rules that they apply to: after inserting a top-level media
 * rule, Chromium recomputes the style of every element. Pseudo-elements keep theirs outside: browsers before 2025 did
 * not support a nested condition there.
 */
function rulesOf(css: string): Rule[] {
  return topRules(css).flatMap((rule) => {
    if (!rule.head.startsWith("@media")) return rule;
    return rulesOf(rule.body).map(({ head, body }) =>
      head.includes("::") ? { head: rule.head, body: `${head}{${body}}` } : { head, body: `${rule.head}{${body}}` },
    );
  });
}

/** Splits a style into its top-level rules. No value contains a brace. */
function topRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let [depth, start, open] = [0, 0, 0];
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    if (brace === "{" && depth === 0) open = index;
    depth += brace === "{" ? 1 : -1;
    if (depth > 0) continue;
    rules.push({ head: css.slice(start, open), body: css.slice(open + 1, index) });
    start = index + 1;
  }
  return rules;
}
