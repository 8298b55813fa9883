import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import {
  type FeedSymbol,
  FIRST_TRADED,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { forEachOwner, ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { enterSymbol, turnToSymbol } from "../ticket/draft.ts";

/** The symbol of the chart, and the one that the ticket is for. */
type ChosenSymbol = { charted: FeedSymbol; traded: TradedSymbol };

const chosen = signal(withChart(FIRST_TRADED));

/** The chosen symbol. A signal of the module, because the command palette changes it from every page. */
export const chosenSymbol: ReadonlySignal<ChosenSymbol> = chosen;

/** Shows a symbol's chart; the ticket follows where the symbol can be traded. */
export function chooseChart(symbol: FeedSymbol): void {
  choose({ charted: symbol, traded: tradedAs(symbol) ?? chosen.peek().traded });
}

/** Chooses the symbol of the ticket, and with it the chart. */
export function chooseTraded(symbol: TradedSymbol): void {
  choose(withChart(symbol));
}

function withChart(traded: TradedSymbol): ChosenSymbol {
  return { charted: TRADED_SYMBOLS[traded].pricedFrom, traded };
}

/** Together with what is typed, so that the ticket renders once. */
function choose(next: ChosenSymbol): void {
  batch(() => {
    turnToSymbol(next.traded);
    chosen.value = next;
  });
  const id = ownerId();
  if (id !== null) localStore.set(accountKey(LAST_SYMBOL, id), next.traded);
}

const LAST_SYMBOL = "symbol";

/** The symbol that the person chose last in this browser. */
function lastOf(userId: string): ChosenSymbol {
  const stored = localStore.get(accountKey(LAST_SYMBOL, userId));
  return withChart(TRADED_SYMBOL_LIST.find((symbol) => symbol === stored) ?? FIRST_TRADED);
}

// Another person begins with the symbol of their own.
forEachOwner((id) => {
  chosen.value = id === null ? withChart(FIRST_TRADED) : lastOf(id);
  enterSymbol(chosen.peek().traded);
});
