import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MONEY, type NumberForm, PLAIN_NUMBER, PRICE } from "../../../worker/contract/read-number.ts";
import { NO_NUMBERS, NO_SUMS, paste, SUMS, UNFINISHED, WAYS } from "../../test/number-forms.ts";
import { render } from "../../test/render.tsx";
import { NumberField } from "./number-field.tsx";

setDefaultTimeout(600_000);

function Form({ reads, error }: { reads: NumberForm; error?: string | undefined }) {
  const [text, setText] = useState("");
  return (
    <NumberField
      label="Number"
      hint="Any number"
      reads={reads}
      error={error}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Number");
const alert = () => document.querySelector('[role="alert"]')?.textContent ?? null;

const KINDS = [
  ["a sum", MONEY, NO_SUMS],
  ["a price", PRICE, NO_NUMBERS],
  ["a number alone", PLAIN_NUMBER, NO_NUMBERS],
] as const;

test.each(KINDS)("what is not understood as %s stays in the field, and is said below it", async (_, reads, refused) => {
  render(<Form reads={reads} />);
  for (const [way, enter] of WAYS) {
    for (const [text, words] of refused) {
      await enter(field(), text);
      await waitFor(() => expect([way, text, alert()]).toEqual([way, text, words]));
      expect([text, field().value, field().getAttribute("aria-invalid")]).toEqual([text, text, "true"]);
    }
  }
});

test.each(WAYS)("a number that is %s stays in the field, without a word", async (_, enter) => {
  render(<Form reads={MONEY} />);
  for (const [text] of SUMS) {
    await enter(field(), text);
    expect([text, field().value, alert()]).toEqual([text, text, null]);
    expect(screen.getByText("Any number")).toBeDefined();
  }
});

test("a text that more digits would complete is refused after a pause, and not while it is typed on", async () => {
  render(<Form reads={MONEY} />);
  for (const text of ["10,", "10,0", "10,00", "10,000"]) {
    await paste(field(), text);
    expect([text, alert()]).toEqual([text, null]);
  }
  for (const [text, words] of UNFINISHED) {
    await paste(field(), text);
    expect([text, alert()]).toEqual([text, null]);
    await waitFor(() => expect([text, alert()]).toEqual([text, words]));
    expect(field().value).toBe(text);
  }
  await paste(field(), "10,000");
  expect(alert()).toBeNull();
});

test("what is not understood takes the place of another error, without a pause", () => {
  const { rerender } = render(<Form reads={MONEY} error="Please enter an amount" />);
  expect(alert()).toBe("Please enter an amount");
  fireEvent.change(field(), { target: { value: "1,5" } });
  expect(alert()).toStartWith("A comma separates thousands");
  fireEvent.change(field(), { target: { value: "9" } });
  expect(alert()).toBe("Please enter an amount");
  rerender(<Form reads={MONEY} />);
  expect(alert()).toBeNull();
});

test("only so much of a long text is named as says what is wrong", () => {
  render(<Form reads={MONEY} />);
  fireEvent.change(field(), { target: { value: "ten thousand dollars".replaceAll(" ", "") } });
  expect(alert()).toBe("“tenthousandd” is not part of a number. Write it like 1,500.00");
});

test("phones show the keyboard of numbers", () => {
  render(<Form reads={MONEY} />);
  expect(field().inputMode).toBe("decimal");
});

/** Inputs that say what is not understood of a number in a place of their own. */
const WITH_WORDS_OF_THEIR_OWN = [
  // Of any number of decimals.
  "broker/questions-step.tsx",
  "drawings/drawing-bar.tsx",
  "landing/script/visitor-ticket.tsx",
  "trading/trade-bar.tsx",
  "ui/fields/number-field.tsx",
];

test("every field of a number is one that says what it does not understand", async () => {
  const web = join(import.meta.dir, "../..");
  const files = [...new Bun.Glob("**/*.tsx").scanSync(web)].filter((file) => !file.includes(".test."));
  const sources = await Promise.all(files.map(async (file) => [file, await Bun.file(join(web, file)).text()] as const));
  const plain = sources.filter(([, source]) => /inputMode="decimal"|type="number"/.test(source));
  expect(plain.map(([file]) => file).sort()).toEqual(WITH_WORDS_OF_THEIR_OWN);
});
