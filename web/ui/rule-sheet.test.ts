import { expect, test } from "bun:test";
import { css } from "goober";
import { RuleSheet } from "./rule-sheet.ts";

/** goober, writing into rules that can be read. The simulated browser's own sheet knows nothing of rules in rules. */
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
  /** @param isInner the style of a part inside of a styled one, which the outer style overrules */
  const make = (style: string, { isInner = false } = {}): string => Reflect.apply(css, { target, o: isInner }, [style]);
  return { rules, make };
}

test("each rule of a style goes in by itself, and a style that is there is not put in again", () => {
  const { rules, make } = gooberOn();
  const name = make("color: red; & > a { color: blue; &:hover { color: green; } }");
  const expected = [`.${name}{color:red;}`, `.${name} > a{color:blue;}`, `.${name} > a:hover{color:green;}`];
  expect(rules).toEqual(expected);
  expect(make("color: red; & > a { color: blue; &:hover { color: green; } }")).toBe(name);
  expect(rules).toEqual(expected);
});

test("what holds on some screens stands inside of the rule that it changes, but for pseudo-elements", () => {
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

test("an inner style comes before all others, its rules in their order, and another behind them", () => {
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

test("a style that a prerendered page came with is not put in again", () => {
  const name = gooberOn().make("color: olive;");
  const { rules, make } = gooberOn(`body{margin:0}.${name}{color:olive;}`);
  expect(make("color: olive;")).toBe(name);
  expect(rules).toEqual([]);
});

test("a rule of another browser is left out, and the rest of its style is there", () => {
  const { rules, make } = gooberOn();
  const name = make("color: navy; &::-moz-range-track { color: teal; } & > a { color: gold; }");
  expect(rules).toEqual([`.${name}{color:navy;}`, `.${name} > a{color:gold;}`]);
});
