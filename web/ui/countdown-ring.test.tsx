import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { CountdownRing, InlineCountdown } from "./countdown-ring.tsx";

const START_MS = Date.parse("2026-11-21T03:00:00Z");

beforeEach(() => {
  jest.useFakeTimers({ now: START_MS });
});
afterEach(() => {
  jest.useRealTimers();
});

function pass(ms: number): void {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
}

test("the figure counts seconds, screen readers get minutes, and it ends at zero", () => {
  render(<CountdownRing endsAtMs={START_MS + 61_000} lengthMs={600_000} />);
  expect(screen.getByText("1:01")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("2 minutes left");
  pass(2_000);
  expect(screen.getByText("0:59")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("1 minute left");
  pass(120_000);
  expect(screen.getByText("0:00")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("0 minutes left");
});

test("the ring turns to the warning tone in its last minute", () => {
  const { container } = render(<CountdownRing endsAtMs={START_MS + 61_000} lengthMs={600_000} />);
  const strokes = () => [...container.querySelectorAll("circle")].map((circle) => circle.getAttribute("stroke"));
  expect(strokes()).toEqual(["var(--line)", "var(--accent)"]);
  pass(1_000);
  expect(strokes()).toEqual(["var(--line)", "var(--warn)"]);
  pass(60_000);
  expect(strokes()).toEqual(["var(--line)"]);
});

test("the inline countdown counts inside its line", () => {
  render(<InlineCountdown label="Send a new code in" endsAtMs={START_MS + 42_000} lengthMs={60_000} />);
  expect(screen.getByText("0:42")).toBeTruthy();
  pass(1_000);
  expect(screen.getByText("0:41")).toBeTruthy();
});
