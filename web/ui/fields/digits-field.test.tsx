import { expect, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { DigitsField } from "./digits-field.tsx";

function Code() {
  const [digits, setDigits] = useState("");
  return <DigitsField label="Code" length={6} value={digits} onDigits={setDigits} />;
}

test.each([
  ["123 456", "123456"],
  ["១២៣៤៥៦", "123456"],
  ["１２３ ４５６", "123456"],
  ["១២៣456", "123456"],
  ["12a4", "124"],
  ["12345678", "123456"],
  ["code", ""],
])("a code typed as %j is %j", (typed, digits) => {
  render(<Code />);
  const field = screen.getByLabelText<HTMLInputElement>("Code");
  fireEvent.change(field, { target: { value: typed } });
  expect(field.value).toBe(digits);
});
