import { fc } from "../property.ts";
import { type CsvStyle, csvFile } from "./csv-file.ts";
import { encode, type Written } from "./encode.ts";
import { type Exact, exact, numberText, plus } from "./exact.ts";
import { momentText } from "./moment-text.ts";
import type { WrittenPosition, WrittenTrade } from "./written-trades.ts";
import { type Cell, escaped, type XlsxStyle, xlsxFile } from "./xlsx-file.ts";

/** The words of a terminal's language: heads in their order, then the titles of sections. */
const MT5_WORDS: Readonly<Record<string, string>> = {
  en: "Time|Position|Symbol|Type|Volume|Price|S / L|T / P|Commission|Swap|Profit|Positions|Orders|Open Positions|Account:",
  ru: "Время|Позиция|Символ|Тип|Объем|Цена|S / L|T / P|Комиссия|Своп|Прибыль|Позиции|Ордера|Открытые позиции|Счет:",
  de: "Zeit|Position|Symbol|Typ|Volumen|Kurs|S / L|T / P|Kommission|Swap|Gewinn|Positionen|Aufträge|Offene Positionen|Konto:",
  fr: "Heure|Position|Symbole|Type|Volume|Prix|S / L|T / P|Commission|Echange|Profit|Positions|Ordres|Positions ouvertes|Compte:",
  es: "Fecha/Hora|Posición|Símbolo|Tipo|Volumen|Precio|S / L|T / P|Comisión|Swap|Beneficio|Posiciones|Órdenes|Posiciones abiertas|Cuenta:",
  zh: "时间|持仓|交易品种|类型|交易量|价位|止损|止盈|手续费|库存费|盈利|持仓记录|订单|未平仓|账户:",
  ar: "الوقت|مركز|الرمز|النوع|الحجم|السعر|S / L|T / P|عمولة|تبييت|ربح|المراكز|الأوامر|المراكز المفتوحة|حساب:",
};

export type Mt5Style = {
  language: string;
  as: "html" | "xlsx" | "csv";
  encoding: Written;
  xlsx: Partial<XlsxStyle>;
  separator: string;
  hasTotals: boolean;
};

export const mt5Styles: fc.Arbitrary<Mt5Style> = fc.record({
  language: fc.constantFrom(...Object.keys(MT5_WORDS)),
  as: fc.constantFrom("html" as const, "html" as const, "xlsx" as const, "csv" as const),
  encoding: fc.constantFrom<Written[]>("utf-16le", "utf-8", "utf-8-mark", "utf-16be"),
  xlsx: fc.record({
    sharesTexts: fc.boolean(),
    prefix: fc.constantFrom("" as const, "x:" as const),
    hasPlaces: fc.boolean(),
    writesDoubles: fc.boolean(),
  }),
  separator: fc.constantFrom(",", ";", "\t"),
  hasTotals: fc.boolean(),
});

type Report = { trades: readonly WrittenTrade[]; open: readonly WrittenPosition[] };
const MOMENT = "YYYY.MM.DD hh:mm:ss";
const spaced = (number: Exact) => numberText(number, { thousands: " ", minus: "- " });
const total = (numbers: readonly Exact[]) => numbers.reduce(plus, exact(0, 2));

