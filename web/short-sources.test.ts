import { expect, test } from "bun:test";
import { shortStyle } from "./short-sources.ts";

test("a style has no comments and no spaces that no rule needs", () => {
  expect(
    shortStyle('\n  color: red;\n  /* A place\n     to press. */\n  & > a::after {\n    content: "";\n  }\n'),
  ).toBe(' color: red;& > a::after{content: "";}');
});

test("a text that is no style stays as it is", () => {
  expect(shortStyle("Two  spaces;\tand { braces }")).toBe("Two  spaces;\tand { braces }");
});
