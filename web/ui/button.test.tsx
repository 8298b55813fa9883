import { expect, mock, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { Button, ButtonAnchor } from "./button.tsx";
import { ButtonLink } from "./button-link.tsx";
import { Plus } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";

test("a button submits nothing unless it says so", () => {
  render(<Button>Deposit</Button>);
  expect(screen.getByRole("button", { name: "Deposit" })).toHaveProperty("type", "button");
});

test("a button that loads is disabled, busy, keeps its words and takes no press", () => {
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

test("an icon button is named by its label, not by its picture", () => {
  render(<IconButton icon={Plus} label="Add" />);
  const button = screen.getByRole("button", { name: "Add" });
  expect(button.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});

test("a link inside the application moves the router, one to another document does not", () => {
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
