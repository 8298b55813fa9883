import type { INDICATORS, IndicatorName } from "./indicator-kinds.ts";

type IndicatorText<Name extends IndicatorName> = {
  /** In a list of indicators. */
  name: string;
  /** Beside its values and its settings. */
  short: string;
  settings: Record<keyof (typeof INDICATORS)[Name]["settings"], string>;
  lines: Record<keyof (typeof INDICATORS)[Name]["lines"], string>;
};

export const indicatorText = {
  sma: { name: "Simple moving average", short: "SMA", settings: { period: "Period" }, lines: { average: "SMA" } },
  ema: { name: "Exponential moving average", short: "EMA", settings: { period: "Period" }, lines: { average: "EMA" } },
  wma: { name: "Weighted moving average", short: "WMA", settings: { period: "Period" }, lines: { average: "WMA" } },
  bollingerBands: {
    name: "Bollinger bands",
    short: "BB",
    settings: { period: "Period", deviations: "Standard deviations" },
    lines: { upper: "Upper", middle: "Middle", lower: "Lower" },
  },
  vwap: { name: "Volume-weighted average price", short: "VWAP", settings: {}, lines: { average: "VWAP" } },
  supertrend: {
    name: "Supertrend",
    short: "Supertrend",
    settings: { period: "ATR period", multiplier: "Multiplier" },
    lines: { up: "Up trend", down: "Down trend" },
  },
  rsi: { name: "Relative strength index", short: "RSI", settings: { period: "Period" }, lines: { rsi: "RSI" } },
  macd: {
    name: "MACD",
    short: "MACD",
    settings: { fast: "Fast period", slow: "Slow period", signal: "Signal period" },
    lines: { histogram: "Histogram", macd: "MACD", signal: "Signal" },
  },
  stochastic: {
    name: "Stochastic oscillator",
    short: "Stoch",
    settings: { period: "%K period", smoothing: "%K smoothing", signal: "%D period" },
    lines: { k: "%K", d: "%D" },
  },
  atr: { name: "Average true range", short: "ATR", settings: { period: "Period" }, lines: { atr: "ATR" } },
  adx: {
    name: "Average directional index",
    short: "ADX",
    settings: { period: "Period" },
    lines: { adx: "ADX", plus: "+DI", minus: "-DI" },
  },
  volumeAverage: {
    name: "Volume average",
    short: "Vol MA",
    settings: { period: "Period" },
    lines: { average: "Average" },
  },
} as const satisfies { [Name in IndicatorName]: IndicatorText<Name> };
