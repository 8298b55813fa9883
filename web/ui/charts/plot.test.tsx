import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import { Plot } from "./plot.tsx";

test("its levels and names are hidden from screen readers, and its area has the given role, name and children", () => {
  const { container } = render(
    <Plot
      role="group"
      aria-label="Equity"
      levels={[
        { at: 0, label: "$0", isBase: true },
        { at: 50, label: "$10k" },
      ]}
      names={[{ key: "now", label: "Today" }]}
      spread="edges"
    >
      <button type="button">November 21</button>
    </Plot>,
  );
  const area = screen.getByRole("group", { name: "Equity" });
  expect(area.textContent).toBe("$0$10kNovember 21");
  expect(screen.getByRole("button").closest("[aria-hidden]")).toBe(null);
  expect([...container.querySelectorAll("[aria-hidden]")].map(({ textContent }) => textContent)).toEqual([
    "$0",
    "$10k",
    "Today",
  ]);
});

test("the room at its left is that of the longest label, and there is none without labels", () => {
  const leftOf = (labels: readonly (string | undefined)[]) => {
    const levels = labels.map((label, index) => ({ at: index * 10, ...(label !== undefined && { label }) }));
    const { container } = render(<Plot levels={levels} names={[]} spread="columns" />);
    return container.querySelector<HTMLElement>("div")?.style.paddingLeft;
  };
  expect(leftOf(["$0", "$1.25k", "$2k"])).toBe("calc(6ch + 12px)");
  expect(leftOf([undefined])).toMatch(/^0(px)?$/);
});
