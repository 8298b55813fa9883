import { expect, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../test/render.tsx";
import { Segments, Toggle } from "./segments.tsx";

const OPTIONS = [
  { value: "1m", label: "1m", words: "1 minute" },
  { value: "1h", label: "1h", words: "1 hour" },
  { value: "1d", label: "1D", words: "1 day" },
] as const;

function Intervals() {
  const [value, choose] = useState<"1m" | "1h" | "1d">("1m");
  return <Segments label="Interval" value={value} options={OPTIONS} onChange={choose} />;
}

const states = () =>
  screen.getAllByRole("radio").map((one) => `${one.getAttribute("aria-checked")} ${one.getAttribute("tabindex")}`);

test("an option is chosen by a click, and by arrow keys, which move the focus and wrap around", () => {
  render(<Intervals />);
  expect(states()).toEqual(["true 0", "false -1", "false -1"]);
  fireEvent.click(screen.getByRole("radio", { name: "1 hour" }));
  expect(states()).toEqual(["false -1", "true 0", "false -1"]);
  const group = screen.getByRole("radiogroup", { name: "Interval" });
  for (const [key, name] of [
    ["ArrowRight", "1 day"],
    ["ArrowRight", "1 minute"],
    ["ArrowLeft", "1 day"],
    ["ArrowUp", "1 hour"],
    ["ArrowDown", "1 day"],
  ] as const) {
    fireEvent.keyDown(group, { key });
    expect(document.activeElement?.getAttribute("aria-label")).toBe(name);
    expect(document.activeElement?.getAttribute("aria-checked")).toBe("true");
  }
});

function Average() {
  const [isOn, setOn] = useState(false);
  return (
    <Toggle isOn={isOn} onClick={() => setOn(!isOn)}>
      MA 9
    </Toggle>
  );
}

test("a toggle says whether it is on", () => {
  render(<Average />);
  const toggle = screen.getByRole("button", { name: "MA 9" });
  expect(toggle.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(toggle);
  expect(toggle.getAttribute("aria-pressed")).toBe("true");
});
