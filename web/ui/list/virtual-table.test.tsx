import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { act, fireEvent, screen } from "@testing-library/react";
import { render } from "../../test/render.tsx";
import { type VirtualColumn, type VirtualRows, VirtualTable, wholeRows } from "./virtual-table.tsx";

type Item = { name: string; size: number };

const COLUMNS: VirtualColumn<Item>[] = [
  { key: "name", head: "Name", width: "1fr", cell: (item) => item?.name ?? "loading", weight: "name" },
  { key: "size", head: "Size", width: "80px", cell: (item) => item?.size, isNumeric: true },
];
const STACK = { at: "@media (max-width: 1px)", rowPx: 60, template: '"name size"' } as const;

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `item ${index}`, size: index }));

function show(rows: VirtualRows<Item>): HTMLElement {
  render(<VirtualTable label="Items" columns={COLUMNS} rows={rows} stack={STACK} />);
  return screen.getByRole("grid", { name: "Items" });
}

const rowsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>("[role=row][id]")];
const activeOf = (table: HTMLElement) => document.getElementById(table.getAttribute("aria-activedescendant") ?? "");

test("a short table has all its rows below its head", () => {
  const table = show(wholeRows(items(2)));
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["Name", "Size"]);
  expect(rowsOf(table).map(({ textContent }) => textContent)).toEqual(["item 00", "item 11"]);
  expect(table.getAttribute("aria-rowcount")).toBe("3");
});

test("a table of a million rows renders those in sight, wherever the keyboard goes", () => {
  const table = show(wholeRows(items(1_000_000)));
  expect(rowsOf(table).length).toBeLessThan(15);
  fireEvent.keyDown(table, { key: "End" });
  expect(rowsOf(table).at(-1)?.textContent).toBe("item 999999999999");
  expect(rowsOf(table).length).toBeLessThan(15);
  expect(activeOf(table)?.getAttribute("aria-rowindex")).toBe("1000001");
  fireEvent.keyDown(table, { key: "ArrowUp" });
  expect(activeOf(table)?.textContent).toBe("item 999998999998");
  fireEvent.keyDown(table, { key: "Home" });
  expect(activeOf(table)?.textContent).toBe("item 00");
});

test("page keys move by the rows that fit, and stop at the ends", () => {
  const table = show(wholeRows(items(15)));
  fireEvent.keyDown(table, { key: "Home" });
  fireEvent.keyDown(table, { key: "PageDown" });
  expect(activeOf(table)?.textContent).toBe("item 1010");
  fireEvent.keyDown(table, { key: "PageDown" });
  expect(activeOf(table)?.textContent).toBe("item 1414");
  fireEvent.keyDown(table, { key: "PageUp" });
  expect(activeOf(table)?.textContent).toBe("item 44");
});

test("keys with Alt stay the browser's, and no row is active without the focus", () => {
  const table = show(wholeRows(items(3)));
  fireEvent.keyDown(table, { key: "ArrowDown", altKey: true });
  expect(activeOf(table)).toBe(null);
  fireEvent.keyDown(table, { key: "ArrowDown" });
  expect(activeOf(table)?.textContent).toBe("item 00");
  fireEvent.blur(table);
  expect(activeOf(table)).toBe(null);
});

test("rows are asked for when they come into sight, and fill their cells when they arrive", () => {
  const changed = signal(0);
  const arrived = new Map<number, Item>();
  const seen: [number, number][] = [];
  const rows = { changed, count: 500, at: (index: number) => arrived.get(index), setVisible: note };
  function note(from: number, to: number) {
    seen.push([from, to]);
  }
  const table = show(rows);
  expect(seen.at(-1)).toEqual([0, 11]);
  fireEvent.keyDown(table, { key: "End" });
  expect(seen.at(-1)).toEqual([489, 500]);
  expect(rowsOf(table).at(-1)?.textContent).toBe("loading");
  act(() => {
    arrived.set(499, { name: "the last", size: 7 });
    changed.value += 1;
  });
  expect(rowsOf(table).at(-1)?.textContent).toBe("the last7");
});

test("is busy with placeholder rows while the number of rows is unknown", () => {
  const table = show(wholeRows<Item>(null));
  expect(table.getAttribute("aria-busy")).toBe("true");
  expect(table.getAttribute("aria-rowcount")).toBe("-1");
  expect(rowsOf(table).length).toBe(3);
});
