import { fc } from "../property.ts";
import { csvFile } from "./csv-file.ts";
import { encode } from "./encode.ts";
import { type Exact, exact, minus, numberText, times } from "./exact.ts";
import { momentText } from "./moment-text.ts";
import type { WrittenAccount, WrittenFill, WrittenPosition, WrittenTrade } from "./written-trades.ts";
import { type Cell, escaped, xlsxFile } from "./xlsx-file.ts";

const plain = (number: Exact) => numberText(number, {});
/** Below zero for a sale. */
const signed = ({ side, quantity }: WrittenFill) => (side === "Buy" ? quantity : minus(quantity));

/** The value of a price of 1 of one unit: options and futures have their own. */
const MULTIPLIERS: Readonly<Record<string, number>> = { "AAPL 18DEC26 200 C": 100, ESZ6: 50 };
export const multiplierOf = (symbol: string) => exact(MULTIPLIERS[symbol] ?? 1, 0);
export const BROKER_SYMBOLS = ["BRK B", "A&B", ...Object.keys(MULTIPLIERS)];

export type FlexStyle = { isNewestFirst: boolean; hasOrders: boolean; quote: '"' | "'"; moments: string };
export const flexStyles: fc.Arbitrary<FlexStyle> = fc.record({
  isNewestFirst: fc.boolean(),
  hasOrders: fc.boolean(),
  quote: fc.constantFrom('"' as const, "'" as const),
  moments: fc.constantFrom("YYYYMMDD;hhmmss", "YYYY-MM-DD;hh:mm:ss", "YYYY-MM-DD hh:mm:ss", "YYYYMMDD hhmmss"),
});

