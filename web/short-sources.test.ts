import { expect, test } from "bun:test";
import { shortStyle, withShortStyles } from "./short-sources.ts";

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
