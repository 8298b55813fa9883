import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { render } from "../../test/render.tsx";
import { Combobox } from "./combobox.tsx";

afterEach(cleanup);

const NAMES = ["Longan", "Mango", "Mangosteen"];

type Given = Partial<Pick<ComponentProps<typeof Combobox<string>>, "isLoading" | "message" | "onChoose" | "onLeave">>;

function Fruit({ onChoose = () => {}, ...given }: Given) {
  const [typed, setTyped] = useState("");
  const choices = typed === "" ? [] : NAMES.filter((name) => name.toLowerCase().startsWith(typed));
  return (
    <Combobox
      {...given}
      label="Fruit"
      typed={typed}
      onType={setTyped}
      choices={choices}
      announcement={`${choices.length} found`}
      keyOf={(name) => name}
      option={(name) => name}
      onChoose={onChoose}
    />
  );
}

function open(given: Given = {}) {
  render(<Fruit {...given} />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Fruit" });
  fireEvent.focus(field);
  return field;
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key });

test("arrow keys go round the choices, and Enter takes the one reached", () => {
  const chosen: string[] = [];
  const field = open({ onChoose: (name) => chosen.push(name) });
  type(field, "man");
  const [first, last] = screen.getAllByRole("option");
  expect(field.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("2 found");
  press(field, "ArrowUp");
  expect(field.getAttribute("aria-activedescendant")).toBe(last?.id ?? "");
  press(field, "ArrowDown");
  expect(field.getAttribute("aria-activedescendant")).toBe(first?.id ?? "");
  press(field, "ArrowDown");
  press(field, "Enter");
  expect(chosen).toEqual(["Mangosteen"]);
  expect(field.getAttribute("aria-expanded")).toBe("false");
});

test("Enter without a choice reached takes the first, and nothing while there is none", () => {
  const chosen: string[] = [];
  const field = open({ onChoose: (name) => chosen.push(name) });
  press(field, "Enter");
  type(field, "l");
  press(field, "Enter");
  expect(chosen).toEqual(["Longan"]);
});

test("Esc closes the list, and then clears the text", () => {
  const field = open();
  type(field, "man");
  press(field, "Escape");
  expect([field.getAttribute("aria-expanded"), field.value]).toEqual(["false", "man"]);
  press(field, "Escape");
  expect(field.value).toBe("");
});

test("a message takes the place of the choices and is announced, and leaving the field closes it", () => {
  let hasLeft = false;
  const field = open({
    message: "Nothing begins with that",
    onLeave: () => {
      hasLeft = true;
    },
  });
  type(field, "x");
  const popup = screen.getByText("Nothing begins with that", { selector: "p" }).parentElement;
  expect(popup?.hidden).toBe(false);
  expect(screen.getByRole("status").textContent).toBe("Nothing begins with that");
  fireEvent.blur(field);
  expect([popup?.hidden, hasLeft]).toEqual([true, true]);
});