export function flexFile(fills: readonly WrittenFill[], style: FlexStyle): Uint8Array {
  const ordered = style.isNewestFirst ? fills.toReversed() : fills;
  const element = (fill: WrittenFill, levelOfDetail: string) => {
    const attributes = {
      ...{ accountId: "U0000001", currency: "USD", symbol: fill.symbol, tradeID: fill.id, levelOfDetail },
      ...{ multiplier: plain(multiplierOf(fill.symbol)), dateTime: momentText(fill.at, style.moments), taxes: "0" },
      ...{ quantity: plain(signed(fill)), tradePrice: plain(fill.price), ibCommission: plain(fill.fee) },
      buySell: fill.side.toUpperCase(),
    };
    const written = Object.entries(attributes).map(
      ([name, value]) => `${name}=${style.quote}${escaped(value)}${style.quote}`,
    );
    return `<Trade ${written.join(" ")} />`;
  };
  const elements = ordered.flatMap((fill) => [
    ...(style.hasOrders ? [element(fill, "ORDER")] : []),
    element(fill, "EXECUTION"),
  ]);
  return encode(
    `<FlexQueryResponse queryName="Trades" type="AF"><FlexStatements count="1"><FlexStatement accountId="U0000001">
<Trades>\n${elements.join("\n")}\n</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
    "utf-8",
  );
}

/** Sections and heads of an activity statement by language: trades, its head, instruments, its head, kinds of assets. */
const LANGUAGES = {
  en: {
    trades: "Trades",
    head: "Asset Category|Currency|Symbol|Date/Time|Quantity|T. Price|C. Price|Proceeds|Comm/Fee|Basis|Realized P/L|MTM P/L|Code",
    instruments: "Financial Instrument Information",
    instrumentHead: "Asset Category|Symbol|Description|Conid|Listing Exch|Multiplier|Type|Code",
    stocks: "Stocks",
    others: "Equity and Index Options",
    account: ["Account Information", "Account"],
  },
  es: {
    trades: "Operaciones",
    head: "Categoría de activo|Divisa|Símbolo|Fecha/Hora|Cantidad|Precio trans.|Precio de cier.|Productos|Tarifa/com.|Básico|PyG realizadas|MTM P/G|Código",
    instruments: "Información de instrumento financiero",
    instrumentHead: "Categoría de activo|Símbolo|Descripción|Conid|Merc. de cotización|Multiplicador|Tipo|Código",
    stocks: "Acciones",
    others: "Opciones sobre acciones",
    account: ["Información de la cuenta", "Cuenta"],
  },
  pt: {
    trades: "Operações",
    head: "Categoria de ativos|Moeda|Símbolo|Data/hora|Quantidade|Preço Neg.|Preço Fch.|Rendimentos|Corr/Taxa|Base|P&L realizados|P&L MTM|Código",
    instruments: "Informações do instrumento financeiro",
    instrumentHead: "Categoria de ativos|Símbolo|Descrição|Conid|Bolsa|Multiplicador|Tipo|Código",
    stocks: "Ações",
    others: "Opções",
    account: ["Informações da conta", "Conta"],
  },
} as const;

export type ActivityStyle = {
  language: keyof typeof LANGUAGES;
  level: "Order" | "Trade" | "both";
  hasAccounts: boolean;
};
export const activityStyles: fc.Arbitrary<ActivityStyle> = fc.record({
  language: fc.constantFrom("en" as const, "es" as const, "pt" as const),
  level: fc.constantFrom("Order" as const, "Trade" as const, "both" as const),
  hasAccounts: fc.boolean(),
});

export function activityFile(
  fills: readonly WrittenFill[],
  { language, level, hasAccounts }: ActivityStyle,
): Uint8Array {
  const words = LANGUAGES[language];
  const account = hasAccounts ? ["U1234567"] : [];
  const [asset = "", currency = "", ...rest] = words.head.split("|");
  const kindOf = (symbol: string) => (MULTIPLIERS[symbol] ? words.others : words.stocks);
  const symbols = [...new Set(fills.map(({ symbol }) => symbol))];
  const thousands = (number: Exact) => numberText(number, { thousands: "," });
  const fillRow = (fill: WrittenFill, kind: string) => [
    ...[words.trades, "Data", kind, kindOf(fill.symbol), "USD", ...account, fill.symbol],
    ...[momentText(fill.at, "YYYY-MM-DD, hh:mm:ss"), thousands(signed(fill)), thousands(fill.price), "1,234.5"],
    ...[thousands(minus(times(signed(fill), fill.price))), thousands(fill.fee), "0", "0", "-1.5"],
    fill.isClosing ? "C;P" : "O;P",
  ];
  const kinds = level === "both" ? ["Order", "Trade"] : [level];
  const head = [
    words.trades,
    "Header",
    "DataDiscriminator",
    asset,
    currency,
    ...(hasAccounts ? ["Account"] : []),
    ...rest,
  ];
  const sections = [words.stocks, words.others].map((kind) => symbols.filter((symbol) => kindOf(symbol) === kind));
  const trades = sections.flatMap((of) => [
    head,
    ...of.flatMap((symbol) => [
      ...fills.filter((fill) => fill.symbol === symbol).flatMap((fill) => kinds.map((kind) => fillRow(fill, kind))),
      [
        words.trades,
        "SubTotal",
        "",
        kindOf(symbol),
        "USD",
        ...account,
        symbol,
        "",
        "1,000",
        "",
        "",
        "5",
        "-1",
        "0",
        "0",
        "1",
        "",
      ],
    ]),
    [words.trades, "Total", "", "", "USD", ...account, "", "", "", "", "", "5", "-1", "0", "0", "1", ""],
  ]);
  return csvFile([
    ["Statement", "Header", "Field Name", "Field Value"],
    ["Statement", "Data", "Period", "January 1, 2021 - December 31, 2026"],
    [words.account[0], "Header", "Field Name", "Field Value"],
    [words.account[0], "Data", words.account[1], "U1234567"],
    ...trades,
    [words.instruments, "Header", ...words.instrumentHead.split("|")],
    ...symbols.map((symbol) => [
      ...[words.instruments, "Data", kindOf(symbol), symbol, "A, B", "1", "X", plain(multiplierOf(symbol)), "", ""],
    ]),
  ]);
}

export type PaperStyle = { moments: string; isNewestFirst: boolean };
/** Times are of whole minutes, their order by the browser's language. */
export const paperStyles: fc.Arbitrary<PaperStyle> = fc.record({
  moments: fc.constantFrom("D/M/YY hh:mm", "M/D/YY h12:mm ap", "YYYY-MM-DD hh:mm:ss"),
  isNewestFirst: fc.boolean(),
});

export function paperFile(fills: readonly WrittenFill[], { moments, isNewestFirst }: PaperStyle): Uint8Array {
  const head =
    "Symbol,Side,Type,Qty,Limit Price,Stop Price,Fill Price,Status,Commission,Placing Time,Closing Time,Order ID,Level ID,Leverage,Margin";
  const rows = (isNewestFirst ? fills.toReversed() : fills).flatMap(
    ({ id, symbol, side, quantity, price, at, fee }) => {
      const row = (status: string, name: string) => [
        ...[
          symbol,
          side,
          "Market",
          plain(quantity),
          "",
          "",
          status === "Filled" ? plain(price) : "",
          status,
          plain(minus(fee)),
        ],
        ...[momentText(at, moments), momentText(at, moments), name, "", "20:1", "52,591.90 USD"],
      ];
      return [row("Filled", `27${id}`), row("Cancelled", `28${id}`)];
    },
  );
  return csvFile([head.split(","), ...rows]);
}

export type StrategyStyle = {
  generation: 2021 | 2025 | 2026;
  isExitFirst: boolean;
  saysOpen: "date" | "signal" | "nothing";
  isSheet: boolean;
};
export const strategyStyles: fc.Arbitrary<StrategyStyle> = fc.record({
  generation: fc.constantFrom(2021 as const, 2025 as const, 2026 as const),
  isExitFirst: fc.boolean(),
  saysOpen: fc.constantFrom("date" as const, "signal" as const, "nothing" as const),
  isSheet: fc.boolean(),
});
const STRATEGY_HEADS = {
  2021: "Trade #,Type,Signal,Date/Time,Price USDT,Contracts,Profit USDT,Profit %,Cum. Profit USDT,Cum. Profit %",
  2025: "Trade #,Type,Signal,Date/Time,Price USDT,Position size (qty),Net P&L USDT,Net P&L %,Cumulative P&L USDT,Run-up %",
  2026: "Trade number,Type,Signal,Date and time,Price USDT,Size (qty),Net PnL USDT,Return %,Commission USDT,Adverse excursion %",
} as const;

/** A list of trades of one symbol: commissions are said by the newest generation, and are in the net profit of all. */
export function strategyFile(
  { trades, open }: Pick<WrittenAccount, "trades" | "open">,
  style: StrategyStyle,
): Uint8Array {
  const { generation, isExitFirst, saysOpen } = style;
  type Value = string | Exact;
  const row = (of: Pick<WrittenPosition, "id" | "side" | "quantity">, kind: string, values: Value[]): Value[] => {
    const [signal = "", at = "", price = "", net = "", commission = ""] = values;
    const type = `${kind} ${of.side === "Buy" ? "long" : "short"}`;
    const last = generation === 2026 ? commission : exact(0, 2);
    return [of.id, type, signal, at, price, of.quantity, net, exact(150, 2), last, exact(-50, 2)];
  };
  const moment = (atMs: number) => momentText(atMs, "YYYY-MM-DD hh:mm");
  const none = exact(0, 2);
  const closedRows = trades.flatMap((trade: WrittenTrade) => {
    const cost = minus(trade.fee);
    const entry = row(trade, "Entry", [
      "L",
      moment(trade.opened),
      trade.entry,
      generation === 2021 ? "" : trade.profit,
      cost,
    ]);
    const exit = row(trade, "Exit", ["X", moment(trade.closed), trade.exit, trade.profit, cost]);
    return isExitFirst ? [exit, entry] : [entry, exit];
  });
  const openRows = open.flatMap((held) => {
    const entry = row(held, "Entry", ["L", moment(held.opened), held.entry, none, none]);
    if (saysOpen === "nothing") return [entry];
    const exit =
      saysOpen === "date"
        ? row(held, "Exit", ["", "Open", "", none, none])
        : row(held, "Exit", ["Open", moment(held.opened + 60_000), held.entry, none, none]);
    return isExitFirst ? [exit, entry] : [entry, exit];
  });
  const rows: Value[][] = [STRATEGY_HEADS[generation].split(","), ...closedRows, ...openRows];
  if (!style.isSheet)
    return csvFile(rows.map((cells) => cells.map((cell) => (typeof cell === "string" ? cell : plain(cell)))));
  const cell = (value: Value): Cell => (typeof value === "string" ? value : { number: plain(value) });
  const properties = [
    ["name", "value"],
    ["Symbol", "BINANCE:BTCUSDT"],
  ];
  return xlsxFile([properties, rows.map((cells) => cells.map(cell)), properties]);
}
