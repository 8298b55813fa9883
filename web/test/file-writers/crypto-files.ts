import { fc } from "../property.ts";
import { type CsvStyle, csvFile } from "./csv-file.ts";
import type { Written } from "./encode.ts";
import { type Exact, exact, minus, numberText, times } from "./exact.ts";
import { momentText, serialText } from "./moment-text.ts";
import type { WrittenFill } from "./written-trades.ts";
import { xlsxFile } from "./xlsx-file.ts";

export type CryptoStyle = {
  csv: Partial<CsvStyle>;
  isNewestFirst: boolean;
  /** Of the two generations of a format. */
  isNewer: boolean;
  isSheet: boolean;
};

export const cryptoStyles: fc.Arbitrary<CryptoStyle> = fc.record({
  csv: fc.record({
    quotesAll: fc.boolean(),
    encoding: fc.constantFrom<Written[]>("utf-8", "utf-8-mark"),
    lineEnd: fc.constantFrom("\n", "\r\n"),
  }),
  isNewestFirst: fc.boolean(),
  isNewer: fc.boolean(),
  isSheet: fc.boolean(),
});

const MOMENT = "YYYY-MM-DD hh:mm:ss";
const plain = (number: Exact) => numberText(number, {});

function inOrder(fills: readonly WrittenFill[], { isNewestFirst }: CryptoStyle): readonly WrittenFill[] {
  return isNewestFirst ? fills.toReversed() : fills;
}

/** Symbols are a coin and `USDT`. A fee is in the coin that was bought where the style is of the newer kind, and in USDT otherwise. */
export function binanceSpotFile(fills: readonly WrittenFill[], style: CryptoStyle): Uint8Array {
  const rows = inOrder(fills, style).map(({ symbol, side, quantity, price, at, fee }) => {
    const coin = symbol.slice(0, -"USDT".length);
    const cost = `${plain(minus(fee))}USDT`;
    const amount = `${plain(times(price, quantity))}USDT`;
    return [
      momentText(at, MOMENT),
      symbol,
      side.toUpperCase(),
      plain(price),
      `${plain(quantity)}${coin}`,
      amount,
      cost,
    ];
  });
  return csvFile([["Date(UTC)", "Pair", "Side", "Price", "Executed", "Amount", "Fee"], ...rows], style.csv);
}

/** @param realizedOf the profit that the platform says of a fill, which is not zero for a closing */
export function binanceFuturesFile(
  fills: readonly WrittenFill[],
  style: CryptoStyle,
  realizedOf: (fill: WrittenFill) => Exact,
): Uint8Array {
  const moment = style.isNewer ? "Time(UTC)" : "Date(UTC)";
  const realized = style.isNewer ? "Realized PnL" : "Realized Profit";
  const head = [moment, "Symbol", "Side", "Price", "Quantity", "Amount", "Fee", "Fee Coin", realized, "Quote Asset"];
  const rows = inOrder(fills, style).map((fill) => {
    const { symbol, side, quantity, price, fee } = fill;
    const numbers = [price, quantity, times(price, quantity), minus(fee)];
    return { at: fill.at, symbol, side: side.toUpperCase(), numbers, realized: realizedOf(fill) };
  });
  if (style.isSheet) {
    const number = (value: Exact) => ({ number: plain(value) });
    const cells = rows.map(({ at, symbol, side, numbers, realized }) => [
      ...[{ number: serialText(at) }, symbol, side, ...numbers.map(number), "USDT", number(realized), "USDT"],
    ]);
    return xlsxFile([[head, ...cells]]);
  }
  const lines = rows.map(({ at, symbol, side, numbers, realized }) => [
    ...[momentText(at, MOMENT), symbol, side, ...numbers.map(plain), "USDT", plain(realized), "USDT"],
  ]);
  return csvFile([head, ...lines], style.csv);
}

/** The names that Kraken gives to a pair: of old assets with a letter for their class, and with a slash. */
const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  XBTUSD: ["XXBTZUSD", "XBT/USD"],
  ETHUSD: ["XETHZUSD", "ETH/USD"],
  DASHUSD: ["DASHUSD", "DASH/USD"],
  XTZUSD: ["XTZUSD", "XTZ/USD"],
  USDTUSD: ["USDTZUSD", "USDT/USD"],
};
export const KRAKEN_SYMBOLS = Object.keys(PAIRS);

export function krakenFile(fills: readonly WrittenFill[], style: CryptoStyle): Uint8Array {
  const more = style.isNewer ? ["posttxid", "posstatuscode", "cprice", "ccost", "cfee", "cvol", "cmargin", "net"] : [];
  const head = [
    ...["txid", "ordertxid", "pair", "time", "type", "ordertype", "price", "cost", "fee", "vol", "margin", "misc"],
    ...["ledgers", ...more],
  ];
  const rows = inOrder(fills, style).map(({ id, symbol, side, quantity, price, at, fee, isClosing }) => [
    ...[`T${id}`, `O${id}`, PAIRS[symbol]?.[style.isNewer ? 1 : 0] ?? "", momentText(at, `${MOMENT}.fff0`)],
    ...[side.toLowerCase(), "limit", plain(price), plain(times(price, quantity)), plain(minus(fee)), plain(quantity)],
    ...[plain(exact(0, 5)), isClosing ? "closing" : "initiated", `L${id}A,L${id}B`, ...more.map(() => "")],
  ]);
  return csvFile([head, ...rows], style.csv);
}
