import { batch, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import {
  type FeedSymbol,
  FIRST_TRADED,
  isFeedSymbol,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";
import { accountKey } from "../state/account-storage.ts";
import { user } from "../state/session.ts";
import { enterMarket } from "./order-draft.ts";
import { tradedAs } from "./traded-symbols.ts";

/** The symbol of the chart, and the one that the ticket is for. */
type ChosenSymbol = { charted: FeedSymbol; traded: TradedSymbol };

const FIRST: ChosenSymbol = { charted: TRADED_SYMBOLS[FIRST_TRADED].pricedFrom, traded: FIRST_TRADED };

const chosen = signal(FIRST);

/** The chosen symbol. A signal of the module, because the command palette changes it from every page. */
export const chosenSymbol: ReadonlySignal<ChosenSymbol> = chosen;

/** Shows a symbol's chart; the ticket follows where the symbol can be traded. */
export function chooseChart(symbol: FeedSymbol): void {
  choose({ charted: symbol, traded: tradedAs(symbol) ?? chosen.peek().traded });
}

/** Chooses the symbol of the ticket, and with it the chart. */
export function chooseTraded(symbol: TradedSymbol): void {
  choose({ charted: TRADED_SYMBOLS[symbol].pricedFrom, traded: symbol });
}

/** Together with what is typed, so that the ticket renders once. */
function choose(next: ChosenSymbol): void {
  batch(() => {
    enterMarket(TRADED_SYMBOLS[next.traded].pricedFrom);
    chosen.value = next;
  });
  if (owner !== undefined) localStorage.setItem(accountKey(LAST_SYMBOL, owner), `${next.charted} ${next.traded}`);
}

const LAST_SYMBOL = "symbol";

/** The symbols that the person chose last in this browser. */
function storedSymbol(userId: string): ChosenSymbol {
  const [charted = "", traded = ""] = localStorage.getItem(accountKey(LAST_SYMBOL, userId))?.split(" ") ?? [];
  const known = TRADED_SYMBOL_LIST.find((symbol) => symbol === traded);
  return isFeedSymbol(charted) && known ? { charted, traded: known } : FIRST;
}

// Another person begins with the symbol of their own.
let owner: string | undefined;
effect(() => {
  const id = user.value?._id;
  if (id !== owner) chosen.value = id === undefined ? FIRST : storedSymbol(id);
  owner = id;
});
