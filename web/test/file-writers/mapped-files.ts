import { minus } from "./exact.ts";
import { type TableStyle, tableFile, type Value } from "./own-csv-file.ts";
import type { WrittenFill, WrittenTrade } from "./written-trades.ts";

/** Heads of a table of fills by language: time, symbol, side, quantity, price, fee, currency; then the words for the sides. */
const FILL_HEADS = {
  en: "Execution time|Instrument|Action|Shares|Fill Price|Commission|Currency|Bought|Sold",
  km: "ពេលវេលា|និមិត្តសញ្ញា|ទិសដៅ|បរិមាណ|តម្លៃ|កម្រៃ|រូបិយប័ណ្ណ|ទិញ|លក់",
  de: "Ausführungszeit|Wertpapier|Richtung|Stück|Kurs|Gebühr|Währung|Kauf|Verkauf",
  fr: "Date et heure|Symbole|Sens|Quantité|Prix|Frais|Devise|Achat|Vente",
  es: "Fecha y hora|Símbolo|Lado|Cantidad|Precio|Comisión|Moneda|Compra|Venta",
  pt: "Data/Hora|Ativo|Lado|Quantidade|Preço|Taxa|Moeda|Compra|Venda",
  ru: "Время|Инструмент|Направление|Количество|Цена|Комиссия|Валюта|Покупка|Продажа",
  zh: "成交时间|合约|买卖|数量|成交价|手续费|币种|买入|卖出",
} as const;
export type TableLanguage = keyof typeof FILL_HEADS;
export const TABLE_LANGUAGES = Object.keys(FILL_HEADS) as TableLanguage[];

/** Fees are costs without a sign. */
export function mappedFillsFile(fills: readonly WrittenFill[], language: TableLanguage, style: TableStyle): Uint8Array {
  const words = FILL_HEADS[language].split("|");
  const [bought = "", sold = ""] = words.slice(7);
  const rows = fills.map(({ symbol, side, quantity, price, at, fee }): Value[] => [
    ...[{ atMs: at }, symbol, side === "Buy" ? bought : sold, quantity, price, minus(fee), "EUR"],
  ]);
  return tableFile([words.slice(0, 7), ...rows], { ...style, hasMore: false });
}

const TRADE_HEADS =
  "Trade ID,Ticker,Side,Qty,Entry time,Entry price,Stop loss,Exit time,Exit price,Profit,Commission,Swap".split(",");

/** Costs are below zero. */
export function mappedTradesFile(trades: readonly WrittenTrade[], style: TableStyle): Uint8Array {
  const rows = trades.map((trade): Value[] => [
    ...[
      trade.id,
      trade.symbol,
      trade.side === "Buy" ? "Long" : "Short",
      trade.quantity,
      { atMs: trade.opened },
      trade.entry,
    ],
    ...[trade.stop, { atMs: trade.closed }, trade.exit, trade.profit, trade.fee, trade.swap],
  ]);
  return tableFile([TRADE_HEADS, ...rows], { ...style, hasMore: false });
}
