import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { render } from "../../test/render.tsx";
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

test("a table has a caption, column heads and a head for each row", () => {
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

test("while rows load there are placeholders, and the table is marked busy", () => {
  show(null);
  const table = screen.getByRole("table");
  expect(table.getAttribute("aria-busy")).toBe("true");
  expect(within(table).getAllByRole("row").length).toBe(5);
});

test("without rows the empty state replaces the table", () => {
  show([]);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("No recent trades")).toBeTruthy();
});

test("a row that opens has a button as its head, and its detail below it", () => {
  const toggled: string[] = [];
  const opening = {
    isOpen: ({ id }: Trade) => id === "2",
    onToggle: ({ id }: Trade) => toggled.push(id),
    detail: ({ lots }: Trade) => <p>{lots} lots</p>,
  };
  const rows = ["1", "2"].map((id) => ({ id, symbol: `SYMBOL${id}`, lots: id }));
  render(
    <Table
      caption="Trades"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p>No trades</p>}
      opening={opening}
    />,
  );
  const [first, second] = ["SYMBOL1", "SYMBOL2"].map((name) => screen.getByRole("button", { name }));
  expect(first?.getAttribute("aria-expanded")).toBe("false");
  expect(second?.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByText("2 lots").closest("tr")?.id).toBe(second?.getAttribute("aria-controls") ?? "");
  expect(screen.queryByText("1 lots")).toBeNull();
  first?.click();
  expect(toggled).toEqual(["1"]);
});
