import { expect, mock, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { act, fireEvent, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expectRetyped } from "../../test/expect-retyped.ts";
import { render } from "../../test/render.tsx";
import { Field } from "../fields/field.tsx";
import { DialogForm } from "./dialog-form.tsx";

const send = mock();
const close = mock();

function open(props: Partial<ComponentProps<typeof DialogForm>>) {
  send.mockClear();
  close.mockClear();
  render(
    <DialogForm
      title="Close account"
      lead="This is permanent."
      cancel="Keep account"
      submit="Close it"
      isBusy={false}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onClose={close}
      {...props}
    />,
  );
  return screen.getByRole("dialog", { name: "Close account" });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

/** A click beside the dialog, Esc, the close button and Cancel. */
function tryToClose(dialog: HTMLElement) {
  fireEvent.mouseDown(dialog.parentElement ?? dialog);
  fireEvent.keyDown(document.body, { key: "Escape" });
  fireEvent.click(button("Close"));
  fireEvent.click(button("Keep account"));
}

test("a dialog with a form is described by its lead, and shows its problem below the fields", () => {
  const dialog = open({ problem: "Enter your password", children: <Field label="Password" /> });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "This is permanent.",
  );
  expect(screen.getByRole("alert").textContent).toBe("Enter your password");
  fireEvent.click(button("Close it"));
  expect(send).toHaveBeenCalledTimes(1);
});

test("a form with an empty required field cannot be sent", () => {
  open({ isComplete: false });
  fireEvent.click(button("Close it"));
  expect(send).not.toHaveBeenCalled();
});

test("a question without fields can be closed in four ways", () => {
  tryToClose(open({}));
  expect(close).toHaveBeenCalledTimes(4);
});

test("a click beside a form with fields does not discard them", () => {
  tryToClose(open({ children: <Field label="Password" /> }));
  expect(close).toHaveBeenCalledTimes(3);
});

test("a form cannot be closed while it is sent", () => {
  tryToClose(open({ isBusy: true }));
  expect(close).not.toHaveBeenCalled();
});

test("the chosen button has the focus first", () => {
  open({ focus: "cancel" });
  expect(document.activeElement).toBe(button("Keep account"));
});

type Sending = { isBusy: boolean; error?: string };
const sending = signal<Sending>({ isBusy: false });

function Form() {
  useSignals();
  const { isBusy, error } = sending.value;
  return (
    <DialogForm
      title="Close account"
      cancel="Keep account"
      submit="Close it"
      isBusy={isBusy}
      onSubmit={() => {
        sending.value = { isBusy: true };
      }}
      onClose={close}
    >
      <Field label="Reason" defaultValue="none" />
      <Field label="Password" defaultValue="a guess" error={error} />
    </DialogForm>
  );
}

/** Opens a form, and sends it. @returns sets how far the sending is */
function sendForm() {
  const set = (next: Sending) =>
    act(() => {
      sending.value = next;
    });
  sending.value = { isBusy: false };
  render(<Form />);
  fireEvent.click(button("Close it"));
  return set;
}

test("after a refusal the field with the problem has the focus and its text selected", () => {
  const set = sendForm();
  set({ isBusy: false, error: "This is not your password" });
  expectRetyped(screen.getByLabelText("Password"));
});

test("a refusal leaves the focus where something was typed meanwhile", () => {
  const set = sendForm();
  screen.getByLabelText("Reason").focus();
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "other" } });
  set({ isBusy: false, error: "This is not your password" });
  expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
});
