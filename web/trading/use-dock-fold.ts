import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { demoFailure, demoRun } from "../demo/demo-account.ts";
import { localStore } from "../state/storage/browser-storage.ts";

/**
 * Whether the lists are shown below their head, where they can be hidden. `forget` ends the trader's choice: they are open then
 * while there is something in them.
 */
export type DockFold = { isOpen: boolean; set: (isOpen: boolean) => void; forget?: () => void };

const KEY = "trading-dock-filled";

/**
 * Whether the dock is open: with a position or an order it is, without one it is its head alone, until the trader chooses
 * otherwise. Which it was is kept, for the moment before the account is known.
 * @param isAsked whether the trader came for the lists
 * @param startsClosed whether it is its head alone with positions too, as there is little room
 */
export function useDockFold(isAsked: boolean, startsClosed: boolean): DockFold {
  useSignals();
  const [chosen, setChosen] = useState<boolean | null>(isAsked ? true : null);
  const run = demoRun.value;
  const isFilled = run === null ? localStore.get(KEY) === "true" : run.positions.length + run.orders.length > 0;
  useEffect(() => {
    localStore.set(KEY, String(isFilled));
  }, [isFilled]);
  useEffect(() => {
    if (isAsked) setChosen(true);
  }, [isAsked]);
  // The error of an account that was not loaded is shown instead of the lists.
  const isWrong = run === null && demoFailure.value !== null;
  const isOpen = chosen ?? ((isFilled && !startsClosed) || isWrong);
  // The same object while nothing changes, so that the dock does not render with the rest of the page.
  return useMemo(() => ({ isOpen, set: setChosen, forget: () => setChosen(null) }), [isOpen]);
}
