import { type KeyboardEvent, useEffect } from "react";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { changeDraft } from "./draft.ts";

/** Moves the focus to the amount in the ticket, also where the ticket is only about to be shown. */

let field: HTMLInputElement | null = null;
let isAwaited = false;
/** Shows the ticket where something fills the window. */
let makeRoom = () => {};
/** Where the focus was before. */
let before: Element | null = null;

/**
 * Begins an order: chooses its side, if any, and moves the focus to the amount. Sends nothing. A chart that fills the
 * window gives the room back.
 * @param show called where no ticket is on the screen: opens it
 */
export function beginOrder(side: DemoSide | null, show: () => void): void {
  if (side) changeDraft({ side });
  makeRoom();
  before = document.activeElement;
  isAwaited = field === null;
  if (field) focusField(field);
  else show();
}

/** Sets what {@link beginOrder} calls first; the chart does, whose code is loaded later. @returns stops it */
export function beforeOrders(run: () => void): () => void {
  makeRoom = run;
  return () => {
    makeRoom = () => {};
  };
}

/** The `ref` of the ticket's amount. */
export function amountField(input: HTMLInputElement | null): () => void {
  field = input;
  return () => {
    if (field === input) field = null;
  };
}

/** Moves the focus to the amount of a ticket that {@link beginOrder} has opened. */
export function useAwaitedFocus(): void {
  useEffect(() => {
    if (!isAwaited) return;
    isAwaited = false;
    // After the effects of this render, in which a sheet and a pane take the focus.
    queueMicrotask(() => field && focusField(field));
  }, []);
}

function focusField(input: HTMLInputElement): void {
  input.focus();
  input.select();
}

/** Esc in a field of the ticket gives the focus back, so that the shortcuts work again. A sheet closes instead. */
export function leaveTicket({ key, target }: KeyboardEvent): void {
  if (key !== "Escape" || !isField(target) || target.closest("[data-modal]")) return;
  target.blur();
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}

function isField(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
