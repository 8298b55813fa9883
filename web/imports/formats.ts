import { binanceFutures } from "./formats/binance-futures.ts";
import { binanceSpot } from "./formats/binance-spot.ts";
import { ctrader } from "./formats/ctrader.ts";
import { ibkrActivity } from "./formats/ibkr-activity.ts";
import { ibkrFlex } from "./formats/ibkr-flex.ts";
import { kraken } from "./formats/kraken.ts";
import { mt4 } from "./formats/mt4.ts";
import { mt5 } from "./formats/mt5.ts";
import { ownCsv } from "./formats/own-csv.ts";
import { tradingviewPaper } from "./formats/tradingview-paper.ts";
import { tradingviewStrategy } from "./formats/tradingview-strategy.ts";
import type { Format } from "./statement/statement.ts";

/** All formats. A file is of the first that knows it; their shapes do not overlap, which the tests hold. */
export const FORMATS: readonly Format[] = [
  ...[ownCsv, mt5, mt4, ctrader, binanceSpot, binanceFutures, kraken],
  ...[ibkrFlex, ibkrActivity, tradingviewPaper, tradingviewStrategy],
];
