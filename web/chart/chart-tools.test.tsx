import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { DEFAULT_CHART } from "../../worker/contract/terminal/terminal-defaults.ts";
import { NO_NUMBERS, typeKeys } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { ChartTools } from "./chart-tools.tsx";
import type { ChosenIndicators } from "./indicators/chosen-indicators.ts";
import { indicatorActions } from "./indicators/indicator-actions.ts";

setDefaultTimeout(600_000);

let kept: ChosenIndicators | null = null;
beforeEach(() => {
  kept = null;
});

function Tools() {
  const [list, onList] = useState<ChosenIndicators>(DEFAULT_CHART.indicators);
  const actions = indicatorActions(list, (next) => {
    kept = next;
    onList(next);
  });
  return <ChartTools interval="15m" onInterval={() => {}} indicators={list} actions={actions} tools={null} />;
}

const click = (name: string | RegExp, role = "button") => fireEvent.click(screen.getByRole(role, { name }));
const chips = () => screen.getAllByRole("button", { name: /, options$/ }).map((chip) => chip.textContent);

/** Opens the list of indicators. */
async function openList() {
  render(<Tools />);
  click(/^Indicators/);
  // The dialog itself is there before its code is.
  await screen.findByLabelText("Find an indicator");
  return within(screen.getByRole("dialog", { name: "Indicators" }));
}

test("an indicator is found by its name or what it shows, and added", async () => {
  const dialog = await openList();
  const offers = () => dialog.getByRole("group", { name: "Add an indicator" }).textContent;
  const search = dialog.getByLabelText("Find an indicator");
  expect(document.activeElement).toBe(search);
  fireEvent.change(search, { target: { value: "deviations" } });
  expect(offers()).toStartWith("Bollinger bands");
  fireEvent.change(search, { target: { value: "xyz" } });
  expect(offers()).toBe("No indicator has this name.");
  fireEvent.change(search, { target: { value: "strength RSI" } });
  fireEvent.click(dialog.getByRole("button", { name: /^Relative strength index/ }));
  expect(dialog.getByRole("status").textContent).toBe("Relative strength index added");
  expect(kept?.at(-1)).toMatchObject({ kind: "rsi", settings: { period: 14 } });
  expect(chips()).toEqual(["SMA 9", "SMA 21", "RSI 14"]);
});

test("a wrong setting is said at its field, and nothing is changed; a right one and a colour are", async () => {
  await openList();
  click("Settings: SMA 21");
  const period = screen.getByLabelText("Period");
  for (const typed of ["", "0", "501", "1.5", "1.500"]) {
    fireEvent.change(period, { target: { value: typed } });
    click("Save");
    expect(screen.getByText("Enter a whole number from 1 to 500.")).toBeTruthy();
  }
  expect(kept).toBeNull();
  fireEvent.change(period, { target: { value: "50" } });
  click("Warning", "radio");
  click("Save");
  expect(kept?.at(-1)).toMatchObject({ settings: { period: 50 }, colours: ["warn"] });
  expect(screen.getByRole("dialog", { name: "Indicators" })).toBeTruthy();
});

test("a setting in another form of the number is that number, and one that is none is refused in words", async () => {
  await openList();
  click("Settings: SMA 21");
  const period = screen.getByLabelText<HTMLInputElement>("Period");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  for (const [text, words] of NO_NUMBERS) {
    await typeKeys(period, text);
    expect([text, period.value, screen.getByRole("alert").textContent]).toEqual([text, text, words]);
    expect(save.disabled).toBe(true);
    if (period.form) fireEvent.submit(period.form);
  }
  expect(kept).toBeNull();
  await typeKeys(period, "៥០");
  click("Save");
  expect(kept?.at(-1)).toMatchObject({ settings: { period: 50 } });
});

test("an indicator is hidden, moved and removed in the list", async () => {
  const dialog = await openList();
  click("Hide: SMA 9");
  click("Move down: SMA 9");
  expect(kept?.map(({ id, isHidden }) => [id, isHidden])).toEqual([
    ["sma-21", false],
    ["sma-9", true],
  ]);
  click("Show: SMA 9");
  click("Remove: SMA 21");
  expect(kept?.map(({ id, isHidden }) => [id, isHidden])).toEqual([["sma-9", false]]);
  expect(document.activeElement).toBe(dialog.getByLabelText("Find an indicator"));
});

test("a chip's menu offers what is possible at its place", async () => {
  render(<Tools />);
  click("SMA 9, options");
  const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(items()).toEqual(["Settings", "Hide", "Move down", "Remove"]);
  click("Hide", "menuitem");
  click("SMA 9, hidden, options");
  expect(items()).toContain("Show");
  click("Move down", "menuitem");
  click("SMA 21, options");
  click("Settings", "menuitem");
  await screen.findByRole("dialog", { name: "Simple moving average" });
  click("Cancel");
  expect(screen.queryByRole("dialog")).toBeNull();
  click("SMA 21, options");
  click("Remove", "menuitem");
  expect(kept?.map(({ id }) => id)).toEqual(["sma-9"]);
});

test("a chip's menu is not among the chips, of which a narrow toolbar hides some", () => {
  render(<Tools />);
  click("SMA 9, options");
  const list = screen.getByRole("button", { name: "SMA 9, options" }).parentElement;
  expect(list?.contains(screen.getByRole("menu"))).toBe(false);
});

test("ten are the most, and those beyond the toolbar are a number", async () => {
  const dialog = await openList();
  const add = dialog.getByRole<HTMLButtonElement>("button", { name: /^Exponential/ });
  for (let i = 0; i < 9; i++) fireEvent.click(add);
  expect(kept?.length).toBe(10);
  expect(add.disabled).toBe(true);
  expect(dialog.getByText("A chart has at most 10. Remove one to add another.")).toBeTruthy();
  expect(chips().length).toBe(3);
  expect(screen.getByText("+7")).toBeTruthy();
});
