import { demoTicket } from "../contract/demo/demo-mark.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { decimalText } from "../contract/read-number.ts";
import type { ShownPart } from "./trade-store.ts";
import { decimalsOf } from "./trade-view.ts";

/**
 * The Trade History Report of MetaTrader 5 about closed positions of a demo run, so that programs that read such reports can read
 * it. It says that it is a demo in its title and in the row of the account, and each ticket carries the mark of
 * `contract/demo/demo-mark.ts`.
 */

/** The run of a report. Money in cents. */
export type ReportedRun = { run: number; startCents: number; startedAtMs: number };

type Row = readonly string[];

const POSITIONS = [
  ...["Time", "Position", "Symbol", "Type", "Volume", "Price", "S / L", "T / P", "Time", "Price", "Commission"],
  ...["Swap", "Profit"],
];
const ORDERS = [
  ...["Open Time", "Order", "Symbol", "Type", "Volume", "Price", "S / L", "T / P", "Time", "State", "Comment"],
];
const DEALS = [
  ...["Time", "Deal", "Symbol", "Type", "Direction", "Volume", "Price", "Order", "Commission", "Fee", "Swap", "Profit"],
  ...["Balance", "Comment"],
];
const COLUMNS = DEALS.length;

/**
 * The HTML of the report, piece by piece.
 * @param parts the closed parts of positions, in the order of closing
 */
export function* demoReport(
  { run, startCents, startedAtMs }: ReportedRun,
  parts: readonly ShownPart[],
  nowMs: number,
): Generator<string, void> {
  const name = `Demo run ${run}`;
  yield `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>${name} - Demo - Trade History Report</title>
<meta name="generator" content="Tonle">
<meta name="tonle-account" content="demo">
<style>th, td { font: 8pt Tahoma, Arial, sans-serif; white-space: nowrap }</style>
</head>
<body>
<table cellspacing="1" cellpadding="3" border="0">
${spanning("Demo: Trade History Report")}
${labelled("Name:", name)}
${labelled("Account:", `${demoTicket(run)} (USD, Tonle-Demo, demo, Hedge)`)}
${labelled("Company:", "Tonle. Demo trading: no real order, and no money")}
${labelled("Date:", `${clock(nowMs)} (all times in UTC)`)}
`;
  yield heading("Positions", POSITIONS);
  for (const part of parts) yield line(positionRow(part));
  yield line(totalsOf(parts), "b");

  yield heading("Orders", ORDERS);
  const positions = [...Map.groupBy(parts, ({ position }) => position)].sort(([a], [b]) => a - b);
  for (const [, of] of positions) yield line(orderRow(of));

  yield heading("Deals", DEALS);
  const nothing = ["0.00", "0.00", "0.00"];
  yield line([
    ...[clock(startedAtMs), "", "", "balance", "", "", "", "", ...nothing, usd(startCents), usd(startCents), name],
  ]);
  const deals = [...positions.map(([, of]) => dealIn(of)), ...parts.map(dealOut)];
  for (const { row } of deals.sort((a, b) => a.fill - b.fill)) yield line(row);

  yield heading("Results", ["Total Net Profit:", "Total Trades:"]);
  yield line([usd(sumOf(parts, ({ profitCents }) => profitCents)), String(parts.length)]);
  yield "</table>\n</body>\n</html>\n";
}

function positionRow(part: ShownPart): Row {
  return [
    ...[clock(part.openedAtMs), demoTicket(part.run, part.position, part.id), part.symbol],
    ...[part.direction.toLowerCase(), volume(part.units), price(part, part.entryPrice)],
    ...[price(part, part.stopPrice), price(part, part.targetPrice), clock(part.closedAtMs)],
    ...[price(part, part.exitPrice), usd(-part.openCommissionCents - part.closeCommissionCents)],
    ...[usd(-part.overnightCents), usd(part.grossCents)],
  ];
}

