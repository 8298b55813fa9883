import { expect, mock, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { PopupMenu } from "./popup-menu.tsx";

function open() {
  const [onClose, onLimit, onStop] = [mock(), mock(), mock()];
  const opener = document.createElement("button");
  document.body.append(opener);
  opener.focus();
  const items = [
    { key: "limit", content: "Buy limit", onChoose: onLimit },
    { key: "stop", content: "Sell stop", onChoose: onStop },
  ];
  const { unmount } = render(<PopupMenu title="At 67,000.00" at={{ x: 10, y: 10 }} items={items} onClose={onClose} />);
  return { onClose, onLimit, onStop, opener, unmount };
}
const focused = () => document.activeElement?.textContent;

test("the focus begins at the first item, and arrow keys go round", () => {
  const { opener } = open();
  const menu = screen.getByRole("menu", { name: "At 67,000.00" });
  expect(focused()).toBe("Buy limit");
  for (const [key, expected] of [
    ["ArrowDown", "Sell stop"],
    ["ArrowDown", "Buy limit"],
    ["ArrowUp", "Sell stop"],
    ["Home", "Buy limit"],
    ["End", "Sell stop"],
  ] as const) {
    fireEvent.keyDown(menu, { key });
    expect(focused()).toBe(expected);
  }
  opener.remove();
});

test("a choice closes it and is carried out once", () => {
  const { onClose, onLimit, onStop, opener } = open();
  fireEvent.click(screen.getByRole("menuitem", { name: "Sell stop" }));
  expect([onClose, onLimit, onStop].map(({ mock: { calls } }) => calls.length)).toEqual([1, 0, 1]);
  opener.remove();
});

test("Esc, Tab and a press elsewhere close it without a choice, and the focus returns", () => {
  const { onClose, onLimit, opener, unmount } = open();
  const menu = screen.getByRole("menu");
  fireEvent.keyDown(menu, { key: "Escape" });
  fireEvent.keyDown(menu, { key: "Tab" });
  fireEvent.pointerDown(menu);
  expect(onClose).toHaveBeenCalledTimes(2);
  fireEvent.pointerDown(document.body);
  expect(onClose).toHaveBeenCalledTimes(3);
  expect(onLimit).not.toHaveBeenCalled();
  unmount();
  expect(document.activeElement).toBe(opener);
  opener.remove();
});
