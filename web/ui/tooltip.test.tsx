import { expect, spyOn, test } from "bun:test";
import { fireEvent, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { Pencil } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";

function edit() {
  render(
    <Tooltip content="Edit the name">
      <IconButton icon={Pencil} label="Edit" />
    </Tooltip>,
  );
  return screen.getByRole("button", { name: "Edit" });
}

test("a tooltip appears on focus, describes its control, and disappears with the focus", () => {
  const button = edit();
  expect(screen.queryByRole("tooltip")).toBeNull();
  fireEvent.focus(button);
  expect(screen.getByRole("tooltip").id).toBe(button.getAttribute("aria-describedby") ?? "");
  fireEvent.blur(button);
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(button.hasAttribute("aria-describedby")).toBe(false);
});

test("a tooltip is a popover, so that nothing around its control cuts it off", () => {
  const show = spyOn(HTMLElement.prototype, "showPopover");
  fireEvent.focus(edit());
  expect(screen.getByRole("tooltip").getAttribute("popover")).toBe("manual");
  expect(show).toHaveBeenCalled();
});

test("a tooltip appears while the pointer is over it, and Esc hides it", () => {
  const button = edit();
  fireEvent.pointerEnter(button.parentElement ?? button);
  expect(screen.getByRole("tooltip").textContent).toBe("Edit the name");
  fireEvent.keyDown(button, { key: "Escape" });
  expect(screen.queryByRole("tooltip")).toBeNull();
});
