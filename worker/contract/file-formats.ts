/** The formats of files of trades. A stored import keeps the one that it was read as. */
export const FILE_FORMATS = [
  ...(["csv", "mt5", "mt4", "ctrader", "binance_spot", "ibkr_flex", "tradingview_paper"] as const),
] as const;

/** What earlier pages call the reports of MetaTrader 5. */
export const EARLIER_FILE_FORMATS = ["mt5_html", "mt5_xlsx"] as const;
