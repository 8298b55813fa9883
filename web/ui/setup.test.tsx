import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { styled } from "goober";
import { render } from "../test/render.tsx";
import { RuleSheet } from "./rule-sheet.ts";

const Box = styled("div")<{ $wide: boolean }>`
  width: ${({ $wide }) => ($wide ? "100%" : "auto")};
`;

const { _goober } = window;
const element = document.createElement("style");
beforeEach(() => {
  document.head.append(element);
  if (element.sheet) window._goober = { parentNode: document.head, firstChild: new RuleSheet(element.sheet, "") };
});
afterEach(() => {
  if (_goober) window._goober = _goober;
  element.remove();
});

test("a prop that starts with $ affects the style and is not in the document", () => {
  render(<Box $wide title="kept" />);
  const box = screen.getByTitle("kept");
  expect(box.getAttributeNames()).not.toContain("$wide");
  expect(getComputedStyle(box).width).toBe("100%");
});
