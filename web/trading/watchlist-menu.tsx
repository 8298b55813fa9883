import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "wouter";
import { type FeedSymbol, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { MenuWords } from "../alert-lines/alert-items.tsx";
import { askForAlert } from "../alert-lines/alert-request.ts";
import { ROUTE } from "../state/routes.ts";
import { BellPlus } from "../ui/icon.tsx";
import { PopupMenu } from "../ui/popup-menu.tsx";
import { watchlistText as text } from "../watchlist/watchlist-text.ts";
import { chooseChart } from "./chosen-symbol.ts";

/** A finger that rests on a row for so long opens its menu when it is lifted in its place; one that moves drags the row. */
const PRESS_MS = 300;
const STILL_PX = 8;

type Place = { x: number; y: number };

/**
 * The menu of the watchlist's rows, by a right click, a long press or the keyboard's menu key. It listens to the page, as
 * its code comes after the list's; of a list in a sheet it is in the sheet, as all else is inert then.
 */
export function WatchlistMenu() {
  const [menu, setMenu] = useState<{ symbol: FeedSymbol; row: Element; at: Place } | null>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    const listeners = new AbortController();
    const options = { signal: listeners.signal, capture: true };
    let press: { atMs: number; at: Place } | null = null;
    const open = (event: MouseEvent, at: Place) => {
      const row = event.target instanceof Element ? event.target.closest("[data-symbol]") : null;
      const symbol = row?.getAttribute("data-symbol") ?? "";
      if (!row || !isFeedSymbol(symbol)) return;
      event.preventDefault();
      setMenu({ symbol, row, at });
    };
    const placeOf = ({ clientX: x, clientY: y }: MouseEvent): Place => ({ x, y });
    document.addEventListener(
      "contextmenu",
      (event) => {
        const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
        if (!isTouch) open(event, placeOf(event));
      },
      options,
    );
    document.addEventListener(
      "pointerdown",
      (event) => {
        const isFinger = event.pointerType === "touch" && event.isPrimary;
        press = isFinger ? { atMs: event.timeStamp, at: placeOf(event) } : null;
      },
      options,
    );
    document.addEventListener(
      "pointerup",
      (event) => {
        if (!press || event.timeStamp - press.atMs < PRESS_MS) return;
        const { x, y } = placeOf(event);
        if (Math.hypot(x - press.at.x, y - press.at.y) <= STILL_PX) open(event, press.at);
        press = null;
      },
      options,
    );
    return () => listeners.abort();
  }, []);
  if (!menu) return null;
  const { symbol, at } = menu;
  const setAlert = () => {
    askForAlert(symbol);
    chooseChart(symbol);
    navigate(ROUTE.tradingChart);
  };
  return createPortal(
    <PopupMenu
      key={symbol}
      title={symbol}
      at={at}
      items={[{ key: "alert", content: <MenuWords icon={BellPlus} words={text.setAlert} />, onChoose: setAlert }]}
      onClose={() => setMenu(null)}
    />,
    menu.row.closest("[data-modal]") ?? document.body,
  );
}
