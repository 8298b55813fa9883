/** The platforms whose files are read, each with the way to its file. Names of menus stand in quotes, as those of other programs do. */
export const PLATFORM_TEXT = {
  readable: "What we can read",
  whereToFind: "where to find the file",
  platforms: {
    mt5: {
      name: "MetaTrader 5",
      kind: "Report, HTML or XLSX, in any language",
      where: "“History”, right click, “Report”",
      how: [
        "Open the tab “History” at the bottom.",
        "Right click a line, choose the period, then “Report”.",
        "Save it as “Open XML” or “HTML”, with its positions and deals.",
      ],
    },
    mt4: {
      name: "MetaTrader 4",
      kind: "Statement, HTML",
      where: "“Account History”, “Save as Report”",
      how: [
        "Open the tab “Account History” at the bottom.",
        "Right click a line and choose “All History”.",
        "Right click again, then “Save as Report” or “Save as Detailed Report”.",
      ],
    },
    ctrader: {
      name: "cTrader",
      kind: "History, XLSX or CSV",
      where: "“History”, the save icon",
      how: ["Open the tab “History”.", "Choose the period.", "Press the save icon and choose a spreadsheet or CSV."],
    },
    binance: {
      name: "Binance",
      kind: "Spot or futures trades, CSV",
      where: "“Orders”, “Trade History”, “Export”",
      how: [
        "Open “Orders”, then spot or futures, then “Trade History”.",
        "Press “Export” and choose the period.",
        "Unpack the file that comes by e-mail, if it is a ZIP.",
      ],
    },
    kraken: {
      name: "Kraken",
      kind: "Trades, CSV",
      where: "“Documents”, “New export”",
      how: [
        "Open “Documents” from your name.",
        "Press “New export” and choose trades as CSV, with all columns.",
        "The ledgers are another export, without prices.",
      ],
    },
    ibkr: {
      name: "Interactive Brokers",
      kind: "Flex query, XML, or activity, CSV",
      where: "“Performance & Reports”",
      how: [
        "Open “Performance & Reports”, then “Flex Queries” or “Statements”.",
        "For a query choose trades with executions, as XML.",
        "For an activity statement choose the period and CSV.",
      ],
    },
    tradingview: {
      name: "TradingView",
      kind: "Paper trading or strategy list, CSV",
      where: "Panel of the account, “Export data”",
      how: [
        "Open the panel of paper trading or of the strategy.",
        "Press “Export data”.",
        "Choose the order history or the list of trades.",
      ],
    },
    any: {
      name: "Any other CSV or XLSX",
      kind: "You say what the columns are",
      where: "Remembered for the next file",
      how: [
        "One line a trade, or one line a fill.",
        "The first line names the columns, in any language.",
        "You say once which is which; the account remembers it.",
      ],
    },
  },
} as const;
