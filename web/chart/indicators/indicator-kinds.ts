import { adx } from "./adx.ts";
import { atr } from "./atr.ts";
import { bollingerBands } from "./bollinger-bands.ts";
import { ema } from "./ema.ts";
import { macd } from "./macd.ts";
import { rsi } from "./rsi.ts";
import { sma } from "./sma.ts";
import { stochastic } from "./stochastic.ts";
import { supertrend } from "./supertrend.ts";
import { volumeAverage } from "./volume-average.ts";
import { vwap } from "./vwap.ts";
import { wma } from "./wma.ts";

/** The indicators of the chart, in the order in which they are offered. */
export const INDICATORS = {
  sma,
  ema,
  wma,
  bollingerBands,
  vwap,
  supertrend,
  rsi,
  macd,
  stochastic,
  atr,
  adx,
  volumeAverage,
} as const;

/** The name of a kind of indicator. */
export type IndicatorName = keyof typeof INDICATORS;
