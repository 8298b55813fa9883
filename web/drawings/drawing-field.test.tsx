import { expect, mock, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../test/render.tsx";
import { Toaster } from "../ui/toast/toaster.tsx";
import { DrawingField } from "./drawing-field.tsx";
import { readRisk, riskProblemWhileTyped } from "./plan-risk.ts";

setDefaultTimeout(600_000);

const keep = mock((_text: string) => {});
const done = mock(() => {});

function Plan() {
  const [kept, setKept] = useState("1");
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <DrawingField
      label="Risk"
      kept={kept}
      inputMode="decimal"
      problem={problem}
      whileTyped={riskProblemWhileTyped}
      onProblem={setProblem}
      onTyped={(text) => {
        const read = readRisk(text);
        if ("problem" in read) return read.problem;
        keep(text);
        setKept(text);
        return null;
      }}
      onDone={done}
    />
  );
}

function show() {
  keep.mockClear();
  done.mockClear();
  const view = render(<Plan />);
  const field = screen.getByLabelText<HTMLInputElement>("Risk");
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(field, { key });
  return { ...view, field, type, press };
}

const alert = () => document.querySelector('[role="alert"]')?.textContent ?? null;

test("Enter keeps a number once, though the field is left after it", () => {
  const { field, type, press } = show();
  type("2");
  press("Enter");
  fireEvent.blur(field);
  expect([field.value, alert(), keep.mock.calls, done.mock.calls.length]).toEqual(["2", null, [["2"]], 1]);
});

test("what is not understood stays in the field, with the reason, and the field stays the one that is typed in", () => {
  const { field, type, press } = show();
  type("1,5");
  expect(alert()).toBeNull();
  press("Enter");
  expect(alert()).toStartWith("A comma separates thousands");
  fireEvent.blur(field);
  expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["1,5", "true"]);
  expect(field.getAttribute("aria-describedby")).toBe(document.querySelector('[role="alert"]')?.id ?? "");
  expect([keep.mock.calls, done.mock.calls.length]).toEqual([[], 0]);
  type("1.5");
  expect(alert()).toBeNull();
  press("Enter");
  expect([field.value, keep.mock.calls, done.mock.calls.length]).toEqual(["1.5", [["1.5"]], 1]);
});

test("Escape gives up what is typed, with what was wrong with it", () => {
  const { field, type, press } = show();
  type("x");
  expect(alert()).toStartWith("“x” is not part of a number");
  press("Escape");
  expect([field.value, alert(), keep.mock.calls]).toEqual(["1", null, []]);
});

test("what is not understood when the field goes away is said where it still can be", async () => {
  const { rerender, type } = show();
  type("1,5");
  rerender(<Toaster />);
  await screen.findByText(/^A comma separates thousands/);
  expect(keep.mock.calls).toEqual([]);
});
