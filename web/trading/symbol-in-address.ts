import { effect } from "@preact/signals-react";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { ROUTE } from "../state/routes.ts";
import { chooseChart, chosenSymbol } from "./chosen-symbol.ts";
import { SYMBOL_PARAMETER, symbolNamedIn } from "./first-symbol.ts";

/** A key that is held down chooses another symbol in each frame, and browsers refuse so many changes of the address. */
const WRITE_AFTER_MS = 300;

/** The address of a symbol's chart: its own, or else that of the chart with the symbol in the query. */
export function symbolPath(symbol: FeedSymbol): string {
  const traded = tradedAs(symbol);
  const [own] = traded ? TRADED_SYMBOLS[traded].addresses : [];
  return own ? `${ROUTE.trading}/${own}` : `${ROUTE.tradingChart}?${SYMBOL_PARAMETER}=${symbol}`;
}

/**
 * Chooses the symbol that the address names, before the panes render, which would load another one first. An address that
 * names a symbol names the chosen one from then on, so that a reload and a copied link show it; others stay as they are.
 */
export function useSymbolInAddress(): void {
  useState(chooseNamed);
  const [path] = useLocation();
  const search = useSearch();
  // A link to another address of the section.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the address is what this is about
  useEffect(followAddress, [path, search]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      const { charted } = chosenSymbol.value;
      clearTimeout(timer);
      timer = setTimeout(() => writeSymbol(charted), WRITE_AFTER_MS);
    });
    addEventListener("popstate", chooseNamed);
    return () => {
      stop();
      clearTimeout(timer);
      removeEventListener("popstate", chooseNamed);
    };
  }, []);
}

/**
 * The address that this page wrote last. The router learns of it only when the page renders for another choice, and then it
 * must not undo that one.
 */
let written = "";

/** Chooses what an address names that the page has not written itself. */
function followAddress(): void {
  if (location.pathname + location.search === written) return;
  written = "";
  chooseNamed();
}

function chooseNamed(): void {
  const named = symbolNamedIn(location);
  if (named) chooseChart(named);
}

function writeSymbol(charted: FeedSymbol): void {
  const named = symbolNamedIn(location);
  if (named === null || named === charted) return;
  // The router has put its own `replaceState` on the object, and renders the whole page after it; the page stays the same.
  written = symbolPath(charted);
  History.prototype.replaceState.call(history, history.state, "", written);
}
