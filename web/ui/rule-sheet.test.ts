import { expect, test } from "bun:test";
import { css } from "goober";
import { RuleSheet } from "./rule-sheet.ts";

/** goober, writing into inspectable rules. The simulated browser's own sheet does not support nested rules. */
function gooberOn(written = "") {
  const rules: string[] = [];
  const sheet = new RuleSheet(
    {
      get cssRules() {
        return rules;
      },
      insertRule(rule, place = 0) {
        if (rule.includes("::-moz-")) throw new DOMException("no rule", "SyntaxError");
        rules.splice(place, 0, rule);
        return place;
      },
      deleteRule: (place) => void rules.splice(place, 1),
    },
    written,
  );
  const target = { querySelector: () => ({ parentNode: document.head, firstChild: sheet }) };
  /** @param isInner the style of a component inside a styled one, which the outer style overrides */
  const make = (style: string, { isInner = false } = {}): string => Reflect.apply(css, { target, o: isInner }, [style]);
  return { rules, make, sheet };
}

test("each rule of a style is inserted on its own, and an existing style is not inserted again", () => {
  const { rules, make } = gooberOn();
  const name = make("color: red; & > a { color: blue; &:hover { color: green; } }");
  const expected = [`.${name}{color:red;}`, `.${name} > a{color:blue;}`, `.${name} > a:hover{color:green;}`];
  expect(rules).toEqual(expected);
  expect(make("color: red; & > a { color: blue; &:hover { color: green; } }")).toBe(name);
  expect(rules).toEqual(expected);
});

test("a media query is nested inside the rule that it changes, except for pseudo-elements", () => {
  const { rules, make } = gooberOn();
  const name = make(
    "color: red; @media (max-width: 9px) { color: blue; & > a { color: green; } &::after { top: 0; } }",
  );
  expect(rules).toEqual([
    `.${name}{color:red;}`,
    `.${name}{@media (max-width: 9px){color:blue;}}`,
    `.${name} > a{@media (max-width: 9px){color:green;}}`,
    `@media (max-width: 9px){.${name}::after{top:0;}}`,
  ]);
});

test("an inner style is inserted before all others with its rules in order, and other styles after them", () => {
  const { rules, make } = gooberOn();
  const outer = make("color: tomato;");
  const inner = make("color: plum; & > a { color: pink; }", { isInner: true });
  const last = make("color: peru;");
  expect(rules).toEqual([
    `.${inner}{color:plum;}`,
    `.${inner} > a{color:pink;}`,
    `.${outer}{color:tomato;}`,
    `.${last}{color:peru;}`,
  ]);
});

test("a style of a prerendered page is not inserted again", () => {
  const name = gooberOn().make("color: olive;");
  const { rules, make } = gooberOn(`body{margin:0}.${name}{color:olive;}`);
  expect(make("color: olive;")).toBe(name);
  expect(rules).toEqual([]);
});

test("an unsupported rule is skipped, and the rest of its style is inserted", () => {
  const { rules, make } = gooberOn();
  const name = make("color: navy; &::-moz-range-track { color: teal; } & > a { color: gold; }");
  expect(rules).toEqual([`.${name}{color:navy;}`, `.${name} > a{color:gold;}`]);
});

test("held styles are inserted together when they are released, and later ones at once", () => {
  const { rules, make, sheet } = gooberOn();
  sheet.hold();
  const [outer, inner] = [make("color: red;"), make("color: blue;", { isInner: true })];
  expect(make("color: red;")).toBe(outer);
  expect(rules).toEqual([]);
  sheet.release();
  expect(rules).toEqual([`.${inner}{color:blue;}`, `.${outer}{color:red;}`]);
  const later = make("color: green;");
  expect(rules.at(-1)).toBe(`.${later}{color:green;}`);
});
