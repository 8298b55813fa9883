import { createElement, startTransition } from "react";
import type { DemoEvent, DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { unitsText } from "../demo/demo-format.ts";
import { TOAST_OF, tellFill } from "../demo/tell-fill.tsx";
import { type Known, resultCents, type Told, toldOf, toldOfOwn } from "../positions/event-words.ts";
import { type ClosedTrade, closedTrade } from "../review/closed-trade.ts";
import { ROUTE } from "../state/routes.ts";
import { runAccount, withAccount } from "../trade-accounts/trade-account.ts";
import { isDialogOpen } from "../ui/is-page-key.ts";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { tellText as text } from "./tell-text.ts";

/** Tells of events that this page has not caused, with a toast each. @param events of one row of the account's log */
export function tellEvents(events: readonly DemoEvent[], known: Known): void {
  tell(toldOf(events, known), closingsOf(events));
}

/** Tells what a command of this page has closed. @param events of one row of the account's log */
export function tellOwnEvents(events: readonly DemoEvent[]): void {
  // A toast measures itself, which causes a layout; the lists update in the frame before it.
  startTransition(() => tell(toldOfOwn(events), closingsOf(events)));
}

/** @param closings the parts that were closed: one alone can be noted at once, more wait in the journal */
function tell(all: readonly Told[], closings: readonly DemoFill[]): void {
  const [closed] = closings;
  const only = closings.length === 1 ? closed : undefined;
  // What covers the page stays there: the toast leads to the sheet.
  const opensSheet = only !== undefined && isPhone() && !isDialogOpen();
  const isInSheet = ({ fillId, tone }: Told) => opensSheet && fillId === only.id && tone !== "alarm";
  for (const told of all) if (!isInSheet(told)) toastOf(told, only);
  if (opensSheet) {
    void openSheet(only).then((isOpen) => {
      if (!isOpen) for (const told of all) if (isInSheet(told)) toastOf(told, undefined);
    });
  }
  if (closed && closings.length > 1) tellToReview(closings.length, closed.run);
}

/** @param noted the closed part that the toast leads to the sheet of */
function toastOf({ text: words, tone, fillId }: Told, noted: DemoFill | undefined): void {
  if (fillId === undefined) {
    TOAST_OF[tone](words);
    return;
  }
  const note = noted?.id === fillId ? { label: text.note, run: () => noteClosed(noted) } : undefined;
  tellFill(tone, words, fillId, note);
}

/** @returns whether its code could be loaded: else a toast says what was closed */
async function openSheet(fill: DemoFill): Promise<boolean> {
  try {
    await import("../review/closed-trade-sheet.tsx");
  } catch (error) {
    console.warn("sheet of a closed trade not loaded", error);
    return false;
  }
  noteClosed(fill);
  return true;
}

function tellToReview(count: number, run: number): void {
  const id = "to review";
  const href = withAccount(ROUTE.performanceJournal, runAccount(run));
  toast(createElement(TextLink, { href, onClick: () => toast.dismiss(id) }, text.toReview(count)), { id });
}

function noteClosed(fill: DemoFill): void {
  closedTrade.value = closedTradeOf(fill);
}

function closedTradeOf(fill: DemoFill): ClosedTrade {
  return {
    run: fill.run,
    fillId: fill.id,
    symbol: fill.symbol,
    // What closes a position is the other side of it.
    direction: fill.side === "buy" ? "Sell" : "Buy",
    size: unitsText(fill.units),
    resultUsd: dollarsFromCents(resultCents(fill)),
  };
}

const closingsOf = (events: readonly DemoEvent[]) =>
  events.flatMap((event) => (event.type === "filled" && event.fill.kind === "close" ? event.fill : []));
const isPhone = () => matchMedia(media.phone.replace("@media ", "")).matches;
