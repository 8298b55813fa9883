import type { IndicatorName } from "./indicator-kinds.ts";

/** The meaning of each indicator, in a line. */
export const INDICATOR_ABOUT: Readonly<Record<IndicatorName, string>> = {
  sma: "The mean of the last closes.",
  ema: "A mean of closes in which newer ones count more.",
  wma: "A mean of closes whose weights fall evenly with age.",
  bollingerBands: "An average with standard deviations above and below it.",
  vwap: "The average price of the day by volume, from 00:00 UTC. Candles under a day.",
  supertrend: "The trend by the true range: below the price while it rises, above it while it falls.",
  rsi: "Gains against losses of the last closes, 0 to 100.",
  macd: "The distance of two exponential averages, with its signal.",
  stochastic: "The place of the close in the range of the last candles, 0 to 100.",
  atr: "How far the price moves within a candle on average.",
  adx: "How strong a trend is, with the strength of each direction.",
  volumeAverage: "The mean of the last volumes, over the volume bars.",
};
