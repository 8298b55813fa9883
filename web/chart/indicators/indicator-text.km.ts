import type { Translation } from "../../../worker/contract/languages.ts";

export const indicatorText: Translation<typeof import("./indicator-text.ts").indicatorText> = {
  sma: { name: "មធ្យមភាគរំកិលសាមញ្ញ", short: "SMA", settings: { period: "រយៈពេល" }, lines: { average: "SMA" } },
  ema: {
    name: "មធ្យមភាគរំកិលអិចស្ប៉ូណង់ស្យែល",
    short: "EMA",
    settings: { period: "រយៈពេល" },
    lines: { average: "EMA" },
  },
  wma: { name: "មធ្យមភាគរំកិលមានទម្ងន់", short: "WMA", settings: { period: "រយៈពេល" }, lines: { average: "WMA" } },
  bollingerBands: {
    name: "ខ្សែ Bollinger",
    short: "BB",
    settings: { period: "រយៈពេល", deviations: "គម្លាតស្តង់ដារ" },
    lines: { upper: "លើ", middle: "កណ្តាល", lower: "ក្រោម" },
  },
  vwap: { name: "តម្លៃមធ្យមតាមបរិមាណជួញដូរ", short: "VWAP", settings: {}, lines: { average: "VWAP" } },
  supertrend: {
    name: "Supertrend",
    short: "Supertrend",
    settings: { period: "រយៈពេល ATR", multiplier: "មេគុណ" },
    lines: { up: "និន្នាការឡើង", down: "និន្នាការចុះ" },
  },
  rsi: { name: "សន្ទស្សន៍កម្លាំងធៀប", short: "RSI", settings: { period: "រយៈពេល" }, lines: { rsi: "RSI" } },
  macd: {
    name: "MACD",
    short: "MACD",
    settings: { fast: "រយៈពេលលឿន", slow: "រយៈពេលយឺត", signal: "រយៈពេលនៃសញ្ញា" },
    lines: { histogram: "របារ", macd: "MACD", signal: "សញ្ញា" },
  },
  stochastic: {
    name: "សូចនាករលំយោល Stochastic",
    short: "Stochastic",
    settings: { period: "រយៈពេល %K", smoothing: "ភាពរលូន %K", signal: "រយៈពេល %D" },
    lines: { k: "%K", d: "%D" },
  },
  atr: { name: "ជួរតម្លៃពិតមធ្យម", short: "ATR", settings: { period: "រយៈពេល" }, lines: { atr: "ATR" } },
  adx: {
    name: "សន្ទស្សន៍ទិសដៅមធ្យម",
    short: "ADX",
    settings: { period: "រយៈពេល" },
    lines: { adx: "ADX", plus: "+DI", minus: "-DI" },
  },
  volumeAverage: {
    name: "បរិមាណជួញដូរមធ្យម",
    short: "បរិមាណមធ្យម",
    settings: { period: "រយៈពេល" },
    lines: { average: "មធ្យម" },
  },
};