export function mt5File({ trades, open }: Report, style: Mt5Style): Uint8Array {
  const words = (MT5_WORDS[style.language] ?? "").split("|");
  const [time = "", position = "", symbol = "", type = "", volume = "", price = "", sl = "", tp = ""] = words;
  const [commission = "", swap = "", profit = "", positions = "", orders = "", opened = "", account = ""] =
    words.slice(8);
  type Value = string | Exact;
  const parts = exact(5, 0);
  const tradeRow = (trade: WrittenTrade, i: number): Value[] => [
    ...[momentText(trade.opened, MOMENT), trade.id, trade.symbol, trade.side.toLowerCase()],
    // A closed part stands with the volume that was opened.
    i % 3 === 1 ? `${spaced(trade.quantity)} / ${spaced(plus(trade.quantity, parts))}` : spaced(trade.quantity),
    ...[
      trade.entry,
      trade.stop ?? "",
      "",
      momentText(trade.closed, MOMENT),
      trade.exit,
      trade.fee,
      trade.swap,
      trade.profit,
    ],
  ];
  const rows: Value[][] = [
    [account, "", "", "40712345 (USD, Example-MT5Real, real, Hedge)"],
    [positions],
    [time, position, symbol, type, volume, price, sl, tp, time, price, commission, swap, profit],
    ...trades.map(tradeRow),
    ...(style.hasTotals
      ? [
          [
            ...Array<string>(10).fill(""),
            ...(["fee", "swap", "profit"] as const).map((name) => total(trades.map((trade) => trade[name]))),
          ],
        ]
      : []),
    [orders],
    [opened],
    [time, position, symbol, type, volume, price, sl, tp, `${price}*`, swap, profit],
    ...open.map((held): Value[] => [
      ...[
        momentText(held.opened, MOMENT),
        held.id,
        held.symbol,
        held.side.toLowerCase(),
        spaced(held.quantity),
        held.entry,
      ],
      ...["", "", held.entry, exact(0, 2), exact(-125, 2)],
    ]),
  ];
  const text = (value: Value) => (typeof value === "string" ? value : spaced(value));
  if (style.as === "csv") {
    return csvFile(
      rows.map((row) => row.map(text)),
      { separator: style.separator, encoding: style.encoding },
    );
  }
  if (style.as === "xlsx") {
    const cell = (value: Value): Cell => (typeof value === "string" ? value : { number: numberText(value, {}) });
    return xlsxFile([rows.map((row) => row.map(cell))], style.xlsx);
  }
  const line = (row: Value[]) =>
    `<tr>${row.map((value) => `<td nowrap><b>${htmlText(text(value))}</b></td>`).join("")}</tr>`;
  const withHidden = (row: Value[]) => line(row).replace("</td><td", '</td><td class="hidden" colspan="8"></td><td');
  const lines = rows.map((row, i) => (i % 2 === 0 ? line(row) : withHidden(row)));
  const head = `<head><title>Report</title><style type="text/css">.hidden { display: none; }</style></head>`;
  return encode(
    `<!DOCTYPE html>\n<html>${head}<body><table>\n${lines.join("\n")}\n</table></body></html>`,
    style.encoding,
  );
}

function htmlText(text: string): string {
  return escaped(text).replaceAll(" ", "&nbsp;");
}

export type Mt4Style = { encoding: Written; saysEncoding: boolean; hasTaxes: boolean; as: "html" | "csv" };

/** A name in the letters of each code page. A page cannot be told from the others where it does not say its encoding. */
export const CODE_PAGE_NAMES: Readonly<Partial<Record<Written, string>>> = {
  "windows-1250": "Łódź Kontrakty Żółć",
  "windows-1251": "Форекс Общество",
  "windows-1252": "Börse & Märkte",
  "windows-1253": "Χρηματιστήριο",
  "windows-1254": "Yatırım Şirketi",
  "windows-1255": "מסחר בורסה",
  "windows-1256": "شركة التداول",
  "windows-1257": "Ąžuolų Birža",
  "windows-1258": "Công ty Đô",
  "utf-8": "Ελληνική Börse",
};

export const mt4Styles: fc.Arbitrary<Mt4Style> = fc.record({
  encoding: fc.constantFrom(...(Object.keys(CODE_PAGE_NAMES) as Written[])),
  saysEncoding: fc.boolean(),
  hasTaxes: fc.boolean(),
  as: fc.constantFrom("html" as const, "html" as const, "csv" as const),
});

const MT4_MOMENT = "YYYY.MM.DD hh:mm";

