import { afterEach, expect, jest, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import { useRef } from "react";
import { finger, INTERRUPTIONS } from "../../test/pointer.ts";
import { useRowDrag } from "./use-row-drag.ts";

afterEach(() => {
  // The click behind a drag is swallowed until the next task: a later test must not lose its own.
  if (jest.isFakeTimers()) jest.runOnlyPendingTimers();
  jest.useRealTimers();
});

const moves: number[][] = [];

function Rows() {
  const list = useRef<HTMLUListElement>(null);
  useRowDrag(list, (from, to) => moves.push([from, to]));
  return (
    <ul ref={list}>
      <li>one</li>
      <li>two</li>
    </ul>
  );
}

/** Rests a finger on the first row and moves it down. */
function dragFirst(): HTMLElement {
  moves.length = 0;
  jest.useFakeTimers();
  render(<Rows />);
  const row = screen.getByText("one");
  finger.press(row, 0, 0);
  jest.advanceTimersByTime(300);
  finger.move(row, 0, 40);
  expect(row.hasAttribute("data-dragged")).toBe(true);
  return row;
}

test("a row is moved to where its finger lets it go", () => {
  finger.lift(dragFirst(), 0, 40);
  expect(moves).toEqual([[0, 1]]);
});

test.each(INTERRUPTIONS)("%s puts a dragged row back", (_, interrupt) => {
  const row = dragFirst();
  interrupt(row);
  finger.move(row, 0, 60);
  finger.lift(row, 0, 60);
  expect([moves, row.hasAttribute("data-dragged"), row.style.transform]).toEqual([[], false, ""]);
});
