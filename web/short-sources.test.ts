import { expect, test } from "bun:test";
import { shortStyle, withLateFormats, withShortStyles } from "./short-sources.ts";

test("a style has no comments and no spaces that no rule needs", () => {
  expect(
    shortStyle('\n  color: red;\n  /* A place\n     to press. */\n  & > a::after {\n    content: "";\n  }\n'),
  ).toBe(' color: red;& > a::after{content: "";}');
});

test("a text that is no style stays as it is", () => {
  expect(shortStyle("Two  spaces;\tand { braces }")).toBe("Two  spaces;\tand { braces }");
});

test("the spaces beside a value of a style stay", () => {
  const style = (css: string) => `const Line = styled("i")\`${css}\`;`;
  const given = `color: red;
    animation: \${hidden} 1ms 150ms, \${turn} 1s;
    \${media.phone} {
      color: \${red};
    }`;
  const expected = `color: red;animation: \${hidden} 1ms 150ms, \${turn} 1s;\${media.phone}{color: \${red};}`;
  expect(withShortStyles(style(given))).toBe(style(expected));
});

test("uPlot makes no formatter before it draws a number", async () => {
  const source = await Bun.file(Bun.resolveSync("uplot/dist/uPlot.esm.js", import.meta.dir)).text();
  expect(source).toMatch(/^const \w+ = new Intl/m);
  expect(withLateFormats(source)).not.toMatch(/^const \w+ = new Intl/m);
  expect(() => withLateFormats(source.replace("numFormatter.format(", "numbers.format("))).toThrow("another way");
});
