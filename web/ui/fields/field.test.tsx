import { expect, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { Field } from "./field.tsx";
import { PasswordField } from "./password-field.tsx";
import { PasswordMeter } from "./password-meter.tsx";
import { Select } from "./select.tsx";
import { Switch } from "./switch.tsx";

test("a field is named by its label and described by its hint", () => {
  render(<Field label="E-mail" hint="We send the code there." />);
  const input = screen.getByLabelText("E-mail");
  const hint = document.getElementById(input.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toBe("We send the code there.");
  expect(input.hasAttribute("aria-invalid")).toBe(false);
});

test("an error replaces the hint, is announced and marks the field", () => {
  render(<Field label="E-mail" hint="We send the code there." error="Enter an e-mail address" />);
  const input = screen.getByLabelText("E-mail");
  expect(screen.getByRole("alert").textContent).toBe("Enter an e-mail address");
  expect(screen.getByRole("alert").id).toBe(input.getAttribute("aria-describedby") ?? "");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("We send the code there.")).toBeNull();
});

test.each([
  ["Your account is frozen: no money can be moved. Please contact support.", "contact support"],
  ["It can't be changed here. Write to support, who can reopen your verification.", "Write to support"],
])("a mention of support in an error is a link: %s", (error, words) => {
  render(<Field label="Amount" error={error} />);
  expect(screen.getByRole("alert").textContent).toBe(error);
  expect(screen.getByRole("link", { name: words }).getAttribute("href")).toBe("/support");
});

test("a password is shown only on request and can be hidden again", () => {
  render(<PasswordField label="Password" />);
  const input = screen.getByLabelText("Password");
  expect(input.getAttribute("type")).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.getAttribute("type")).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.getAttribute("type")).toBe("password");
});

test.each([
  ["", "0 of 10"],
  ["tonlesa", "7 of 10"],
  ["tonle sap 1", "10 of 10"],
  ["🌊🌊🌊🌊🌊🌊🌊", "7 of 10"],
])("the ruler counts code points: %s is %s", (password, words) => {
  const { container } = render(<PasswordMeter password={password} />);
  expect(screen.getByText(words)).toBeTruthy();
  const reached = container.querySelectorAll('line[data-filled="true"]');
  const characters = Math.min([...password].length, 10);
  expect(reached.length).toBe(characters === 0 ? 0 : characters * 2 + 1);
});

function Form() {
  const [symbol, setSymbol] = useState<"BTCUSD" | "ETHUSD">("BTCUSD");
  return (
    <Select
      label="Symbol"
      value={symbol}
      onChange={setSymbol}
      options={[
        { value: "BTCUSD", label: "Bitcoin" },
        { value: "ETHUSD", label: "Ethereum" },
      ]}
    />
  );
}

test("a select returns the chosen value", () => {
  render(<Form />);
  const select = screen.getByLabelText("Symbol");
  fireEvent.change(select, { target: { value: "ETHUSD" } });
  expect(select).toHaveProperty("value", "ETHUSD");
});

function Setting() {
  const [isOn, setIsOn] = useState(false);
  return (
    <Switch label="Log-in alerts" description="A mail when a new device signs in." isOn={isOn} onChange={setIsOn} />
  );
}

test("a switch has a label, a description and a state", () => {
  render(<Setting />);
  const control = screen.getByRole("switch", { name: "Log-in alerts" });
  expect(control.getAttribute("aria-checked")).toBe("false");
  fireEvent.click(control);
  expect(control.getAttribute("aria-checked")).toBe("true");
  expect(document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent).toContain("new device");
});