/** The row below the positions: it has neither a time nor a ticket. */
function totalsOf(parts: readonly ShownPart[]): Row {
  return [
    ...Array.from({ length: POSITIONS.length - 3 }, () => ""),
    usd(-sumOf(parts, (part) => part.openCommissionCents + part.closeCommissionCents)),
    usd(-sumOf(parts, (part) => part.overnightCents)),
    usd(sumOf(parts, (part) => part.grossCents)),
  ];
}

/** The order that opened a position. @param of the closed parts of the position, at least one */
function orderRow(of: readonly ShownPart[]): Row {
  const [part] = of;
  if (!part) return [];
  const type = part.openRule === "market" ? "" : ` ${part.openRule.replace("_", " ")}`;
  return [
    ...[clock(part.placedAtMs), demoTicket(part.run, part.position), part.symbol],
    ...[part.direction.toLowerCase() + type, volume(volumeOf(of))],
    ...[part.openAsked === null ? "market" : price(part, part.openAsked)],
    ...[price(part, part.stopPrice), price(part, part.targetPrice), clock(part.openedAtMs), "filled", "demo"],
  ];
}

type Deal = { fill: number; row: Row };

/** The deal that opened a position. @param of the closed parts of the position, at least one */
function dealIn(of: readonly ShownPart[]): Deal {
  const [part] = of;
  if (!part) return { fill: 0, row: [] };
  const row = [
    ...[clock(part.openedAtMs), demoTicket(part.run, part.openFill), part.symbol, part.direction.toLowerCase(), "in"],
    ...[volume(volumeOf(of)), price(part, part.entryPrice), demoTicket(part.run, part.position)],
    ...[usd(-sumOf(of, ({ openCommissionCents }) => openCommissionCents)), "0.00", "0.00", "0.00"],
    ...[usd(part.openBalanceCents), "demo"],
  ];
  return { fill: part.openFill, row };
}

/** The deal that closed a part. */
function dealOut(part: ShownPart): Deal {
  const side = part.direction === "Buy" ? "sell" : "buy";
  const row = [
    ...[clock(part.closedAtMs), demoTicket(part.run, part.id), part.symbol, side, "out"],
    ...[volume(part.units), price(part, part.exitPrice), demoTicket(part.run, part.position)],
    ...[usd(-part.closeCommissionCents), "0.00", usd(-part.overnightCents), usd(part.grossCents)],
    ...[usd(part.balanceCents), `demo, ${part.closeRule.replace("_", " ")}`],
  ];
  return { fill: part.id, row };
}

function sumOf(parts: readonly ShownPart[], cents: (part: ShownPart) => number): number {
  return parts.reduce((sum, part) => sum + cents(part), 0);
}

/** The closed part of a position. Units are added, which are whole. */
function volumeOf(of: readonly ShownPart[]): number {
  return of.reduce((sum, { units }) => sum + units, 0);
}

/** With two to eight decimals: `0.10`, `0.00000001` */
function volume(units: number): string {
  return decimalText(units, 8, 2);
}

function price(part: ShownPart, steps: number | null): string {
  return steps === null ? "" : decimalText(steps, decimalsOf(part));
}

function usd(cents: number): string {
  return dollarsFromCents(cents).toFixed(2);
}

/** As MetaTrader writes a time: `2026.03.02 10:15:30` */
function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll("-", ".").replace("T", " ");
}

function heading(title: string, heads: Row): string {
  return `${spanning(title)}\n${line(heads, "b")}`;
}

function spanning(text: string): string {
  return `<tr align="center"><th colspan="${COLUMNS}"><b>${text}</b></th></tr>`;
}

function labelled(label: string, text: string): string {
  return `<tr align="left"><th colspan="4" align="right">${label}</th><th colspan="${COLUMNS - 4}"><b>${text}</b></th></tr>`;
}

/** A row of the table; the last cell takes the columns that are left. */
function line(cells: Row, tag: "b" | null = null): string {
  const written = cells.map((cell, i) => {
    const isLast = i === cells.length - 1 && cells.length < COLUMNS;
    const span = isLast ? ` colspan="${COLUMNS - cells.length + 1}"` : "";
    return `<td${span}>${tag ? `<b>${cell}</b>` : cell}</td>`;
  });
  return `<tr align="right">${written.join("")}</tr>\n`;
}
