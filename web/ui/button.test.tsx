import { expect, mock, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { act, fireEvent, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { Button, ButtonAnchor } from "./button.tsx";
import { ButtonLink } from "./button-link.tsx";
import { Plus } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";

test("a button does not submit by default", () => {
  render(<Button>Deposit</Button>);
  expect(screen.getByRole("button", { name: "Deposit" })).toHaveProperty("type", "button");
});

test("a loading button is disabled, busy, keeps its label and ignores clicks", () => {
  const press = mock();
  render(
    <Button isLoading onClick={press}>
      Verifying...
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Verifying..." });
  fireEvent.click(button);
  expect(button).toHaveProperty("disabled", true);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(press).not.toHaveBeenCalled();
});

test("an icon button is named by its label", () => {
  render(<IconButton icon={Plus} label="Add" />);
  const button = screen.getByRole("button", { name: "Add" });
  expect(button.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});

test("a link inside the application uses the router, one to another document does not", () => {
  const { history } = render(
    <>
      <ButtonLink href="/signup">Sign up</ButtonLink>
      <ButtonAnchor href="https://example.com/">Bank</ButtonAnchor>
    </>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Sign up" }));
  expect(history).toEqual(["/", "/signup"]);
  expect(screen.getByRole("link", { name: "Bank" }).getAttribute("href")).toBe("https://example.com/");
});

const isLoading = signal(false);

function Buttons() {
  useSignals();
  return (
    <>
      <Button isLoading={isLoading.value}>Save</Button>
      <Button>Cancel</Button>
    </>
  );
}

test("a button that had the focus when it began to load has it again after it, unless something else took it", () => {
  render(<Buttons />);
  const [save, cancel] = screen.getAllByRole("button");
  const load = (isOn: boolean) =>
    act(() => {
      isLoading.value = isOn;
    });
  save?.focus();
  load(true);
  // A browser takes the focus from a button that is disabled, and the simulated document does not.
  cancel?.focus();
  cancel?.blur();
  load(false);
  expect(document.activeElement === save).toBe(true);
  load(true);
  cancel?.focus();
  load(false);
  expect(document.activeElement === cancel).toBe(true);
  cancel?.blur();
  load(true);
  load(false);
  expect(document.activeElement).toBe(document.body);
});
