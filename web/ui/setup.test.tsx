import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { styled } from "goober";
import { render } from "../test/render.tsx";

const Box = styled("div")<{ $wide: boolean }>`
  width: ${({ $wide }) => ($wide ? "100%" : "auto")};
`;

test("a prop that begins with $ styles and stays out of the document", () => {
  render(<Box $wide title="kept" />);
  const box = screen.getByTitle("kept");
  expect(box.getAttributeNames()).not.toContain("$wide");
  expect(getComputedStyle(box).width).toBe("100%");
});
