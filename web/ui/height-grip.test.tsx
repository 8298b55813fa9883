import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import { HeightGrip } from "./height-grip.tsx";

test("the arrow keys move the edge by a step, Home and End to the least and the most, and other keys are the page's", () => {
  const heights: (number | null)[] = [];
  const limits = { heightPx: 200, minPx: 140, maxPx: 480, stepPx: 24 };
  render(<HeightGrip label="Height" {...limits} left="50%" topPx={0} onHeight={(height) => heights.push(height)} />);
  const grip = screen.getByRole("separator", { name: "Height" });
  /** Whether the page's own effect of a key is left to it. */
  const press = (key: string) => fireEvent.keyDown(grip, { key });
  expect(["ArrowUp", "ArrowDown", "Home", "End", "PageUp"].map(press)).toEqual([false, false, false, false, true]);
  expect(heights).toEqual([224, 176, 140, 480]);
});
