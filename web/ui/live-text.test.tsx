import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { render } from "../test/render.tsx";
import { LiveText } from "./live-text.tsx";

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
