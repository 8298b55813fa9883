import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { finger, INTERRUPTIONS } from "../test/pointer.ts";
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

function Area() {
  const [heightPx, setHeight] = useState(200);
  const limits = { minPx: 140, maxPx: 480, stepPx: 24 };
  return (
    <HeightGrip
      label="Height"
      {...limits}
      {...{ heightPx }}
      left="50%"
      topPx={0}
      onHeight={(px) => setHeight(px ?? 0)}
    />
  );
}

const heightOf = (grip: HTMLElement) => grip.getAttribute("aria-valuenow");

test("a drag moves the edge, and leaves it where it is let go", () => {
  render(<Area />);
  const grip = screen.getByRole("separator", { name: "Height" });
  finger.press(grip, 0, 300);
  finger.move(grip, 0, 280);
  expect(heightOf(grip)).toBe("220");
  finger.move(grip, 0, 270);
  finger.lift(grip, 0, 270);
  finger.move(grip, 0, 200);
  expect(heightOf(grip)).toBe("230");
});

test.each(INTERRUPTIONS)("%s puts the edge back to where its drag began", (_, interrupt) => {
  render(<Area />);
  const grip = screen.getByRole("separator", { name: "Height" });
  finger.press(grip, 0, 300);
  finger.move(grip, 0, 250);
  act(() => void interrupt(grip));
  finger.move(grip, 0, 200);
  finger.lift(grip, 0, 200);
  expect(heightOf(grip)).toBe("200");
});
