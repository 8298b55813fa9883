import { expect, test } from "bun:test";
import { render } from "../test/render.tsx";
import { Money } from "./money.tsx";

test.each([
  [12.3, "result", "+$12.30", "up"],
  [-12.3, "result", "−$12.30", "down"],
  [0, "result", "$0.00", "flat"],
  [-120, "moved", "−$120.00", null],
  [350.55, "plain", "$350.55", null],
] as const)("%d as %s reads %s", (usd, as, text, tone) => {
  const { container } = render(<Money usd={usd} as={as} />);
  const sum = container.querySelector(".num");
  expect(sum?.textContent).toBe(text);
  expect(sum?.getAttribute("data-tone") ?? null).toBe(tone);
});

test("no value is a dash", () => {
  const { container } = render(<Money usd={null} />);
  expect(container.textContent).toBe("—");
});
