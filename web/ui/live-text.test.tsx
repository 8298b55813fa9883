import { expect, setDefaultTimeout, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { fireEvent, waitFor } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { LiveFigureText, LiveText } from "./live-text.tsx";

setDefaultTimeout(600_000);

test("the text follows its signal in the same node, and another signal in the same place", () => {
  const price = signal("1.00");
  const other = signal("7.00");
  const { container, rerender } = render(<LiveText text={price} />);
  const node = container.firstChild?.firstChild;
  price.value = "2.00";
  expect(container.textContent).toBe("2.00");
  expect(container.firstChild?.firstChild).toBe(node ?? null);
  rerender(<LiveText text={other} />);
  price.value = "3.00";
  expect(container.textContent).toBe("7.00");
});

test("a text may start empty, and a text that becomes empty returns when its owner renders", () => {
  const text = signal("");
  const { container, rerender } = render(<LiveText text={text} />);
  text.value = "1.00";
  rerender(<LiveText text={text} />);
  expect(container.textContent).toBe("1.00");
  text.value = "";
  rerender(<LiveText text={text} />);
  expect(container.textContent).toBe("");
});

test("in a control that is being pressed it changes after the click, and elsewhere at once", async () => {
  const price = signal("1.00");
  let clickedOn = "";
  const { container, getByRole } = render(
    <>
      <button type="button" onClick={({ currentTarget }) => (clickedOn = currentTarget.textContent)}>
        Buy at <LiveText text={price} />
      </button>
      <p>
        <LiveText text={price} />
      </p>
    </>,
  );
  const button = getByRole("button");
  fireEvent.pointerDown(button.querySelector("span") ?? button);
  price.value = "2.00";
  expect([button.textContent, container.querySelector("p")?.textContent]).toEqual(["Buy at 1.00", "2.00"]);
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  expect(clickedOn).toBe("Buy at 1.00");
  await waitFor(() => expect(button.textContent).toBe("Buy at 2.00"));
});

test("a figure's box has a width of its own, which follows the figure's length and not each digit", () => {
  const price = signal("67,000.00");
  const { container } = render(<LiveFigureText text={price} />);
  const box = container.querySelector("span");
  const width = box?.style.width;
  expect(width).toMatch(/em$/);
  price.value = "67,123.45";
  expect([box?.textContent, box?.style.width]).toEqual(["67,123.45", width]);
  price.value = "100,123.45";
  expect(box?.textContent).toBe("100,123.45");
  const wide = box?.style.width;
  expect(Number.parseFloat(wide ?? "")).toBeGreaterThan(Number.parseFloat(width ?? ""));
  // It flickers around 100,000.
  price.value = "99,999.99";
  expect([box?.textContent, box?.style.width]).toEqual(["99,999.99", wide]);
  price.value = "9.99";
  expect(Number.parseFloat(box?.style.width ?? "")).toBeLessThan(Number.parseFloat(width ?? ""));
});
