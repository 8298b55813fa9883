import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { type Column, Table } from "./table.tsx";

type Trade = { id: string; symbol: string; lots: string };

const COLUMNS: Column<Trade>[] = [
  { key: "symbol", head: "Symbol", isRowHead: true, cell: ({ symbol }) => symbol },
  { key: "lots", head: "Amount", isNumeric: true, cell: ({ lots }) => lots },
];

function show(rows: Trade[] | null) {
  return render(
    <Table
      caption="Recent trades"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p>No recent trades</p>}
      loadingRows={4}
    />,
  );
}

test("a table has its caption, column heads and a head for each row", () => {
  show([
    { id: "1", symbol: "BTCUSD", lots: "0.10" },
    { id: "2", symbol: "ETHUSD", lots: "1.00" },
  ]);
  const table = screen.getByRole("table", { name: "Recent trades" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Symbol", "Amount"]);
  expect(
    within(table)
      .getAllByRole("rowheader")
      .map((head) => head.textContent),
  ).toEqual(["BTCUSD", "ETHUSD"]);
  expect(within(table).getByRole("cell", { name: "0.10" }).className).toBe("num");
});

test("while rows load their places are held, and the table says that it is busy", () => {
  show(null);
  const table = screen.getByRole("table");
  expect(table.getAttribute("aria-busy")).toBe("true");
  expect(within(table).getAllByRole("row").length).toBe(5);
});

test("without rows the empty state stands in its place", () => {
  show([]);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("No recent trades")).toBeTruthy();
});
