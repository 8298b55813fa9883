/** The formats of files of trades that are known by their shape. A stored import keeps the one that it was read as. */
export const KNOWN_FILE_FORMATS = [
  ...(["csv", "mt5", "mt4", "ctrader", "binance_spot", "binance_futures", "kraken"] as const),
  ...(["ibkr_flex", "ibkr_activity", "tradingview_paper", "tradingview_strategy"] as const),
] as const;

/** The same, and any other table, of which a person said what its columns are. */
export const FILE_FORMATS = [...KNOWN_FILE_FORMATS, "mapped"] as const;

/** What earlier pages call the reports of MetaTrader 5. */
export const EARLIER_FILE_FORMATS = ["mt5_html", "mt5_xlsx"] as const;
