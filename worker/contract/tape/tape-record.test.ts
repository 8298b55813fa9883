import { expect, test } from "bun:test";
import { randomTape } from "../../../dev/test/random-tape.ts";
import { fc } from "../../../web/test/property.ts";
import { readRecordLine, recordLine, TapeFormatError, type TapeRecord } from "./tape-record.ts";

const QUOTE = {
  seq: 41,
  heardAt: 1_795_471_200_120,
  type: "quote",
  symbol: "BTCUSDm",
  bid: 6_711_950,
  ask: 6_712_050,
  at: 1_795_471_200_055,
  source: "coinbase",
  kind: "quoted",
} as const satisfies TapeRecord;

test("each type of record has its line, as the documentation shows them", () => {
  const { seq, heardAt } = QUOTE;
  const lines: Array<[TapeRecord, string]> = [
    [QUOTE, "41 1795471200120 quote BTCUSDm 6711950 6712050 1795471200055 coinbase quoted"],
    [
      { seq: 42, heardAt, type: "gap", symbols: ["US500", "XAUUSDm"], fromMs: 1_795_471_100_000, reason: "outage" },
      "42 1795471200120 gap US500,XAUUSDm 1795471100000 outage",
    ],
    [
      { seq: 43, heardAt, type: "switch", symbol: "ETHUSDm", from: "coinbase", to: "kraken", reason: "silent" },
      "43 1795471200120 switch ETHUSDm coinbase kraken silent",
    ],
    [
      { seq, heardAt, type: "switch", symbol: "ETHUSDm", from: null, to: "kraken", reason: "preferred" },
      "41 1795471200120 switch ETHUSDm none kraken preferred",
    ],
    [
      { seq, heardAt, type: "disagreement", symbol: "ETHUSDm", sources: ["coinbase", "kraken"], isOver: false },
      "41 1795471200120 disagreement ETHUSDm coinbase,kraken began",
    ],
    [
      { seq, heardAt, type: "disagreement", symbol: "ETHUSDm", sources: ["kraken", "finnhub"], isOver: true },
      "41 1795471200120 disagreement ETHUSDm kraken,finnhub ended",
    ],
  ];
  for (const [record, line] of lines) {
    expect(recordLine(record)).toBe(line);
    expect(readRecordLine(line)).toEqual(record);
  }
});

test("the line of any record gives the record back, and is ASCII without a line break", () => {
  fc.assert(
    fc.property(randomTape(), (segments) => {
      for (const record of segments.flat()) {
        const line = recordLine(record);
        expect(line).toMatch(/^[!-~]+( [!-~]+)+$/);
        expect(readRecordLine(line)).toEqual(record);
      }
    }),
  );
});

test("a text that is not exactly a record's line is refused", () => {
  const line = recordLine(QUOTE);
  const refused = [
    "",
    `${line} `,
    ` ${line}`,
    `${line}\n`,
    `${line} 1`,
    line.replace(" quote ", "  quote "),
    line.replace("41 ", "041 "),
    line.replace("41 ", "+41 "),
    line.replace("41 ", "4.1e1 "),
    line.replace("41 ", "0 "),
    line.replace("41 ", "-41 "),
    line.replace("6711950", "6711950.0"),
    line.replace("6711950", "6712051"),
    line.replace("6711950", "0"),
    line.replace("6711950", "x"),
    line.replace("BTCUSDm", "btcusdm"),
    line.replace("BTCUSDm", "toString"),
    line.replace("coinbase", "Coinbase"),
    line.replace("quoted", "guessed"),
    line.replace("quote ", "price "),
    "42 1795471200120 gap  1795471100000 outage",
    "42 1795471200120 gap US500,US500 1795471100000 outage",
    "42 1795471200120 gap US500 1795471200121 outage",
    "43 1795471200120 switch ETHUSDm kraken kraken silent",
    "44 1795471202000 disagreement ETHUSDm coinbase,coinbase began",
    "44 1795471202000 disagreement ETHUSDm coinbase,kraken,finnhub began",
    "44 1795471202000 disagreement ETHUSDm coinbase,kraken over",
    `${2 ** 50 + 1} 1795471202000 disagreement ETHUSDm coinbase,kraken began`,
  ];
  for (const text of refused) expect(() => readRecordLine(text)).toThrow(TapeFormatError);
});

test("a record that cannot be on a tape has no line", () => {
  const wrong: TapeRecord[] = [
    { ...QUOTE, bid: QUOTE.ask + 1 },
    { ...QUOTE, bid: 0 },
    { ...QUOTE, bid: 1.5 },
    { ...QUOTE, ask: Number.NaN },
    { ...QUOTE, ask: Number.POSITIVE_INFINITY },
    { ...QUOTE, at: -1 },
    { ...QUOTE, heardAt: 2 ** 51 },
    { ...QUOTE, seq: 0 },
  ];
  for (const record of wrong) expect(() => recordLine(record)).toThrow(TapeFormatError);
});
