import { styled } from "goober";
import { sum } from "../../worker/contract/broker/decimal.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { formatWith, NO_VALUE } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { SideWord } from "../ui/side.tsx";
import { uiText } from "../ui/ui-text.ts";
import { moneyText, quantityText, resultText } from "./broker-money.ts";
import { resultOf, type ShownTrade } from "./import-facts.ts";
import { importText } from "./import-text.ts";

const text = importText.check;

const Result = styled("span")`
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

/** An amount as a profit or loss, with its sign and colour. */
export function ResultText({ amount, currency }: { amount: string; currency: string }) {
  const number = Number(amount);
  return (
    <Result className="num" data-tone={number > 0 ? "up" : number < 0 ? "down" : undefined}>
      {resultText(number, currency)}
    </Result>
  );
}

type ShownTradesProps = {
  rows: readonly ShownTrade[];
  currency: string;
  ownTimeZone: string;
  /** Whether the clock of the file is chosen. */
  hasClock: boolean;
  /** Only what tells a trade from another one. */
  isBrief?: boolean;
};

/** Trades in the clock of their file beside the trader's own. */
export function ShownTrades({ rows, currency, ownTimeZone, hasClock, isBrief = false }: ShownTradesProps) {
  const columns: Column<ShownTrade>[] = [
    {
      key: "file",
      head: text.heads.file,
      isRowHead: true,
      cell: ({ wall }) => (
        <Text as="span" className="num" size="caption" tone="muted" weight={400}>
          {isBrief ? wallMinutes(wall).slice(2) : wallMinutes(wall)}
        </Text>
      ),
    },
    {
      key: "own",
      head: text.heads.own,
      cell: ({ atMs }) => (
        <Text as="span" size="caption">
          {!hasClock ? NO_VALUE : atMs === null ? text.notShown : ownTime(atMs, ownTimeZone)}
        </Text>
      ),
    },
    { key: "symbol", head: text.heads.symbol, isStrong: true, cell: ({ trade }) => trade.symbol },
    {
      key: "side",
      head: text.heads.side,
      isHiddenOnPhone: true,
      cell: ({ trade }) => (
        <SideWord data-side={trade.direction.toLowerCase()}>{uiText.side[trade.direction]}</SideWord>
      ),
    },
    {
      key: "lots",
      head: text.heads.lots,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ trade }) => quantityText(trade.quantity),
    },
  ];
  const prices: Column<ShownTrade>[] = [
    {
      key: "entry",
      head: text.heads.entry,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ trade }) => digitsText(trade.entryPrice),
    },
    {
      key: "exit",
      head: text.heads.exit,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ trade }) => digitsText(trade.exitPrice),
    },
    {
      key: "fees",
      head: text.heads.fees,
      isNumeric: true,
      isHiddenOnNarrow: true,
      cell: ({ trade }) => moneyText(sum(trade.fees, trade.swap), currency),
    },
  ];
  const result: Column<ShownTrade> = {
    key: "result",
    head: text.heads.result,
    isNumeric: true,
    isStrong: true,
    cell: ({ trade }) => <ResultText amount={resultOf(trade)} currency={currency} />,
  };
  return (
    <Table
      caption={text.table}
      columns={isBrief ? [...columns, result] : [...columns, ...prices, result]}
      rows={rows}
      rowKey={({ trade }) => `${trade.line} ${trade.ticket}`}
      empty={null}
    />
  );
}

/** `2026.01.05 00:04`, as the clock of the file showed it. */
export function wallMinutes(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16).replace("T", " ").replaceAll("-", ".");
}

/** `Jan 5, 5:04 AM` */
export function ownTime(atMs: number, timeZone: string): string {
  return formatWith(atMs, timeZone, { month: "short", day: "numeric", hour: "12" });
}
