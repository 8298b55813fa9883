import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import type { DemoOrder, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import {
  FEED_SYMBOL_LIST,
  FEED_SYMBOLS,
  type FeedSymbol,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";
import { askForAlert } from "../alert-lines/alert-request.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { priceWords } from "../positions/order-words.ts";
import { openOverlay } from "../state/overlay.ts";
import { NEW_DEPOSIT, ROUTE, SETTINGS_TABS, settingsPath } from "../state/routes.ts";
import { logOut } from "../state/session.ts";
import { settings } from "../state/settings.ts";
import type { ShortcutName } from "../state/shortcuts.ts";
import { symbolName } from "../state/symbol-text.ts";
import { beginOrder } from "../ticket/focus.ts";
import { chooseChart, chooseTraded, chosenSymbol } from "../trading/chosen-symbol.ts";
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpFromLine,
  Bell,
  ChartCandlestick,
  Clock,
  Eye,
  EyeOff,
  type IconGlyph,
  Keyboard,
  Layers,
  LogOut,
  Settings,
} from "../ui/icon.tsx";
import { findMatch, type Match } from "./find-match.ts";
import { paletteText as text } from "./palette-text.ts";
import { NAVIGATION } from "./sidebar.tsx";
import { switchSums } from "./switch-sums.ts";

/** The groups of the palette, in their order. */
export const PALETTE_GROUPS = ["symbols", "order", "run", "actions", "pages"] as const;
type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** Something that the palette offers. None of it trades. */
export type PaletteItem = {
  key: string;
  group: PaletteGroup;
  icon: IconGlyph;
  title: string;
  note?: string;
  /** Other words that find it. */
  alias?: string;
  /** Whether it is only shown where a search finds it. */
  isQuiet?: boolean;
  /** The shortcut that does the same. */
  shortcut?: ShortcutName;
  /** Shows its live price and its day. */
  symbol?: FeedSymbol;
  /** Opens the dialog of a position or an order of the run, in place of `run`. */
  position?: DemoPosition;
  order?: DemoOrder;
  /** Runs once the palette is closed. */
  run?: () => void;
};

/** An item with how it fits the search. */
export type FoundItem = PaletteItem & { match: Match };

/** Before a search: actions only. */
export const ACTIONS_ONLY = ">";

/**
 * The items that match a search, in the order of the groups, the best of a group first. Reads signals.
 * @param typed with `>` at its beginning only actions and orders
 */
export function findItems(typed: string, navigate: (path: string) => void): FoundItem[] {
  const isActionsOnly = typed.startsWith(ACTIONS_ONLY);
  const search = (isActionsOnly ? typed.slice(1) : typed).trim();
  return allItems(navigate)
    .filter(({ isQuiet = false, group }) =>
      isActionsOnly ? group === "actions" || group === "order" : search !== "" || !isQuiet,
    )
    .flatMap((item) => {
      const match = findMatch(search, item);
      return match ? [{ ...item, match }] : [];
    })
    .toSorted(
      (one, other) =>
        PALETTE_GROUPS.indexOf(one.group) - PALETTE_GROUPS.indexOf(other.group) || one.match.rank - other.match.rank,
    );
}

function allItems(navigate: (path: string) => void): PaletteItem[] {
  const { positions = [], orders = [] } = demoRun.value ?? {};
  const { traded } = chosenSymbol.value;
  return [
    ...FEED_SYMBOL_LIST.map((symbol) => symbolItem(symbol, navigate)),
    ...TRADED_SYMBOL_LIST.flatMap((symbol) =>
      (["buy", "sell"] as const).map((side) => orderItem({ symbol, side, isQuiet: symbol !== traded }, navigate)),
    ),
    ...FEED_SYMBOL_LIST.map((symbol) => alertItem(symbol, navigate)),
    ...positions.map(positionItem),
    ...orders.map(restingOrderItem),
    ...actionItems(navigate),
    ...pageItems(navigate),
  ];
}

function symbolItem(symbol: FeedSymbol, navigate: (path: string) => void): PaletteItem {
  return {
    key: symbol,
    group: "symbols",
    icon: ChartCandlestick,
    title: symbol,
    note: symbolName(symbol),
    alias: FEED_SYMBOLS[symbol].name,
    symbol,
    run() {
      chooseChart(symbol);
      navigate(ROUTE.tradingChart);
    },
  };
}

/** The names of a symbol, in the language of the screen and in English. */
function namesOf(symbol: TradedSymbol): string {
  return `${symbolName(symbol)} ${TRADED_SYMBOLS[symbol].name}`;
}

function orderItem(
  { symbol, side, isQuiet }: { symbol: TradedSymbol; side: DemoSide; isQuiet: boolean },
  navigate: (path: string) => void,
): PaletteItem {
  return {
    key: `${side} ${symbol}`,
    group: "order",
    icon: side === "buy" ? ArrowUp : ArrowDown,
    title: `${text.sides[side]} ${symbol}`,
    note: text.opensTicket,
    alias: namesOf(symbol),
    isQuiet,
    ...(isQuiet ? {} : { shortcut: side }),
    run() {
      chooseTraded(symbol);
      beginOrder(side, () => navigate(ROUTE.tradingOrders));
    },
  };
}

function alertItem(symbol: FeedSymbol, navigate: (path: string) => void): PaletteItem {
  const isQuiet = symbol !== chosenSymbol.value.charted;
  return {
    key: `alert ${symbol}`,
    group: "actions",
    icon: Bell,
    title: text.setAlert,
    note: symbol,
    alias: `${symbolName(symbol)} ${FEED_SYMBOLS[symbol].name}`,
    isQuiet,
    ...(isQuiet ? {} : { shortcut: "alert" }),
    run() {
      askForAlert(symbol);
      chooseChart(symbol);
      navigate(ROUTE.tradingChart);
    },
  };
}

function positionItem(position: DemoPosition): PaletteItem {
  const { id, symbol, side, units, entryPrice } = position;
  return {
    key: `position ${id}`,
    group: "run",
    icon: Layers,
    title: `${text.sides[side]} ${unitsText(units)} ${symbol}`,
    note: text.position(stepsText(symbol, entryPrice)),
    alias: namesOf(symbol),
    position,
  };
}

function restingOrderItem(order: DemoOrder): PaletteItem {
  const { id, symbol, side, type, units } = order;
  return {
    key: `order ${id}`,
    group: "run",
    icon: Clock,
    title: `${text.sides[side]} ${text.types[type]} ${unitsText(units)} ${symbol}`,
    note: text.order(priceWords(order)),
    alias: namesOf(symbol),
    order,
  };
}

function actionItems(navigate: (path: string) => void): PaletteItem[] {
  const areShown = settings.value.privacy.showBalance;
  const action = (key: string, icon: IconGlyph, title: string, run: () => void): PaletteItem => ({
    key,
    group: "actions",
    icon,
    title,
    run,
  });
  return [
    action("deposit", ArrowDownToLine, text.deposit, () => navigate(NEW_DEPOSIT)),
    action("withdraw", ArrowUpFromLine, text.withdraw, () => navigate(ROUTE.accountWithdraw)),
    action("sums", areShown ? EyeOff : Eye, areShown ? text.hideSums : text.showSums, switchSums),
    { ...action("keys", Keyboard, text.keys, () => openOverlay("keys")), shortcut: "help" },
    action("logOut", LogOut, text.logOut, () => void logOut()),
  ];
}

/** The shortcuts of pages. */
const GO_TO: Readonly<Record<string, ShortcutName>> = {
  [ROUTE.dashboard]: "toDashboard",
  [ROUTE.trading]: "toTrading",
  [ROUTE.account]: "toAccount",
  [ROUTE.performance]: "toPerformance",
};

function pageItems(navigate: (path: string) => void): PaletteItem[] {
  const pages = NAVIGATION.map(({ href, label, icon }): PaletteItem => {
    const shortcut = GO_TO[href];
    const run = () => navigate(href);
    return { key: href, group: "pages", icon, title: label, run, ...(shortcut ? { shortcut } : {}) };
  });
  const tabs = SETTINGS_TABS.map((tab): PaletteItem => {
    const run = () => navigate(settingsPath(tab));
    return { key: tab, group: "pages", icon: Settings, title: text.settingsTab(tab), isQuiet: true, run };
  });
  return [...pages, ...tabs];
}
