/**
 * What goober takes for the text of a sheet: it looks whether a style is in it, and sets it anew with another style before
 * or behind it.
 */
type SheetText = { indexOf(css: string): number; toString(): string };

/** The part of a style sheet that rules are put into. */
type Rules = {
  readonly cssRules: { readonly length: number };
  insertRule(rule: string, place?: number): number;
  deleteRule(place: number): void;
};

/** Stands for all that is in the sheet; no style has it. */
const REST = "\0";

/**
 * Takes the place of the text node that goober writes into. There each style that a component brings along would be
 * appended to the text of one element, so that the browser reads the whole sheet again and finds the style of every element
 * on the page anew, and each rendering of a component would search that text. Here the rules of a style go in one by one,
 * and concern only the elements that they fit.
 * Source: goober 2.1, `core/get-sheet.js` and `core/update.js`; its global styles, which would replace text, are not used
 */
export class RuleSheet {
  readonly #sheet: Rules;
  readonly #styles = new Set<string>();
  readonly #text: SheetText;
  /** The conditions that stand inside of rules. A query that nothing refers to may be collected, and its listener with it. */
  readonly #conditions = new Map<string, MediaQueryList>();

  /** @param written the text that the sheet came with, as a prerendered page has it */
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
    const isFirst = text.endsWith(REST);
    const css = text.replace(REST, "");
    this.#styles.add(css);
    let place = isFirst ? 0 : this.#sheet.cssRules.length;
    for (const rule of rulesOf(css)) {
      this.#watchCondition(rule);
      try {
        this.#sheet.insertRule(`${rule.head}{${rule.body}}`, place);
        place += 1;
      } catch {
        // Another browser's: as in the text of a sheet, what this one does not know is left out.
      }
    }
  }

  /** Recomputes every element's style whenever the media condition inside of a rule changes. */
  #watchCondition({ body }: Rule): void {
    const condition = body.match(/^@media([^{]*)/)?.[1];
    if (condition === undefined || this.#conditions.has(condition)) return;
    const query = matchMedia(condition);
    query.addEventListener("change", () => this.#findAllStyles());
    this.#conditions.set(condition, query);
  }

  /**
   * Makes the browser recompute every element's style: it does so when an `@media` rule is inserted, even if that rule is
   * deleted at once. Without this, Chromium 156 keeps the styles of the old width on existing elements when a rule is
   * inserted between a resize and the next frame.
   */
  #findAllStyles(): void {
    const { length } = this.#sheet.cssRules;
    this.#sheet.insertRule("@media all{_{}}", length);
    this.#sheet.deleteRule(length);
  }
}

/** @property body what stands between its braces */
type Rule = { head: string; body: string };

/**
 * The rules of a style, with what holds on some screens only inside of what it holds for: after a rule that is a condition
 * itself, Chromium finds the style of every element anew. Pseudo-elements keep theirs around them: before 2025 browsers
 * could not hold a condition inside of one.
 */
function rulesOf(css: string): Rule[] {
  return topRules(css).flatMap((rule) => {
    if (!rule.head.startsWith("@media")) return rule;
    return rulesOf(rule.body).map(({ head, body }) =>
      head.includes("::") ? { head: rule.head, body: `${head}{${body}}` } : { head, body: `${rule.head}{${body}}` },
    );
  });
}

/** No value of a style holds a brace. */
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