export function mt4File({ trades, open }: Report, { encoding, saysEncoding, hasTaxes, as }: Mt4Style): Uint8Array {
  const taxes = hasTaxes ? [exact(0, 2)] : [];
  const stop = (price: Exact | null) => price ?? exact(0, 5);
  type Value = string | Exact;
  const head = (closing: string) => [
    ...["Ticket", "Open Time", "Type", "Size", "Item", "Price", "S / L", "T / P", closing, "Price", "Commission"],
    ...(hasTaxes ? ["Taxes"] : []),
    ...["Swap", "Profit"],
  ];
  const closedRows = trades.map((trade): Value[] => [
    ...[
      trade.id,
      momentText(trade.opened, MT4_MOMENT),
      trade.side.toLowerCase(),
      trade.quantity,
      trade.symbol,
      trade.entry,
    ],
    ...[
      stop(trade.stop),
      stop(null),
      momentText(trade.closed, MT4_MOMENT),
      trade.exit,
      trade.fee,
      ...taxes,
      trade.swap,
    ],
    trade.profit,
  ]);
  const openRows = open.map((held): Value[] => [
    ...[held.id, momentText(held.opened, MT4_MOMENT), held.side.toLowerCase(), held.quantity, held.symbol, held.entry],
    ...[stop(null), stop(null), "", held.entry, exact(0, 2), ...taxes, exact(0, 2), exact(-125, 2)],
  ]);
  const text = (value: Value) => (typeof value === "string" ? value : numberText(value, { thousands: " " }));
  if (as === "csv")
    return csvFile(
      [head("Close Time"), ...closedRows].map((row) => row.map(text)),
      {},
    );
  const balance = `<tr><td>3300001</td><td>2021.01.04 10:00</td><td>balance</td><td colspan=10>Deposit</td><td>1 000.00</td></tr>`;
  const line = (row: Value[]) =>
    `<tr align=right>${row.map((value) => `<td>${escaped(text(value))}</td>`).join("")}</tr>`;
  const title = (text: string) => `<tr><td colspan=13><b>${text}</b></td></tr>`;
  const sum = [...trades.flatMap(({ fee, swap, profit }) => [fee, swap, profit])].reduce(plus, exact(0, 2));
  const company = CODE_PAGE_NAMES[encoding] ?? "";
  const page = [
    `<html><head><title>Statement</title>${saysEncoding ? `<meta charset="${encoding}">` : ""}</head><body>`,
    `<div>${escaped(company)}</div><table>`,
    "<tr><td><b>Account: 2204411</b></td><td><b>Name: Held Out</b></td><td><b>Currency: USD</b></td></tr>",
    ...[title("Closed Transactions:"), line(head("Close Time")), balance, ...closedRows.map(line)],
    `<tr><td colspan=12><b>Closed P/L:</b></td><td colspan=2><b>${numberText(sum, { thousands: " " })}</b></td></tr>`,
    ...[
      title("Open Trades:"),
      line(head("")),
      ...openRows.map(line),
      title("Working Orders:"),
      "</table></body></html>",
    ],
  ];
  return encode(page.join("\n"), encoding);
}

export type CTraderStyle = { csv: Partial<CsvStyle>; sign: string; thousands: string };

export const cTraderStyles: fc.Arbitrary<CTraderStyle> = fc.record({
  csv: fc.record({ quotesAll: fc.boolean(), encoding: fc.constantFrom<Written[]>("utf-8", "utf-8-mark", "utf-16le") }),
  sign: fc.constantFrom("$", "USD", "(USD)"),
  thousands: fc.constantFrom("\u00a0", " "),
});

/** cTrader writes neither an opening time nor costs: the net result alone. */
export function cTraderFile(trades: readonly WrittenTrade[], { csv, sign, thousands }: CTraderStyle): Uint8Array {
  const number = (value: Exact) => numberText(value, { thousands });
  const rows = trades.map(({ symbol, side, closed, entry, exit, quantity, profit }) => [
    ...[symbol, side, momentText(closed, "DD/MM/YYYY hh:mm:ss.fff"), number(entry), number(exit)],
    ...[`${number(quantity)} Lots`, number(profit), number(exact(1_009_790, 2))],
  ]);
  const head = [
    "Symbol",
    "Opening direction",
    "Closing time (UTC+0)",
    "Entry price",
    "Closing price",
    "Closing Quantity",
  ];
  return csvFile([[...head, `Net ${sign}`, `Balance ${sign}`], ...rows], csv);
}
