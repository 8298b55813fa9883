import { expect, mock, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { ConfirmButton } from "./confirm-button.tsx";

const open = () => fireEvent.click(screen.getByRole("button", { name: "Reset" }));
const inDialog = (name: string) => {
  const found = [...screen.getByRole("alertdialog").querySelectorAll("button")].find((one) => one.textContent === name);
  if (!found) throw new Error(`the dialog has no button ${name}`);
  return found;
};

function show(focus?: "cancel" | "submit") {
  const onConfirm = mock(() => {});
  render(
    <ConfirmButton label="Reset" title="Reset it?" keep="Keep" {...(focus && { focus })} onConfirm={onConfirm}>
      All of it is deleted.
    </ConfirmButton>,
  );
  return onConfirm;
}

test("the action runs once it is confirmed, and the dialog closes", () => {
  const onConfirm = show();
  open();
  expect(screen.getByText("All of it is deleted.")).toBeDefined();
  expect(onConfirm).toHaveBeenCalledTimes(0);
  fireEvent.click(inDialog("Reset"));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("the other button closes the dialog and runs nothing", () => {
  const onConfirm = show();
  open();
  fireEvent.click(inDialog("Keep"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(onConfirm).toHaveBeenCalledTimes(0);
});

test.each([
  [undefined, "Keep"],
  ["submit", "Reset"],
] as const)("with focus %p, %p has the focus first", (focus, name) => {
  show(focus);
  open();
  expect(document.activeElement).toBe(inDialog(name));
});

function Ending({ onConfirm }: { onConfirm: () => void }) {
  const [isOver, setOver] = useState(false);
  return (
    <>
      <ConfirmButton label="Reset" title="Reset it?" keep="Keep" disabled={isOver} onConfirm={onConfirm}>
        All of it is deleted.
      </ConfirmButton>
      <input aria-label="End" onChange={() => setOver(true)} />
    </>
  );
}

test("a question whose action has become impossible does not run it", () => {
  const onConfirm = mock(() => {});
  render(<Ending onConfirm={onConfirm} />);
  open();
  fireEvent.change(screen.getByLabelText("End"), { target: { value: "x" } });
  fireEvent.click(inDialog("Reset"));
  expect(onConfirm).toHaveBeenCalledTimes(0);
  expect(screen.getByRole("alertdialog")).toBeDefined();
});
