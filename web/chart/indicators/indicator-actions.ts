import type { ReadonlySignal } from "@preact/signals-react";
import {
  addIndicator,
  type ChosenIndicator,
  type ChosenIndicators,
  changeIndicator,
  moveIndicator,
  removeIndicator,
} from "./chosen-indicators.ts";
import type { IndicatorName } from "./indicator-kinds.ts";

/** Where the indicators of a chart are kept. */
export type IndicatorSource = { list: ReadonlySignal<ChosenIndicators>; keep: (list: ChosenIndicators) => void };

/** The actions on the indicators of the chart. */
export type IndicatorActions = {
  add(kind: IndicatorName): void;
  change(id: string, to: Pick<ChosenIndicator, "settings" | "colours">): void;
  hide(id: string, isHidden: boolean): void;
  move(id: string, by: -1 | 1): void;
  remove(id: string): void;
};

/** The actions on a list of indicators. @param onList replaces the list */
export function indicatorActions(list: ChosenIndicators, onList: (next: ChosenIndicators) => void): IndicatorActions {
  return {
    add: (kind) => onList(addIndicator(list, kind, crypto.randomUUID())),
    change: (id, to) => onList(changeIndicator(list, id, to)),
    hide: (id, isHidden) => onList(changeIndicator(list, id, { isHidden })),
    move: (id, by) => onList(moveIndicator(list, id, by)),
    remove: (id) => onList(removeIndicator(list, id)),
  };
}
