import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { useRef } from "react";
import { render } from "../test/render.tsx";
import { useLivePlaceholder } from "./live-placeholder.ts";

const price = signal("—");
let renders = 0;

function Price() {
  renders++;
  const input = useRef<HTMLInputElement>(null);
  useLivePlaceholder(input, price);
  return <input ref={input} aria-label="Price" />;
}

test("a placeholder follows its text without a render", () => {
  const { getByLabelText } = render(<Price />);
  // The only input of the test.
  const input = getByLabelText("Price") as HTMLInputElement;
  expect(input.placeholder).toBe("—");
  const rendersBefore = renders;
  price.value = "67,000.00";
  expect([input.placeholder, renders]).toEqual(["67,000.00", rendersBefore]);
});
