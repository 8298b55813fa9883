import { beforeEach, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { apiServer } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { arrive } from "./session.ts";
import { turnShortcuts } from "./settings.ts";
import { useShortcuts } from "./shortcuts.ts";

setDefaultTimeout(600_000);
apiServer();

let pressed: string[] = [];

function Page({ isDialog = false }: { isDialog?: boolean }) {
  useShortcuts({
    palette: (keys) => pressed.push(`palette ${keys}`),
    help: () => pressed.push("help"),
    toDashboard: () => pressed.push("dashboard"),
    buy: () => pressed.push("buy"),
    timeframe: (keys) => pressed.push(`timeframe ${keys}`),
    logScale: () => pressed.push("log"),
  });
  return (
    <>
      <input aria-label="Amount" inputMode="decimal" />
      <input aria-label="Note" />
      <input aria-label="Side" type="radio" />
      <button type="button">Press</button>
      {isDialog && <div data-modal="" />}
    </>
  );
}

beforeEach(() => {
  pressed = [];
  act(() => arrive(trader(), "token"));
});

/** Presses a key at the element, or where no element has the focus. @returns whether the browser still handles it */
function press(init: KeyboardEventInit, target: Element = document.body): boolean {
  return fireEvent.keyDown(target, init);
}

test("a key does what its shortcut says, and the browser does nothing with it", () => {
  render(<Page />);
  expect(press({ key: "b" })).toBe(false);
  expect(press({ key: "B", getModifierState: () => true } as KeyboardEventInit)).toBe(false);
  expect(press({ key: "?", shiftKey: true })).toBe(false);
  expect(press({ key: "3" })).toBe(false);
  expect(press({ key: "/" })).toBe(false);
  expect(press({ key: "k", ctrlKey: true })).toBe(false);
  expect(press({ key: "k", metaKey: true })).toBe(false);
  expect(pressed).toEqual(["buy", "buy", "help", "timeframe 3", "palette /", "palette Mod+K", "palette Mod+K"]);
});

test("letters do nothing with modifiers, held down, in a field and in a dialog", () => {
  const { rerender } = render(<Page />);
  for (const init of [
    { key: "b", ctrlKey: true },
    { key: "b", altKey: true, code: "KeyB" },
    { key: "B", shiftKey: true },
    { key: "b", repeat: true },
    { key: "s" },
  ]) {
    expect(press(init)).toBe(true);
  }
  expect(press({ key: "b" }, screen.getByLabelText("Amount"))).toBe(true);
  expect(press({ key: "/" }, screen.getByLabelText("Amount"))).toBe(true);
  rerender(<Page isDialog />);
  expect(press({ key: "b" })).toBe(true);
  expect(press({ key: "k", ctrlKey: true })).toBe(true);
  expect(pressed).toEqual([]);
});

test("the palette opens from a field too, and letters work where none is typed", () => {
  render(<Page />);
  press({ key: "k", ctrlKey: true }, screen.getByLabelText("Amount"));
  press({ key: "b" }, screen.getByLabelText("Side"));
  press({ key: "b" }, screen.getByRole("button"));
  expect(pressed).toEqual(["palette Mod+K", "buy", "buy"]);
});

test("what Alt types in a text is no shortcut there, and in an amount it is one", () => {
  render(<Page />);
  const typed = { key: "@", code: "KeyL", altKey: true };
  expect(press(typed, screen.getByLabelText("Note"))).toBe(true);
  expect(pressed).toEqual([]);
  press(typed, screen.getByLabelText("Amount"));
  press({ ...typed, key: "l" }, screen.getByLabelText("Note"));
  expect(pressed).toEqual(["log", "log"]);
});

test("two keys after each other are one shortcut, if the second follows soon", () => {
  render(<Page />);
  press({ key: "g" });
  press({ key: "d" });
  press({ key: "d" });
  expect(pressed).toEqual(["dashboard"]);
  press({ key: "g" });
  press({ key: "b" });
  expect(pressed).toEqual(["dashboard", "buy"]);
  setSystemTime(Date.now());
  press({ key: "g" });
  setSystemTime(Date.now() + 2_000);
  press({ key: "d" });
  expect(pressed).toEqual(["dashboard", "buy"]);
});

test("in a layout without Latin letters the physical key counts", () => {
  render(<Page />);
  press({ key: "ិ", code: "KeyB" });
  press({ key: "៣", code: "Digit3" });
  press({ key: "៊", code: "Slash" });
  expect(pressed).toEqual(["buy", "timeframe 3", "palette /"]);
});

test("all shortcuts can be turned off and on, and end with their component", () => {
  const { unmount } = render(<Page />);
  act(() => turnShortcuts({ on: false }));
  expect(press({ key: "b" })).toBe(true);
  expect(press({ key: "k", ctrlKey: true })).toBe(true);
  act(() => turnShortcuts({ on: true }));
  press({ key: "b" });
  unmount();
  press({ key: "b" });
  expect(pressed).toEqual(["buy"]);
});
