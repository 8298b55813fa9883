import { expect, test } from "bun:test";
import { render } from "../test/render.tsx";
import { emWidth } from "./em-width.ts";
import { Money } from "./money.tsx";

test.each([
  [12.3, "result", "+$12.30", "up"],
  [-12.3, "result", "−$12.30", "down"],
  [0, "result", "$0.00", "flat"],
  [-120, "moved", "−$120.00", null],
  [350.55, "plain", "$350.55", null],
] as const)("%d as %s is shown as %s", (usd, as, text, tone) => {
  const { container } = render(<Money usd={usd} as={as} />);
  const sum = container.querySelector(".num");
  expect(sum?.textContent).toBe(text);
  expect(sum?.getAttribute("data-tone") ?? null).toBe(tone);
});

test("a missing value is a dash", () => {
  const { container } = render(<Money usd={null} />);
  expect(container.textContent).toBe("—");
});

test.each([
  // Measured in Inter with weight 600 at 28 px, in em.
  ["−$9,999,999.99", 7.93],
  ["−$999,999,999.00", 9.22],
  ["$0.00", 2.87],
] as const)("the estimated width of %s is its drawn width or slightly more", (text, drawnEm) => {
  expect(emWidth(text)).toBeGreaterThanOrEqual(drawnEm);
  expect(emWidth(text)).toBeLessThanOrEqual(drawnEm * 1.05);
});

test("an amount has its width as a property, so that its container can shrink it", () => {
  const { container } = render(<Money usd={-9_999_999.99} as="result" />);
  expect(container.querySelector<HTMLElement>(".num")?.style.getPropertyValue("--em")).toBe(
    String(emWidth("−$9,999,999.99")),
  );
});
